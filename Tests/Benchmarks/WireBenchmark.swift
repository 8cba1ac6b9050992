/// The wire beside clangd: both get the same bytes in turns. clangd knows no `paginator/state`;
/// its error answer is its cheapest path.
struct WireBenchmark {
  static let benchmark = Benchmark(name: "wire", title: "start, memory and requests") {
    bench throws(BenchmarkError) in try WireBenchmark(bench).measure()
  }

  static let open = """
    {"paginatorId":"p","url":"http://127.0.0.1:9/articles?per_page=:perPage&page=:currentPage",\
    "pagination":{"strategy":"page"},"perPage":25,"itemsPath":"articles"}
    """
  static let stateParams = #"{"paginatorId":"p"}"#
  /// How long a process gets to come to rest before its memory is read.
  private static let restSeconds = 0.1
  private static let warmUpCount = 500
  private static let pipelinedCount = 50_000

  private struct Server {
    let name: String
    let words: [String]
  }

  private struct Start {
    let seconds: Double
    let residentBytes: Double
  }

  private let bench: Bench
  private let servers: [Server]
  private var outcome = Benchmark.Outcome()

  private init(_ bench: Bench) {
    self.bench = bench
    var servers = [
      Server(name: "Paginator", words: [bench.tools.paginator]),
      Server(name: "no server", words: ChildTask.words(EchoServer.task, "600")),
    ]
    if let clangd = bench.tools.clangd {
      servers.append(Server(name: "clangd", words: [clangd, "--log=error"]))
    } else {
      outcome.notes.append("no clangd in PATH: rows beside it are left out")
    }
    self.servers = servers
  }

  private consuming func measure() throws(BenchmarkError) -> Benchmark.Outcome {
    try measureStart()
    try measureRoundTrips()
    try measurePipelines()
    return outcome
  }

  private mutating func measureStart() throws(BenchmarkError) {
    let rounds = bench.count(30, quick: 7)
    // The first round fills the file cache.
    let starts = try Rounds.interleaved(rounds + 1, servers) {
      server throws(BenchmarkError) in try start(server)
    }.map { Array($0.dropFirst()) }
    add(
      "start to the reply to initialize", .milliseconds,
      starts.map { Samples($0.map { $0.seconds * 1e3 }) }, goal: .ratioAtMost(1))
    add(
      "memory after initialize", .megabytes,
      starts.map { Samples($0.map { $0.residentBytes / 1e6 }) }, goal: .valueAtMost(12))
  }

  private func start(_ server: Server) throws(BenchmarkError) -> Start {
    let began = Clock.wallSeconds
    let client = try WireClient(server.words)
    try client.initialize()
    let seconds = Clock.wallSeconds - began
    try client.settle()
    Clock.sleep(Self.restSeconds)
    let resident = ProcessFacts.residentBytes(client.process.pid)
    return Start(seconds: seconds, residentBytes: resident)
  }

  private mutating func measureRoundTrips() throws(BenchmarkError) {
    let count = bench.count(10_000, quick: 2_000)
    let trips = try Rounds.interleaved(bench.count(7, quick: 3), servers) {
      server throws(BenchmarkError) in
      let client = try ready(server)
      _ = try client.roundTrips(Self.warmUpCount, Self.stateRequest)
      let seconds = try client.roundTrips(count, Self.stateRequest)
      try check(client, server)
      return Samples(seconds.map { $0 * 1e6 }).median
    }
    add(
      "paginator/state, round trip p50", .microseconds, trips.map { Samples($0) },
      goal: .ratioAtMost(1.5))
  }

  private mutating func measurePipelines() throws(BenchmarkError) {
    let measured = try Rounds.interleaved(bench.count(7, quick: 3), servers) {
      server throws(BenchmarkError) in
      let client = try ready(server)
      let seconds = try client.pipelined(Self.pipelinedCount, Self.stateRequest)
      try check(client, server)
      return Double(Self.pipelinedCount) / seconds
    }
    add(
      "\(Self.pipelinedCount) pipelined requests", .requestsPerSecond,
      measured.map { Samples($0) }, goal: .ratioAtLeast(1))
  }

  /// A client whose server has a paginator open.
  private func ready(_ server: Server) throws(BenchmarkError) -> WireClient {
    let client = try WireClient.ready(server.words)
    try client.call(WireClient.request(2, "paginator/open", Self.open))
    return client
  }

  /// Paginator must have answered by states.
  private func check(_ client: WireClient, _ server: Server) throws(BenchmarkError) {
    if server.words[0] == bench.tools.paginator { try client.expectNoErrors("paginator/state") }
  }

  private static func stateRequest(_ number: Int) -> [UInt8] {
    WireClient.request(number + 10, "paginator/state", stateParams)
  }

  /// A row beside clangd, and one that tells what the client itself takes.
  private mutating func add(
    _ what: String, _ unit: Row.Unit, _ samples: [Samples], goal: Row.Goal?
  ) {
    let peer = samples.count > 2 ? Row.Peer(name: servers[2].name, theirs: samples[2]) : nil
    outcome.rows.append(Row(what, unit, samples[0], beside: peer, goal: goal))
    if unit == .microseconds || unit == .requestsPerSecond {
      let text = Samples.decimal(samples[1].median, unit == .microseconds ? 1 : 0)
      outcome.notes.append(
        "\(what): \(text) \(unit.rawValue) with a server that only frames: what the client takes")
    }
  }
}
