import SampleAPI
import System

/// Pages over TLS and HTTP/2 from an API that takes its time.
struct HTTP2Benchmark {
  static let benchmark = Benchmark(name: "http2", title: "TLS, HTTP/2 and latency") {
    (bench) throws(BenchmarkError) in try measure(bench)
  }

  private static let pageCount = 400
  private static let perPage = 20
  private static let latencyMilliseconds = 50
  private static let concurrency = 8

  private let bench: Bench
  private let front: TLSFront
  private let curl: String
  private var outcome = Benchmark.Outcome()

  private static func measure(_ bench: Bench) throws(BenchmarkError) -> Benchmark.Outcome {
    guard let nghttpx = bench.tools.nghttpx, let openssl = bench.tools.openssl,
      let curl = bench.tools.curl
    else {
      return Benchmark.Outcome(
        notes: ["needs nghttpx (Debian: nghttp2-proxy), openssl and curl in PATH"])
    }
    let api = try SampleServer.made(items: pageCount * perPage)
    defer { api.stop() }
    let front = try TLSFront(
      nghttpx, openssl: openssl, curl: curl, folder: bench.folder, api: api.url)
    var benchmark = HTTP2Benchmark(bench: bench, front: front, curl: curl)
    try benchmark.measureLatency()
    try benchmark.measureFirstPage()
    try benchmark.measureConnections()
    return benchmark.outcome
  }

  private init(bench: Bench, front: TLSFront, curl: String) {
    (self.bench, self.front, self.curl) = (bench, front, curl)
  }

  /// A walk beside what arithmetic allows: pages / 8 x 50 ms.
  private mutating func measureLatency() throws(BenchmarkError) {
    let pages = bench.count(Self.pageCount, quick: Self.pageCount / 4)
    let limit = Double(pages * Self.latencyMilliseconds) / Double(Self.concurrency) / 1e3
    var seconds: [Double] = []
    for _ in 0..<bench.count(5, quick: 2) {
      let client = try WireClient.ready([bench.tools.paginator])
      try client.call(open("p", latency: Self.latencyMilliseconds))
      let params = """
        {"paginatorId":"p","maxPages":\(pages),"concurrency":\(Self.concurrency),\
        "partialResultToken":"t"}
        """
      var delivered = 0
      let began = Clock.wallSeconds
      try client.call(WireClient.request(3, "paginator/loadAll", params)) { delivered += 1 }
      seconds.append(Clock.wallSeconds - began)
      try client.expectNoErrors("paginator/loadAll")
      guard delivered >= pages else {
        throw .unexpectedAnswer(to: "paginator/loadAll", "\(delivered) pages")
      }
    }
    outcome.rows.append(
      Row(
        "walk of \(pages) pages of 50 ms, 8 at a time, HTTP/2 over TLS, the first connection too",
        .seconds, Samples(seconds),
        beside: Row.Peer(name: "arithmetic limit", theirs: Samples(seconds.map { _ in limit })),
        goal: .ratioAtMost(1.1)))
    guard try front.entries().last?.protocolName == "h2" else {
      throw .unexpectedAnswer(to: "the walk", "another protocol than HTTP/2")
    }
  }

  /// Who brings the first page.
  private enum FirstPage: CaseIterable {
    case server, fetch, curl
  }

  /// The first page that a server gets, whose editor has started it before, and that of a new
  /// process.
  private mutating func measureFirstPage() throws(BenchmarkError) {
    let milliseconds = try Rounds.interleaved(
      bench.count(25, quick: 7) + 1, FirstPage.allCases
    ) { (contestant) throws(BenchmarkError) in
      try secondsToFirstPage(contestant) * 1e3
    }.map { Samples(Array($0.dropFirst())) }
    let curl = Row.Peer(name: "curl", theirs: milliseconds[2])
    outcome.rows += [
      Row(
        "the first page over TLS, open and loadNextPage", .milliseconds, milliseconds[0],
        beside: curl, goal: .ratioAtMost(1)),
      Row(
        "the first page over TLS, the whole process", .milliseconds, milliseconds[1],
        beside: curl, goal: .ratioAtMost(1)),
    ]
  }

  private func secondsToFirstPage(_ contestant: FirstPage) throws(BenchmarkError) -> Double {
    let url = "\(front.url)/page?gzip=0&per_page=\(Self.perPage)&page="
    switch contestant {
    case .server:
      let client = try WireClient.ready([bench.tools.paginator])
      let began = Clock.wallSeconds
      try client.call(open("p", latency: 0))
      try client.call(next("p"))
      let seconds = Clock.wallSeconds - began
      try client.expectNoErrors("paginator/loadNextPage")
      return seconds
    case .fetch:
      return try seconds(of: [
        bench.tools.paginator, "fetch", url + ":currentPage", "--ca-file", front.certificate,
        "--max-pages", "1", "--items", "articles", "--quiet",
      ])
    case .curl:
      return try seconds(of: [curl, "--silent", "--cacert", front.certificate, url + "1"])
    }
  }

  private func seconds(of command: [String]) throws(BenchmarkError) -> Double {
    let began = Clock.wallSeconds
    let child = try TimedProcess(command, output: .nowhere)
    try child.finish(with: [0, 3])  // 3: `--max-pages` ended it.
    return Clock.wallSeconds - began
  }

  /// Which connections many paginators of one process use.
  private mutating func measureConnections() throws(BenchmarkError) {
    let before = try front.entries().count
    let client = try WireClient.ready([bench.tools.paginator])
    let paginators = 20
    for number in 0..<paginators {
      try client.call(open("p\(number)", latency: 0))
      try client.call(next("p\(number)"))
    }
    let entries = try front.entries().dropFirst(before)
    try client.expectNoErrors("paginator/loadNextPage")
    guard entries.count == paginators else {
      throw .unexpectedAnswer(to: "paginator/loadNextPage", "\(entries.count) requests")
    }
    outcome.rows.append(
      Row(
        "20 paginators of one origin: connections", .count, Double(Set(entries.map(\.port)).count),
        goal: .valueAtMost(1)))
  }

  private func open(_ id: String, latency: Int) -> [UInt8] {
    let params = """
      {"paginatorId":"\(id)","url":"\(front.url)/page?gzip=0&latency=\(latency)&page=:currentPage\
      &per_page=:perPage","perPage":\(Self.perPage),"itemsPath":"articles",\
      "paginationMapping":{"pagination.total_objects":"objectCount"},\
      "fetching":{"caFile":"\(front.certificate)"}}
      """
    return WireClient.request(2, "paginator/open", params)
  }

  private func next(_ id: String) -> [UInt8] {
    WireClient.request(3, "paginator/loadNextPage", #"{"paginatorId":"\#(id)"}"#)
  }
}
