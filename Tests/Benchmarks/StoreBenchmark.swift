import JSON
import System

/// `paginator fetch` into SQLite, beside sqlite-utils, dlt and what Python's sqlite3 takes alone.
struct StoreBenchmark {
  static let benchmark = Benchmark(name: "store", title: "items into SQLite") {
    (bench) throws(BenchmarkError) in try StoreBenchmark(bench).measure()
  }

  private static let items = 100_000
  private static let perPage = 1_000
  private static let manyItems = 1_000_000
  private static let manyPerPage = 100
  private static let secondsMax = 900

  private let bench: Bench
  private let environment: VirtualEnvironment?
  private var hasUtils = false
  private var hasDLT = false
  private var outcome = Benchmark.Outcome()

  private init(_ bench: Bench) throws(BenchmarkError) {
    self.bench = bench
    guard let python = bench.tools.python else {
      environment = nil
      outcome.notes.append("no python3 in PATH: nothing to measure with")
      return
    }
    let environment = try VirtualEnvironment(python, bench.folder)
    self.environment = environment
    hasUtils = environment.install("sqlite-utils")
    hasDLT = environment.install("dlt[sqlalchemy]")
    if !hasUtils { outcome.notes.append("no sqlite-utils: pip could not install it") }
    if !hasDLT { outcome.notes.append("no dlt: pip could not install it") }
  }

  private consuming func measure() throws(BenchmarkError) -> Benchmark.Outcome {
    guard let environment else { return outcome }
    let scripts = try Scripts(bench, environment)
    let api = try API(scripts, items: Self.items, perPage: Self.perPage)
    try fetch(api.url, to: scripts.lines, perPage: Self.perPage)
    var first: [String: [Double]] = [:]
    var again: [String: [Double]] = [:]
    for round in 0..<bench.count(5, quick: 1) {
      try measureRound(round, api, scripts, &first, &again)
    }
    addRows("100,000 items into a new table", first, utils: 8, dlt: 20)
    addRows("the same again, all unchanged", again, utils: 8, dlt: 20)
    if hasDLT { outcome.notes.append("dlt's second run is left out: it takes over seven minutes") }
    let rates = (first["store"] ?? []).map { Double(Self.items) / $0 }
    outcome.notes.append(
      "rows a second into a new table: \(Samples.decimal(Samples(rates).median, 0))")
    try measureMemory(scripts)
    return outcome
  }

  // MARK: Speed

  private func measureRound(
    _ round: Int, _ api: API, _ scripts: Scripts, _ first: inout [String: [Double]],
    _ again: inout [String: [Double]]
  ) throws(BenchmarkError) {
    let base = "\(bench.folder.path)/\(round)"
    func seconds(_ body: () throws(BenchmarkError) -> Void) throws(BenchmarkError) -> Double {
      let began = Clock.wallSeconds
      try body()
      return Clock.wallSeconds - began
    }
    for isAgain in [false, true] {
      var taken: [String: Double] = [:]
      taken["store"] = try seconds { () throws(BenchmarkError) in
        try fetch(api.url, to: base + ".sqlite", perPage: Self.perPage)
      }
      taken["ndjson"] = try seconds { () throws(BenchmarkError) in
        try fetch(api.url, to: base + ".ndjson", perPage: Self.perPage)
      }
      taken["floor"] = try scripts.seconds(
        "floor.py", [scripts.lines, base + ".floor", isAgain ? "again" : "first"])
      if hasUtils {
        taken["utils"] = try seconds { () throws(BenchmarkError) in
          try TimedProcess.run(
            [
              scripts.folder + "/python/bin/sqlite-utils", isAgain ? "upsert" : "insert",
              base + ".utils", "items", scripts.lines, "--nl", "--pk", "id",
            ], secondsMax: Self.secondsMax)
        }
      }
      // Its merge compares each row with each: the second run takes more than seven minutes.
      if hasDLT, !isAgain {
        taken["dlt"] = try scripts.seconds(
          "dlt_peer.py", [api.url, base + ".dlt", String(Self.items / Self.perPage)])
      }
      for (name, seconds) in taken {
        if isAgain { again[name, default: []].append(seconds) }
        if !isAgain { first[name, default: []].append(seconds) }
      }
    }
  }

