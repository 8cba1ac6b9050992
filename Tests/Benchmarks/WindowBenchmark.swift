import SampleAPI
import TestInput

/// Windows on collections, small and large, and many open paginators.
struct WindowBenchmark {
  static let benchmark = Benchmark(name: "window", title: "windows and open paginators") {
    (bench) throws(BenchmarkError) in try WindowBenchmark(bench).measure()
  }

  private static let perPage = 100
  private static let largeCount = 1_000_000
  private static let smallCount = 10_000
  private static let paginatorCount = 10_000
  /// A collection of any size has room for no more pages than this, so that the small one is not
  /// simply held.
  private static let heldPagesMax = 2
  /// A fault that never comes: it keeps the sample API from caching its answers, of which it could
  /// hold all of the small collection's.
  private static let uncached = "&fault=html@p2000000"
  private static let restSeconds = 0.2

  private let bench: Bench
  private let api: SampleServer
  private var outcome = Benchmark.Outcome()

  private init(_ bench: Bench) throws(BenchmarkError) {
    self.bench = bench
    api = try SampleServer.made(items: Self.largeCount, itemBytes: 1)
  }

  private consuming func measure() throws(BenchmarkError) -> Benchmark.Outcome {
    defer { api.stop() }
    try measureHeldWindow()
    try measureRandomWindows()
    try measureLargeCollection()
    try measureOpenPaginators()
    return outcome
  }

  /// A window on a held page beside a state; what the bytes take is found by a server that only
  /// frames, with answers of either size.
  private mutating func measureHeldWindow() throws(BenchmarkError) {
    let server = try connected([bench.tools.paginator])
    try server.call(open("p", items: Self.smallCount))
    let window = { (number: Int) in Self.window(number + 10, "p", start: 0) }
    let state = { (number: Int) in
      WireClient.request(number + 10, "paginator/state", WireBenchmark.stateParams)
    }
    try server.call(Self.window(3, "p", start: 0))
    let windowBytes = server.answerBytes
    try server.call(state(0))
    let stateBytes = server.answerBytes
    let echoes = try [windowBytes, stateBytes].map { (bytes) throws(BenchmarkError) in
      try connected(ChildTask.words(EchoServer.task, "\(bytes)"))
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
  }

  /// Random pages of a large and of a small collection, none of them held.
  private mutating func measureRandomWindows() throws(BenchmarkError) {
    let clients = [try connected([bench.tools.paginator]), try connected([bench.tools.paginator])]
    let sizes = [Self.largeCount, Self.smallCount]
    for (client, size) in zip(clients, sizes) {
      try client.call(open("p", items: size, heldPagesMax: Self.heldPagesMax, more: Self.uncached))
      try client.call(Self.window(3, "p", start: 0))
    }
    let count = bench.count(1_000, quick: 300)
    var random = SeededGenerator(seed: 7)
    let costs = try Rounds.interleaved(bench.count(9, quick: 3), [0, 1]) {
      (which) throws(BenchmarkError) in
      let (client, size) = (clients[which], sizes[which])
      let before = ProcessFacts.processorSeconds(client.process.pid)
      let trips = try client.roundTrips(count) { number in
        let page = random.below(size / Self.perPage)
        return Self.window(number + 10, "p", start: page * Self.perPage)
      }
      let after = ProcessFacts.processorSeconds(client.process.pid)
      try client.expectNoErrors("paginator/items")
      return (processor: (after - before) / Double(count), trip: Samples(trips).median)
    }
    for (name, cost, goal) in [
      ("processor time", \(processor: Double, trip: Double).processor, Row.Goal.ratioAtMost(1.25)),
      ("round trip", \(processor: Double, trip: Double).trip, nil),
    ] {
      outcome.rows.append(
        Row(
          "a page of 1,000,000 items, not held: \(name)", .microseconds,
          Samples(costs[0].map { $0[keyPath: cost] * 1e6 }),
          beside: Row.Peer(
            name: "10,000 items", theirs: Samples(costs[1].map { $0[keyPath: cost] * 1e6 })),
          goal: goal))
    }
  }

  /// Windows anywhere, with the usual number of held pages.
  private mutating func measureLargeCollection() throws(BenchmarkError) {
    let client = try connected([bench.tools.paginator])
    try client.call(open("p", items: Self.largeCount))
    try client.call(Self.window(3, "p", start: 0))
    let count = bench.count(10_000, quick: 1_000)
    var random = SeededGenerator(seed: 8)
    let trips = try client.roundTrips(count) { number in
      let start = random.below(Self.largeCount - Self.perPage)
      return Self.window(number + 10, "p", start: start)
    }
    try client.expectNoErrors("paginator/items")
    outcome.rows.append(
      Row(
        "\(count) random windows on 1,000,000 items: each", .milliseconds,
        Samples(trips).median * 1e3))
    outcome.rows.append(
      Row(
        "\(count) random windows on 1,000,000 items: peak memory", .megabytes,
        ProcessFacts.peakBytes(client.process.pid) / 1e6, goal: .valueAtMost(30)))
  }

  /// What each of many open paginators takes.
  private mutating func measureOpenPaginators() throws(BenchmarkError) {
    let client = try connected([bench.tools.paginator])
    try client.call(open("first", items: Self.smallCount))
    Clock.sleep(Self.restSeconds)
    let before = ProcessFacts.residentBytes(client.process.pid)
    for number in 0..<Self.paginatorCount {
      try client.call(open("p\(number)", items: Self.smallCount))
    }
    try client.expectNoErrors("paginator/open")
    Clock.sleep(Self.restSeconds)
    let after = ProcessFacts.residentBytes(client.process.pid)
    outcome.rows.append(
      Row(
        "memory of each of 10,000 open paginators", .kilobytes,
        (after - before) / Double(Self.paginatorCount) / 1e3, goal: .valueAtMost(6)))
  }

  private func connected(_ words: [String]) throws(BenchmarkError) -> WireClient {
    let client = try WireClient(words, secondsMax: 300)
    try client.initialize()
    try client.settle()
    return client
  }

  private func open(
    _ id: String, items: Int, heldPagesMax: Int = 64, more: String = ""
  ) -> [UInt8] {
    let params = """
      {"paginatorId":"\(id)","url":"\(api.url)/page?gzip=0&items=\(items)&page=:currentPage\
      &per_page=:perPage\(more)","pagination":{"strategy":"page"},"perPage":\(Self.perPage),\
      "itemsPath":"articles","paginationMapping":{"pagination.total_objects":"objectCount"},\
      "limits":{"heldPagesMax":\(heldPagesMax)}}
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
