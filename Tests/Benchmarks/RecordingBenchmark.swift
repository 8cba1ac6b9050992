import SampleAPI
import System

/// `paginator fetch` with a recording: what writing one costs, and how soon a long one can be
/// replayed.
enum RecordingBenchmark {
  static let benchmark = Benchmark(name: "recording", title: "recordings, beside the network") {
    (bench) throws(BenchmarkError) in try measure(bench)
  }

  private static let pageCount = 1_000
  private static let perPage = 100
  /// What an API takes that is near.
  private static let latencyMilliseconds = 5
  private static let longTapeBytes = 500_000_000
  /// What `fetch` ends with where `--max-items` ended it.
  private static let cappedStatus: Int32 = 3

  /// What a process took.
  private struct Cost {
    let wallSeconds: Double
    let processorSeconds: Double
    var peakBytes = 0.0
  }

  private static func measure(_ bench: Bench) throws(BenchmarkError) -> Benchmark.Outcome {
    let api = try SampleServer.made(items: pageCount * perPage)
    defer { api.stop() }
    let tape = "\(bench.folder.path)/tape.har"
    let walk = [
      bench.tools.paginator, "fetch", "\(api.url)/page?gzip=0&per_page=\(perPage)", "--quiet",
    ]
    let again = ["--record-over", "\(bench.folder.path)/again.har"]
    var distant = walk
    distant[2] += "&latency=\(latencyMilliseconds)"
    let commands = [walk, walk + again, distant, distant + again]
    try TimedProcess.run(walk + ["--record", tape])
    let costs = try Rounds.interleaved(bench.count(7, quick: 3) + 1, commands) {
      (command) throws(BenchmarkError) in try cost(of: command)
    }
    let measured = costs.map { Array($0.dropFirst()) }
    func wall(_ index: Int) -> Samples {
      Samples(measured[index].map { $0.wallSeconds * 1e3 / Double(pageCount) })
    }
    var rows = [
      Row(
        "1,000 pages of 18.5 KB, recorded: time, per page", .milliseconds, wall(1),
        beside: Row.Peer(name: "not recorded", theirs: wall(0)), goal: .ratioAtMost(1.1)),
      Row(
        "1,000 pages of an API of \(latencyMilliseconds) ms, recorded: time, per page",
        .milliseconds, wall(3),
        beside: Row.Peer(name: "not recorded", theirs: wall(2)), goal: .ratioAtMost(1.1)),
    ]
    if !bench.options.isQuick { rows += try longTape(bench, tape, api.url) }
    return Benchmark.Outcome(rows: rows)
  }

  /// The first item of a recording of 500 MB.
  private static func longTape(
    _ bench: Bench, _ tape: String, _ url: String
  ) throws(BenchmarkError) -> [Row] {
    let long = "\(bench.folder.path)/long.har"
    try makeLong(long, from: tape)
    let command = [
      bench.tools.paginator, "fetch", "\(url)/page?gzip=0&per_page=\(perPage)", "--quiet",
      "--max-items", "1", "--replay", long,
    ]
    var costs: [Cost] = []
    for _ in 0..<5 {
      costs.append(try cost(of: command, status: cappedStatus, watchesMemory: true))
    }
    return [
      Row(
        "a recording of 500 MB: processor time to the first item", .seconds,
        Samples(costs.map(\.processorSeconds)), goal: .valueAtMost(2)),
      Row(
        "a recording of 500 MB: peak memory", .megabytes, Samples(costs.map { $0.peakBytes / 1e6 }),
        goal: .valueAtMost(100)),
    ]
  }

  /// Writes the entries of a recording again and again.
  private static func makeLong(_ path: String, from tape: String) throws(BenchmarkError) {
    let bytes = try WholeFile.read(tape)
    let tail = Array("\n]}}\n".utf8)
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), bytes.count > end + tail.count else {
      throw .unexpectedAnswer(to: "fetch --record", "\(bytes.count) bytes")
    }
    let entries = Array(bytes[(end + 1)..<(bytes.count - tail.count)])
    try WholeFile.write(path, Array(bytes[...end]))
    let separator = Array(",\n".utf8)
    for _ in 1..<(longTapeBytes / entries.count) {
      try WholeFile.write(path, entries + separator, for: .appending)
    }
    try WholeFile.write(path, entries + tail, for: .appending)
  }

  private static func cost(
    of command: [String], status expected: Int32 = 0, watchesMemory: Bool = false
  ) throws(BenchmarkError) -> Cost {
    let processorBefore = ProcessFacts.processorSecondsOfChildren
    let began = Clock.wallSeconds
    let child = try TimedProcess(command, output: .nowhere)
    let peak = watchesMemory ? child.peakBytesUntilEnd() : 0
    try child.finish(with: [expected])
    return Cost(
      wallSeconds: Clock.wallSeconds - began,
      processorSeconds: ProcessFacts.processorSecondsOfChildren - processorBefore, peakBytes: peak)
  }
}
