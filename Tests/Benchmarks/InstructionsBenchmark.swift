import SampleAPI
import System

/// What a page of `paginator fetch` costs of the processor, beside curl: instructions, as valgrind
/// counts them. They are the same on a busy machine, so that a few percent can be seen.
enum InstructionsBenchmark {
  static let benchmark = Benchmark(
    name: "instructions", title: "instructions a page, counted by valgrind"
  ) { (bench) throws(BenchmarkError) in try measure(bench) }

  /// The start is in both, and not in the difference.
  private static let pageCounts = (fewer: 100, more: 300)
  private static let perPage = 100

  private static func measure(_ bench: Bench) throws(BenchmarkError) -> Benchmark.Outcome {
    guard let valgrind = bench.tools.valgrind, let curl = bench.tools.curl else {
      return Benchmark.Outcome(notes: ["no valgrind or no curl in PATH: no instructions"])
    }
    let api = try SampleServer.made(items: pageCounts.more * perPage)
    api.start()
    defer { api.stop() }
    let output = "\(bench.folder.path)/pages"
    func instructions(_ command: (Int) -> [String]) throws(BenchmarkError) -> Samples {
      let fewer = try count(valgrind, command(pageCounts.fewer), bench.folder, output)
      let more = try count(valgrind, command(pageCounts.more), bench.folder, output)
      return Samples([(more - fewer) / Double(pageCounts.more - pageCounts.fewer)])
    }
    let url = "\(api.url)/page?gzip=0&per_page=\(perPage)"
    let ours = try instructions { pages in
      [bench.tools.paginator, "fetch", "\(url)&items=\(pages * perPage)"]
    }
    let theirs = try instructions { pages in [curl, "--silent", "\(url)&page=[1-\(pages)]"] }
    return Benchmark.Outcome(rows: [
      Row(
        "fetch, instructions a page", .instructions, ours,
        beside: Row.Peer(name: "curl", theirs: theirs), goal: .ratioAtMost(6))
    ])
  }

  /// How many instructions a command takes, all of its threads together.
  private static func count(
    _ valgrind: String, _ command: [String], _ folder: TemporaryFolder, _ output: String
  ) throws(BenchmarkError) -> Double {
    let report = "\(folder.path)/instructions"
    try TimedProcess.run(
      [
        valgrind, "--quiet", "--tool=callgrind", "--fair-sched=yes",
        "--callgrind-out-file=\(report)",
      ] + command, output: .file(output), secondsMax: 300)
    let lines = String(decoding: try WholeFile.read(report), as: UTF8.self).split(separator: "\n")
    guard let line = lines.last(where: { $0.hasPrefix("totals: ") }),
      let number = Double(line.dropFirst("totals: ".count))
    else { throw .unexpectedAnswer(to: valgrind, "no totals in \(report)") }
    return number
  }
}
