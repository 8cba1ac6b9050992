// Many open paginators, and many windows that wait.
extension ScaleBenchmark {
  private static let bytesMax = 400e6
  private static let listMillisecondsMax = 100.0

  /// What so many open paginators take.
  private struct Opened {
    let count: Int
    let bytes: Double
    let seconds: Double
    /// Of `paginator/list`, and of a server that only writes as many bytes.
    var listSeconds: [Double] = []
    var writeSeconds: [Double] = []
    var listBytes = 0
  }

  /// Each paginator has a URL of its own.
  mutating func measurePaginators() throws(BenchmarkError) {
    let most = count(100_000)
    var measured: [Opened] = []
    for count in [most / 100, most / 30, most / 10, most / 3, most] {
      measured.append(try paginators(count))
    }
    for opened in measured where [most / 100, most / 10, most].contains(opened.count) {
      add(opened, isMost: opened.count == most)
    }
    outcome.plots.append(
      Plot(
        name: "paginators", title: "Open paginators", xLabel: "open paginators",
        panels: [
          Plot.Panel(
            label: "memory of the process", unit: "MB",
            points: measured.map { (Double($0.count), $0.bytes / 1e6) }),
          Plot.Panel(
            label: "paginator/list, all of them", unit: "ms",
            points: measured.map { (Double($0.count), Samples($0.listSeconds).median * 1e3) }),
        ]))
  }

  private mutating func add(_ opened: Opened, isMost: Bool) {
    let what = "\(opened.count) open paginators"
    outcome.rows += [
      Row(
        "\(what): memory of all", .megabytes, opened.bytes / 1e6,
        goal: isMost ? .valueAtMost(Self.bytesMax / 1e6) : nil),
      Row("\(what): memory of each", .kilobytes, opened.bytes / Double(opened.count) / 1e3),
      Row("\(what): time to open each", .microseconds, opened.seconds / Double(opened.count) * 1e6),
      Row(
        "\(what): paginator/list, \(Samples.decimal(Double(opened.listBytes) / 1e6, 1)) MB",
        .milliseconds, Samples(opened.listSeconds.map { $0 * 1e3 }),
        beside: Row.Peer(
          name: "as many bytes written", theirs: Samples(opened.writeSeconds.map { $0 * 1e3 })),
        goal: isMost ? .valueAtMost(Self.listMillisecondsMax) : nil),
    ]
  }

  private func paginators(_ count: Int) throws(BenchmarkError) -> Opened {
    let client = try connected()
    try client.call(open("first"))
    try client.call(WireClient.request(3, "paginator/close", #"{"paginatorId":"first"}"#))
    Clock.sleep(Self.restSeconds)
    let before = ProcessFacts.residentBytes(client.process.pid)
    let seconds = try client.pipelined(count) { number in
      open("p\(number)", more: #","parameters":{"shelf":"\#(number)"}"#)
    }
    try client.expectNoErrors("paginator/open")
    Clock.sleep(Self.restSeconds)
    var opened = Opened(
      count: count, bytes: ProcessFacts.residentBytes(client.process.pid) - before,
      seconds: seconds)
    let list = WireClient.request(1, "paginator/list", "{}")
    try client.call(list)
    opened.listBytes = client.answerBytes
    let echo = try WireClient(ChildTask.words(EchoServer.task, "\(opened.listBytes)"))
    try echo.call(list)
    let rounds = try Rounds.interleaved(bench.count(9, quick: 3), [client, echo]) {
      (client) throws(BenchmarkError) in
      try client.roundTrips(1) { _ in list }[0]
    }
    try client.expectNoErrors("paginator/list")
    (opened.listSeconds, opened.writeSeconds) = (rounds[0], rounds[1])
    return opened
  }

  // MARK: Windows

  /// Windows that all wait at once, each for a page of its own.
  mutating func measureWaitingWindows() throws(BenchmarkError) {
    let counts = [1_000, 10_000]
    let rounds = try Rounds.interleaved(bench.count(5, quick: 2), counts) {
      (count) throws(BenchmarkError) in
      let client = try connected()
      try client.call(open("p"))
      try client.call(Self.window(3, "p", start: 0))
      let seconds = try client.pipelined(count) { number in
        Self.window(number + 10, "p", start: (number + 1) * Self.perPage)
      }
      try client.expectNoErrors("paginator/items")
      return seconds / Double(count) * 1e6
    }
    outcome.rows.append(
      Row(
        "10,000 windows that wait at once: time of each", .microseconds, Samples(rounds[1]),
        beside: Row.Peer(name: "1,000 windows", theirs: Samples(rounds[0])),
        goal: .ratioAtMost(1.25)))
  }
}
