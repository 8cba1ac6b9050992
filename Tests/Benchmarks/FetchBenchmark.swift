import SampleAPI
import System

/// `paginator fetch`, a whole process, beside curl with a range of URLs.
enum FetchBenchmark {
  static let benchmark = Benchmark(name: "fetch", title: "the command line, beside curl") {
    (bench) throws(BenchmarkError) in try measure(bench)
  }

  private static let pageCount = 200
  private static let perPage = 100

  private static func measure(_ bench: Bench) throws(BenchmarkError) -> Benchmark.Outcome {
    guard let curl = bench.tools.curl else {
      return Benchmark.Outcome(notes: ["no curl in PATH: rows beside it are left out"])
    }
    let api = try SampleServer.made(items: pageCount * perPage)
    defer { api.stop() }
    let url = "\(api.url)/page?gzip=0&per_page=\(perPage)"
    let commands = [
      [bench.tools.paginator, "fetch", url],
      [curl, "--silent", "\(url)&page=[1-\(pageCount)]"],
    ]
    let bytesMin = pageCount * perPage * SampleOptions().itemBytes
    let seconds = try Rounds.interleaved(bench.count(15, quick: 5) + 1, commands) {
      (command) throws(BenchmarkError) in
      let output = "\(bench.folder.path)/pages"
      let began = Clock.wallSeconds
      try TimedProcess.run(command, output: .file(output))
      let seconds = Clock.wallSeconds - began
      let bytes = WholeFile.size(output)
      guard bytes >= bytesMin else {
        throw .unexpectedAnswer(to: command.joined(separator: " "), "\(bytes) bytes")
      }
      return seconds
    }
    let samples = seconds.map { Samples($0.dropFirst().map { $0 * 1e3 }) }
    return Benchmark.Outcome(rows: [
      Row(
        "fetch of 200 pages, the whole process", .milliseconds, samples[0],
        beside: Row.Peer(name: "curl", theirs: samples[1]), goal: .ratioAtMost(1.5))
    ])
  }
}
