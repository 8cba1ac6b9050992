import SampleAPI

/// A window on pages that are held.
struct WindowBenchmark {
  static let benchmark = Benchmark(name: "window", title: "a window on held pages") {
    (bench) throws(BenchmarkError) in try WindowBenchmark(bench).measure()
  }

  private static let perPage = 100
  private static let itemCount = 10_000

  private let bench: Bench
  private let api: SampleServer
  private var outcome = Benchmark.Outcome()

  private init(_ bench: Bench) throws(BenchmarkError) {
    self.bench = bench
    api = try SampleServer.made(items: Self.itemCount, itemBytes: 1)
  }

  /// A window on a held page beside a state; what the bytes take is found by a server that only
  /// frames, with answers of either size.
  private consuming func measure() throws(BenchmarkError) -> Benchmark.Outcome {
    defer { api.stop() }
    let server = try WireClient.ready([bench.tools.paginator])
    try server.call(open("p"))
    let window = { (number: Int) in Self.window(number + 10, "p", start: 0) }
    let state = { (number: Int) in
      WireClient.request(number + 10, "paginator/state", WireBenchmark.stateParams)
    }
    try server.call(Self.window(3, "p", start: 0))
    let windowBytes = server.answerBytes
    try server.call(state(0))
    let stateBytes = server.answerBytes
    let echoes = try [windowBytes, stateBytes].map { (bytes) throws(BenchmarkError) in
      try WireClient.ready(ChildTask.words(EchoServer.task, "\(bytes)"))
    }
    let contestants = [(server, window), (server, state), (echoes[0], window), (echoes[1], state)]
    let count = bench.count(4_000, quick: 1_000)
    let trips = try Rounds.interleaved(bench.count(7, quick: 3), contestants) {
      (contestant) throws(BenchmarkError) in
      let (client, request) = contestant
      return Samples(try client.roundTrips(count, request)).median * 1e6
    }
    try server.expectNoErrors("paginator/items")
    let bytesCost = max(0, Samples(trips[2]).median - Samples(trips[3]).median)
    outcome.rows.append(
      Row(
        "held window of 100 items, less what its bytes take", .microseconds,
        Samples(trips[0].map { $0 - bytesCost }),
        beside: Row.Peer(name: "paginator/state", theirs: Samples(trips[1])),
        goal: .ratioAtMost(1.5)))
    outcome.notes.append(
      "the \(windowBytes) bytes of a window take \(Samples.decimal(bytesCost, 1)) us more than "
        + "the \(stateBytes) of a state with a server that only frames")
    return outcome
  }

  private func open(_ id: String) -> [UInt8] {
    let params = """
      {"paginatorId":"\(id)","url":"\(api.url)/page?gzip=0&page=:currentPage&per_page=:perPage",\
      "pagination":{"strategy":"page"},"perPage":\(Self.perPage),"itemsPath":"articles",\
      "paginationMapping":{"pagination.total_objects":"objectCount"}}
      """
    return WireClient.request(2, "paginator/open", params)
  }

  private static func window(_ number: Int, _ id: String, start: Int) -> [UInt8] {
    let params = """
      {"paginatorId":"\(id)","start":\(start),"count":\(perPage),"wait":true}
      """
    return WireClient.request(number, "paginator/items", params)
  }
}
