import JSON
import SampleAPI

/// Walks through a loopback API from Python, by way of the server and by what Python has itself.
struct WalkBenchmark {
  static let benchmark = Benchmark(name: "walk", title: "walks from Python") {
    (bench) throws(BenchmarkError) in try WalkBenchmark(bench).measure()
  }

  private static let pageCount = 200
  private static let longPageCount = 2_000
  private static let latencyMilliseconds = 20

  /// Somebody who walks.
  private struct Walker {
    let name: String
    let process: PeerProcess
    let task: String
  }

  private let bench: Bench
  private let api: SampleServer
  private let paginator: PeerProcess?
  private var aiohttp: PeerProcess?
  private var dlt: PeerProcess?
  private var outcome = Benchmark.Outcome()

  private init(_ bench: Bench) throws(BenchmarkError) {
    self.bench = bench
    api = try SampleServer.made(items: Self.longPageCount * WalkScripts.perPage)
    guard let python = bench.tools.python else {
      paginator = nil
      outcome.notes.append("no python3 in PATH: no walks")
      return
    }
    let script = try bench.folder.file("paginator_peer.py", Array(WalkScripts.paginator.utf8))
    paginator = try PeerProcess(
      [python, script],
      environment: ["PYTHONPATH": bench.tools.pythonClient, "PAGINATOR": bench.tools.paginator])
    for (name, peer) in try VirtualEnvironment.peers(
      python, ["aiohttp": WalkScripts.aiohttp, "dlt": WalkScripts.dlt], named: "walk", bench,
      notes: &outcome.notes)
    {
      if name == "dlt" { dlt = peer } else { aiohttp = peer }
    }
  }

  private consuming func measure() throws(BenchmarkError) -> Benchmark.Outcome {
    guard let paginator else { return outcome }
    defer { api.stop() }
    try measureLoop(paginator)
    try measureWalk(paginator)
    try measureLatency(paginator)
    // The last one: a process's peak never falls.
    let facts = try paginator.ask(
      question("walk", items: Self.longPageCount * WalkScripts.perPage, Self.longPageCount))
    outcome.rows.append(
      Row(
        "2,000 pages streamed: peak memory of the server", .megabytes,
        Self.number("peakBytes", facts) / 1e6, goal: .valueAtMost(30)))
    return outcome
  }

  private mutating func measureLoop(_ paginator: PeerProcess) throws(BenchmarkError) {
    let walkers = [Walker(name: "Paginator", process: paginator, task: "loop")] + peers("loop")
    let facts = try measured(walkers)
    let perPage = facts.map { Self.perPage("seconds", $0) }
    addRows(
      "loadNextPage, one by one, per page", .milliseconds, walkers, perPage,
      goal: .valueAtMost(0.5), peerGoal: { _ in nil })
  }

  private mutating func measureWalk(_ paginator: PeerProcess) throws(BenchmarkError) {
    let walkers =
      [Walker(name: "Paginator", process: paginator, task: "walk")] + peers("loop")
      + peers("walk").filter { $0.name.hasPrefix("aiohttp") }
    let facts = try measured(walkers)
    let rates = facts.map {
      Samples($0.map { Double(Self.pageCount) / Self.number("seconds", $0) })
    }
    addRows(
      "loadAll streamed", .pagesPerSecond, walkers, rates, goal: .valueAtLeast(2_000),
      peerGoal: { name in
        name == "dlt" ? .ratioAtLeast(6) : name == "aiohttp" ? .ratioAtLeast(2) : nil
      })
  }

  private mutating func measureLatency(_ paginator: PeerProcess) throws(BenchmarkError) {
    let walkers =
      [Walker(name: "Paginator", process: paginator, task: "walk")]
      + peers("walk").filter { $0.name.hasPrefix("aiohttp") }
    let seconds = try Rounds.interleaved(bench.count(5, quick: 1), walkers) {
      (walker) throws(BenchmarkError) in
      try walker.process.ask(
        question(walker.task, latency: Self.latencyMilliseconds), for: "seconds")
    }
    addRows(
      "200 pages of 20 ms latency, 8 at a time, in order", .seconds, walkers,
      seconds.map { Samples($0) }, goal: .valueAtMost(0.75), peerGoal: { _ in nil })
  }

  /// One row beside each peer; the goal of our own value stands in the first.
  private mutating func addRows(
    _ what: String, _ unit: Row.Unit, _ walkers: [Walker], _ samples: [Samples],
    goal: Row.Goal?, peerGoal: (String) -> Row.Goal?
  ) {
    if let goal { outcome.rows.append(Row(what, unit, samples[0], goal: goal)) }
    for (walker, theirs) in zip(walkers, samples).dropFirst() {
      outcome.rows.append(
        Row(
          what, unit, samples[0], beside: Row.Peer(name: walker.name, theirs: theirs),
          goal: peerGoal(walker.name)))
    }
  }

  /// The peers that are there, page after page ("loop") or eight at a time ("walk").
  private func peers(_ task: String) -> [Walker] {
    var walkers: [Walker] = []
    if let aiohttp {
      let name = task == "walk" ? "aiohttp, 8 at a time" : "aiohttp"
      walkers.append(Walker(name: name, process: aiohttp, task: task))
    }
    if let dlt { walkers.append(Walker(name: "dlt", process: dlt, task: task)) }
    return walkers
  }

  /// What the walkers say of walks through 200 pages, in turns; the first one warms them up.
  private func measured(_ walkers: [Walker]) throws(BenchmarkError) -> [[JSONValue]] {
    try Rounds.interleaved(bench.count(11, quick: 3) + 1, walkers) {
      (walker) throws(BenchmarkError) in try walker.process.ask(question(walker.task))
    }.map { Array($0.dropFirst()) }
  }

  /// Seconds in what a walker said, as milliseconds per page.
  private static func perPage(_ name: String, _ facts: [JSONValue]) -> Samples {
    Samples(facts.map { number(name, $0) * 1e3 / Double(pageCount) })
  }

  /// A number in what a walker said; not a number where it is not there.
  private static func number(_ name: String, _ facts: JSONValue) -> Double {
    facts[name]?.doubleValue ?? .nan
  }

  /// The line that asks for a walk.
  private func question(
    _ task: String, items: Int = Self.pageCount * WalkScripts.perPage,
    _ pages: Int = Self.pageCount, latency: Int = 0
  ) -> JSONValue {
    let wait = latency > 0 ? "&latency=\(latency)" : ""
    return [
      "task": .string(task), "pages": .integer(pages),
      "url": .string("\(api.url)/page?gzip=0&items=\(items)\(wait)"),
    ]
  }
}
