import SampleAPI
import System

/// What a page costs of the processor, of `paginator fetch` beside curl and of a server beside
/// `fetch`: instructions, as valgrind counts them. They are the same on a busy machine, so that a few
/// percent can be seen.
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
    defer { api.stop() }
    let output = "\(bench.folder.path)/pages"
    func instructions(
      _ command: (Int) -> [String], input: (Int) -> String = { _ in "" }
    ) throws(BenchmarkError) -> Samples {
      func count(_ pages: Int) throws(BenchmarkError) -> Double {
        try InstructionsBenchmark.count(
          valgrind, command(pages), Array(input(pages).utf8), bench.folder, output)
      }
      let (fewer, more) = (try count(pageCounts.fewer), try count(pageCounts.more))
      return Samples([(more - fewer) / Double(pageCounts.more - pageCounts.fewer)])
    }
    let url = "\(api.url)/page?gzip=0&per_page=\(perPage)"
    let ours = try instructions { pages in
      [bench.tools.paginator, "fetch", "\(url)&items=\(pages * perPage)"]
    }
    let theirs = try instructions { pages in [curl, "--silent", "\(url)&page=[1-\(pages)]"] }
    let held = try instructions { _ in
      [bench.tools.paginator, "serve"]
    } input: { pages in
      loads(url, pages)
    }
    return Benchmark.Outcome(rows: [
      Row(
        "fetch, instructions a page", .instructions, ours,
        beside: Row.Peer(name: "curl", theirs: theirs), goal: .ratioAtMost(6)),
      Row(
        "loadNextPage while 64 pages are held, instructions a page", .instructions, held,
        beside: Row.Peer(name: "fetch", theirs: ours), goal: .ratioAtMost(1)),
    ])
  }

  /// What a client writes to load so many pages, one after the other.
  private static func loads(_ url: String, _ pages: Int) -> String {
    func request(_ id: Int, _ method: String, _ params: String) -> String {
      #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(params)}}"# + "\n"
    }
    let open =
      #""paginatorId":"a","url":"\#(url)&page=:currentPage","itemsPath":"articles","#
      + #""pagination":{"strategy":"page"}"#
    return request(0, "initialize", "") + request(1, "paginator/open", open)
      + (0..<pages).map { request($0 + 2, "paginator/loadNextPage", #""paginatorId":"a""#) }
      .joined()
  }

  /// How many instructions a command takes, all of its threads together.
  private static func count(
    _ valgrind: String, _ command: [String], _ input: [UInt8], _ folder: TemporaryFolder,
    _ output: String
  ) throws(BenchmarkError) -> Double {
    let report = "\(folder.path)/instructions"
    let process = try TimedProcess(
      [
        valgrind, "--quiet", "--tool=callgrind", "--fair-sched=yes",
        "--callgrind-out-file=\(report)",
      ] + command, output: .file(output), secondsMax: 300)
    try process.write(input)
    try process.finish()
    let lines = String(decoding: try WholeFile.read(report), as: UTF8.self).split(separator: "\n")
    guard let line = lines.last(where: { $0.hasPrefix("totals: ") }),
      let number = Double(line.dropFirst("totals: ".count))
    else { throw .unexpectedAnswer(to: valgrind, "no totals in \(report)") }
    return number
  }
}
