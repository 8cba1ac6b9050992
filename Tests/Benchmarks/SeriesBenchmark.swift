import JSON
import SampleAPI
import System

/// Walks through a list for each of many parents, by way of the server and by what Python has itself.
struct SeriesBenchmark {
  static let benchmark = Benchmark(name: "series", title: "a list for each of many parents") {
    (bench) throws(BenchmarkError) in try SeriesBenchmark(bench).measure()
  }

  private static let pagesEach = 3
  private static let latencyMilliseconds = 10
  private static let singlePages = 2_000

  private let bench: Bench
  private let api: SampleServer
  private let parents: Int
  private var outcome = Benchmark.Outcome()

  private init(_ bench: Bench) throws(BenchmarkError) {
    self.bench = bench
    parents = bench.count(1_000, quick: 100)
    api = try SampleServer.made(items: Self.singlePages * WalkScripts.perPage)
  }

  private consuming func measure() throws(BenchmarkError) -> Benchmark.Outcome {
    guard let python = bench.tools.python else {
      outcome.notes.append("no python3 in PATH: no series")
      return outcome
    }
    defer { api.stop() }
    let script = try bench.folder.file("series_peer.py", Array(SeriesScripts.paginator.utf8))
    let paginator = try PeerProcess(
      [python, script],
      environment: ["PYTHONPATH": bench.tools.pythonClient, "PAGINATOR": bench.tools.paginator])
    let peers = try VirtualEnvironment.peers(
      python, ["aiohttp": SeriesScripts.aiohttp, "dlt": SeriesScripts.dlt], named: "series", bench,
      notes: &outcome.notes)
    try measureParents([("Paginator", paginator)] + peers)
    try measureSinglePages(paginator)
    try measureMemory()
    return outcome
  }

  /// Each parent has pages that wait, as an API in the network does.
  private mutating func measureParents(
    _ walkers: [(name: String, process: PeerProcess)]
  ) throws(BenchmarkError) {
    let question = question(
      "each", items: Self.pagesEach * WalkScripts.perPage, parents: parents,
      pages: parents * Self.pagesEach, latency: Self.latencyMilliseconds)
    let seconds = try Rounds.interleaved(bench.count(3, quick: 1), walkers) {
      (walker) throws(BenchmarkError) in try walker.process.ask(question, for: "seconds")
    }.map { Samples($0) }
    for (walker, theirs) in zip(walkers, seconds).dropFirst() {
      outcome.rows.append(
        Row(
          "\(parents) parents with 3 pages of 10 ms, 8 at a time", .seconds, seconds[0],
          beside: Row.Peer(name: walker.name, theirs: theirs),
          goal: .ratioAtMost(walker.name == "dlt" ? 0.2 : 1.05)))
    }
  }

  /// The same requests as a series of lists and as one list.
  private mutating func measureSinglePages(_ paginator: PeerProcess) throws(BenchmarkError) {
    let questions = [
      question(
        "one", items: Self.singlePages * WalkScripts.perPage, parents: 1, pages: Self.singlePages),
      question(
        "each", items: WalkScripts.perPage, parents: Self.singlePages, pages: Self.singlePages),
    ]
    let seconds = try Rounds.interleaved(bench.count(5, quick: 1), questions) {
      (question) throws(BenchmarkError) in try paginator.ask(question, for: "seconds")
    }.map { Samples($0) }
    outcome.rows.append(
      Row(
        "2,000 lists of one page", .seconds, seconds[1],
        beside: Row.Peer(name: "one list of 2,000 pages", theirs: seconds[0]),
        goal: .ratioAtMost(1.3)))
  }

  /// The peak memory of `fetch --each` over few parents and many.
  private mutating func measureMemory() throws(BenchmarkError) {
    var peaks: [Double] = []
    let counts = [1_000, bench.count(200_000, quick: 5_000)]
    for count in counts {
      let ids = (1...count).map { "\($0)\n" }.joined()
      let values = try bench.folder.file("parents_\(count).txt", Array(ids.utf8))
      let child = try TimedProcess(
        [
          bench.tools.paginator, "fetch",
          "\(api.url)/page?gzip=0&items=1&session=p{item}&page=:currentPage", "--items", "articles",
          "--each", values, "--quiet", "-o", bench.folder.path + "/items.ndjson",
        ], output: .nowhere, secondsMax: 600)
      peaks.append(child.peakBytesUntilEnd() / 1e6)
      try child.finish()
    }
    outcome.rows.append(
      Row(
        "a list for each of \(counts[1]) parents: peak memory", .megabytes, Samples([peaks[1]]),
        beside: Row.Peer(name: "of 1,000 parents", theirs: Samples([peaks[0]])),
        goal: .ratioAtMost(1.2)))
  }

  private func question(
    _ task: String, items: Int, parents: Int, pages: Int, latency: Int = 0
  ) -> JSONValue {
    let wait = latency > 0 ? "&latency=\(latency)" : ""
    return [
      "task": .string(task), "pages": .integer(pages), "more": [.integer(parents)],
      "url": .string("\(api.url)/page?gzip=0&items=\(items)\(wait)"),
    ]
  }
}