  private mutating func addRows(
    _ what: String, _ seconds: [String: [Double]], utils: Double, dlt: Double
  ) {
    func samples(_ name: String) -> Samples? { seconds[name].map { Samples($0) } }
    guard let store = samples("store"), let floor = seconds["floor"],
      let lines = seconds["ndjson"]
    else { return }
    let sum = Samples(zip(floor, lines).map { $0 + $1 })
    outcome.rows.append(
      Row(
        what, .seconds, store, beside: Row.Peer(name: "NDJSON + executemany", theirs: sum),
        goal: .ratioAtMost(1.3)))
    for (name, title, times) in [("utils", "sqlite-utils", utils), ("dlt", "dlt", dlt)] {
      guard let theirs = samples(name) else { continue }
      outcome.rows.append(
        Row(
          what, .seconds, store, beside: Row.Peer(name: title, theirs: theirs),
          goal: .ratioAtMost(1 / times)))
    }
  }

  private func fetch(
    _ url: String, to output: String, perPage: Int
  ) throws(BenchmarkError) {
    try TimedProcess.run(command(url, output, perPage), secondsMax: Self.secondsMax)
  }

  private func command(_ url: String, _ output: String, _ perPage: Int) -> [String] {
    [
      bench.tools.paginator, "fetch", "\(url)?page=:currentPage", "--items", "items",
      "--per-page", String(perPage), "--identity", "id", "--output", output, "--quiet", "--open",
      #"{"paginationMapping": {"total": "objectCount"}}"#,
    ]
  }

  // MARK: Memory

  private mutating func measureMemory(_ scripts: Scripts) throws(BenchmarkError) {
    if bench.options.isQuick { return }
    let api = try API(scripts, items: Self.manyItems, perPage: Self.manyPerPage)
    let child = try TimedProcess(
      command(api.url, "\(bench.folder.path)/many.sqlite", Self.manyPerPage), output: .nowhere,
      secondsMax: Self.secondsMax)
    let peak = child.peakBytesUntilEnd()
    try child.finish()
    outcome.rows.append(
      Row(
        "a million items, 100 a page: peak memory", .megabytes, peak / 1e6, goal: .valueAtMost(40)))
  }
}

/// The Python programs, as files.
private struct Scripts {
  let folder: String
  let python: String
  /// The items, one a line, for those that are fed from a file.
  let lines: String

  init(_ bench: Bench, _ environment: VirtualEnvironment) throws(BenchmarkError) {
    folder = bench.folder.path
    python = environment.python
    lines = folder + "/items.ndjson"
    let scripts = [
      ("api.py", StoreScripts.api), ("floor.py", StoreScripts.floor),
      ("dlt_peer.py", StoreScripts.dlt),
    ]
    for (name, text) in scripts { _ = try bench.folder.file(name, Array(text.utf8)) }
  }

  /// Runs a program that prints the seconds that it took.
  func seconds(_ name: String, _ arguments: [String]) throws(BenchmarkError) -> Double {
    let peer = try PeerProcess([python, "\(folder)/\(name)"] + arguments, secondsMax: 900)
    return try peer.ask(.null, for: "seconds")
  }
}

/// A loopback API that runs as long as this value is there.
private final class API {
  let url: String
  private let process: PeerProcess

  init(_ scripts: Scripts, items: Int, perPage: Int) throws(BenchmarkError) {
    process = try PeerProcess(
      [scripts.python, "\(scripts.folder)/api.py", String(items), String(perPage)],
      secondsMax: 3_600)
    let port = try process.ask(.null, for: "port")
    url = "http://127.0.0.1:\(Int(port))/items"
  }
}
