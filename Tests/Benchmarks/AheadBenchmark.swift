import SampleAPI

/// Pages one after the other, with work by the client after each, with and without the next page
/// requested ahead.
struct AheadBenchmark {
  static let benchmark = Benchmark(name: "ahead", title: "the next page, requested ahead") {
    (bench) throws(BenchmarkError) in try AheadBenchmark(bench).measure()
  }

  private static let pageCount = 50
  private static let perPage = 50
  /// With these, a page has about 10 KB.
  private static let itemBytes = 200
  private static let latencyMilliseconds = 20
  /// What the client does after each page.
  private static let workSeconds = 0.02
  private static let stateParams = #"{"paginatorId":"p"}"#

  private let bench: Bench
  private let api: SampleServer
  private var outcome = Benchmark.Outcome()

  private init(_ bench: Bench) throws(BenchmarkError) {
    self.bench = bench
    api = try SampleServer.made(
      items: Self.perPage * (Self.pageCount + 2), itemBytes: Self.itemBytes)
  }

  private consuming func measure() throws(BenchmarkError) -> Benchmark.Outcome {
    defer { api.stop() }
    let rounds = bench.count(5, quick: 2)
    let seconds = try Rounds.interleaved(rounds, [1, 0]) { (ahead) throws(BenchmarkError) in
      let client = try connected(ahead: ahead, latency: Self.latencyMilliseconds)
      let began = Clock.wallSeconds
      for number in 0..<Self.pageCount {
        try client.call(Self.next(number))
        Clock.sleep(Self.workSeconds)
      }
      let seconds = Clock.wallSeconds - began
      try client.expectNoErrors("paginator/loadNextPage")
      return seconds
    }
    outcome.rows.append(
      Row(
        "50 next pages of 20 ms latency, each with 20 ms of the client's work", .seconds,
        Samples(seconds[0]),
        beside: Row.Peer(name: "not ahead", theirs: Samples(seconds[1])),
        goal: .ratioAtMost(0.6)))
    return outcome
  }

  private func connected(ahead: Int, latency: Int) throws(BenchmarkError) -> WireClient {
    let client = try WireClient.ready([bench.tools.paginator])
    let params = """
      {"paginatorId":"p","url":"\(api.url)/page?latency=\(latency)&page=:currentPage\
      &per_page=:perPage","pagination":{"strategy":"page"},"perPage":\(Self.perPage),\
      "itemsPath":"articles","prefetch":{"pages":\(ahead)}}
      """
    try client.call(WireClient.request(2, "paginator/open", params))
    return client
  }

  private static func next(_ number: Int) -> [UInt8] {
    WireClient.request(number + 10, "paginator/loadNextPage", stateParams)
  }
}
