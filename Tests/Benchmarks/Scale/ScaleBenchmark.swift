import SampleAPI

/// What grows with what: memory and time against the number of paginators, of waiting windows, of
/// pages and of items.
struct ScaleBenchmark {
  static let benchmark = Benchmark(name: "scale", title: "many paginators, windows and pages") {
    (bench) throws(BenchmarkError) in try ScaleBenchmark(bench).measure()
  }

  static let itemCount = 10_000_000
  static let perPage = 100
  static let secondsMax = 1_800
  /// How long a process gets to come to rest before its memory is read.
  static let restSeconds = 0.2

  let bench: Bench
  let api: CountingAPI
  var outcome = Benchmark.Outcome()

  private init(_ bench: Bench) throws(BenchmarkError) {
    self.bench = bench
    api = try CountingAPI(items: Self.itemCount)
  }

  private consuming func measure() throws(BenchmarkError) -> Benchmark.Outcome {
    try measurePaginators()
    try measureWaitingWindows()
    try measureFarEnd()
    try measureLongWalk()
    try measurePageSizes()
    try measureFetch()
    return outcome
  }

  /// The count, or a tenth of it with `--quick`.
  func count(_ thorough: Int) -> Int { bench.count(thorough, quick: thorough / 10) }

  func connected() throws(BenchmarkError) -> WireClient {
    try WireClient.ready([bench.tools.paginator], secondsMax: Self.secondsMax)
  }

  /// Opens a paginator on the items, which are known by their ids.
  func open(_ id: String, perPage: Int = ScaleBenchmark.perPage, more: String = "") -> [UInt8] {
    let params = """
      {"paginatorId":"\(id)","url":"\(api.url)?page=:currentPage&per_page=:perPage",\
      "perPage":\(perPage),"itemsPath":"items","identity":"id",\
      "paginationMapping":{"total":"objectCount"}\(more)}
      """
    return WireClient.request(2, "paginator/open", params)
  }

  static func window(
    _ number: Int, _ id: String, start: Int, count: Int = ScaleBenchmark.perPage
  ) -> [UInt8] {
    let params = """
      {"paginatorId":"\(id)","start":\(start),"count":\(count),"wait":true}
      """
    return WireClient.request(number, "paginator/items", params)
  }
}
