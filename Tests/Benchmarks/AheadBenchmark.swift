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
  /// By then the page is there, also on a machine that does something else.
  private static let restSeconds = 0.1
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
    try measurePagesWithWork()
    try measurePageThatIsThere()
    return outcome
  }

  private mutating func measurePagesWithWork() throws(BenchmarkError) {
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
  }

  /// A page that is there beside twice the round trip of a state and a millisecond.
  private mutating func measurePageThatIsThere() throws(BenchmarkError) {
    let client = try connected(ahead: 1, latency: 0)
    try client.call(Self.next(0))
    let pageBytes = client.answerBytes
    var pages: [Double] = []
    var states: [Double] = []
    for number in 1..<Self.pageCount {
      Clock.sleep(Self.restSeconds)
      states += try client.roundTrips(1) {
        WireClient.request($0 + 1_000, "paginator/state", Self.stateParams)
      }
      pages += try client.roundTrips(1) { _ in Self.next(number) }
    }
    try client.expectNoErrors("paginator/loadNextPage")
    let bound = Samples(states).median * 2e6 + 1e3
    outcome.rows.append(
      Row(
        "a page that is there, round trip p50", .microseconds,
        Samples([Samples(pages).median * 1e6]),
        beside: Row.Peer(name: "twice a state and 1 ms", theirs: Samples([bound])),
        goal: .ratioAtMost(1)))
    outcome.notes.append("the answer with a page that is there has \(pageBytes) bytes")
  }

  private func connected(ahead: Int, latency: Int) throws(BenchmarkError) -> WireClient {
    let client = try WireClient([bench.tools.paginator])
    try client.initialize()
    try client.settle()
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
