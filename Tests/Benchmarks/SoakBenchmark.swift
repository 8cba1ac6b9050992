import SampleAPI
import TestInput

/// Work without an end: loads, windows, opens and closes, some of them with faults of the API. What
/// the server holds afterwards is what it held after the first tenth, when each paginator has its
/// pages.
struct SoakBenchmark {
  static let benchmark = Benchmark(name: "soak", title: "many loads, opens and closes") {
    (bench) throws(BenchmarkError) in try SoakBenchmark(bench).measure()
  }

  private static let paginatorCount = 50
  private static let perPage = 25
  private static let itemCount = 1_000
  /// Of the items, by page numbers; then links and cursors; then what the API does wrong.
  private static let ways = [
    "/page?page=:currentPage&per_page=:perPage", "/link?per_page=25", "/cursor?limit=25",
    "/page?page=:currentPage&per_page=:perPage&fault=500@p4",
    "/page?page=:currentPage&per_page=:perPage&fault=truncate@p3,close-body@p8",
    "/page?page=:currentPage&per_page=:perPage&fault=html@p2",
  ]

  private let bench: Bench
  private let api: SampleServer
  private var random = SeededGenerator(seed: 11)
  private var lastRequest = 10

  private init(_ bench: Bench) throws(BenchmarkError) {
    self.bench = bench
    api = try SampleServer.made(items: Self.itemCount)
  }

  private consuming func measure() throws(BenchmarkError) -> Benchmark.Outcome {
    defer { api.stop() }
    let client = try WireClient.ready([bench.tools.paginator], secondsMax: 3_600)
    for number in 0..<Self.paginatorCount { try call(client, open(number)) }
    let total = bench.count(200_000, quick: 20_000)
    let began = Clock.wallSeconds
    try work(client, total / 10)
    let early = Held(client.process.pid)
    try work(client, total - total / 10)
    let late = Held(client.process.pid)
    let seconds = Clock.wallSeconds - began
    return outcome(early, late, total: total, seconds: seconds, failed: client.errorCount)
  }

  /// So many requests, one after the other: each is answered, with a result or an error.
  private mutating func work(_ client: WireClient, _ count: Int) throws(BenchmarkError) {
    for _ in 0..<count {
      let number = random.below(Self.paginatorCount)
      let id = "{\"paginatorId\":\"p\(number)\"}"
      switch random.below(20) {
      case 0:
        try call(client, request("paginator/close", id))
        try call(client, open(number))
      case 1: try call(client, request("paginator/reset", id))
      case 2...6:
        let start = random.below(Self.itemCount)
        let params =
          "{\"paginatorId\":\"p\(number)\",\"start\":\(start),\"count\":50,\"wait\":true}"
        try call(client, request("paginator/items", params))
      case 7:
        try call(
          client,
          request("paginator/loadAll", "{\"paginatorId\":\"p\(number)\",\"maxPages\":3}"))
      default: try call(client, request("paginator/loadNextPage", id))
      }
    }
  }

  /// The one answer to a request comes before any other.
  private mutating func call(_ client: WireClient, _ request: [UInt8]) throws(BenchmarkError) {
    try client.call(request)
    guard client.answerID == lastRequest else {
      throw .unexpectedAnswer(to: "request \(lastRequest)", "one to another request")
    }
  }

  private func outcome(
    _ early: Held, _ late: Held, total: Int, seconds: Double, failed: Int
  ) -> Benchmark.Outcome {
    var outcome = Benchmark.Outcome()
    let beside = { (name: String, value: Double) in
      Row.Peer(name: "after a tenth", theirs: Samples([value]))
    }
    outcome.rows = [
      Row(
        "memory after \(total) requests to \(Self.paginatorCount) paginators", .megabytes,
        Samples([late.bytes / 1e6]), beside: beside("memory", early.bytes / 1e6),
        goal: .ratioAtMost(1.05)),
      Row(
        "descriptors", .count, Samples([late.descriptors]),
        beside: beside("descriptors", early.descriptors), goal: .ratioAtMost(1.5)),
      Row(
        "threads", .count, Samples([late.threads]), beside: beside("threads", early.threads),
        goal: .ratioAtMost(1)),
      Row("requests", .requestsPerSecond, Double(total) / seconds),
    ]
    outcome.notes.append("\(failed) of \(total) requests were answered by errors")
    return outcome
  }

  /// What a process holds.
  private struct Held {
    let bytes: Double
    let descriptors: Double
    let threads: Double

    init(_ pid: Int32) {
      bytes = ProcessFacts.residentBytes(pid)
      descriptors = ProcessFacts.descriptors(pid)
      threads = ProcessFacts.threads(pid)
    }
  }

  private mutating func request(_ method: String, _ params: String) -> [UInt8] {
    lastRequest += 1
    return WireClient.request(lastRequest, method, params)
  }

  private mutating func open(_ number: Int) -> [UInt8] {
    let way = Self.ways[number % Self.ways.count]
    let strategy =
      switch number % Self.ways.count {
      case 1: #""pagination":{"strategy":"link"},"itemsPath":"""#
      case 2:
        #""pagination":{"strategy":"cursor","next":"next_cursor","parameter":"cursor"},"itemsPath":"data""#
      default:
        #""pagination":{"strategy":"page"},"itemsPath":"articles","#
          + #""paginationMapping":{"pagination.total_objects":"objectCount"}"#
      }
    return request(
      "paginator/open",
      """
      {"paginatorId":"p\(number)","url":"\(api.url)\(way)",\(strategy),"perPage":\(Self.perPage),\
      "fetching":{"retries":1,"retryWaitSecondsMax":0.01},"limits":{"heldPagesMax":4}}
      """)
  }
}
