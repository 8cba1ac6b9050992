import SampleAPI
import System

// Long walks, large pages, and the far end of a long list.
extension ScaleBenchmark {
  /// How many points of a walk are noted.
  private static let stationCount = 20

  /// How far a walk has come.
  private struct Station {
    let pages: Int
    let seconds: Double
    let residentBytes: Double
  }

  /// A walk through all items, each of which is compared with all before it.
  mutating func measureLongWalk() throws(BenchmarkError) {
    let pages = count(Self.itemCount / Self.perPage)
    let client = try connected()
    try client.call(open("p"))
    try client.call(Self.window(3, "p", start: 0))
    Clock.sleep(Self.restSeconds)
    let pid = client.process.pid
    let before = ProcessFacts.residentBytes(pid)
    var stations = [Station(pages: 0, seconds: Clock.wallSeconds, residentBytes: before)]
    var delivered = 0
    let params = """
      {"paginatorId":"p","maxPages":\(pages),"concurrency":8,"partialResultToken":"t"}
      """
    try client.call(WireClient.request(4, "paginator/loadAll", params)) {
      delivered += 1
      guard delivered % (pages / Self.stationCount) == 0 else { return }
      stations.append(
        Station(
          pages: delivered, seconds: Clock.wallSeconds,
          residentBytes: ProcessFacts.residentBytes(pid)))
    }
    try client.expectNoErrors("paginator/loadAll")
    guard stations.count > Self.stationCount else {
      throw .unexpectedAnswer(to: "paginator/loadAll", "\(delivered) pages")
    }
    let times = zip(stations, stations.dropFirst()).map { before, after in
      (Double(after.pages), (after.seconds - before.seconds) / Double(after.pages - before.pages))
    }
    let tenth = Self.stationCount / 10
    let first = Samples(times.prefix(tenth).map { $0.1 * 1e6 })
    let last = Samples(times.suffix(tenth).map { $0.1 * 1e6 })
    let items = Double(pages * Self.perPage)
    let peak = ProcessFacts.peakBytes(pid)
    outcome.rows += [
      Row(
        "walk of \(pages) pages, \(pages * Self.perPage) items with identity: time per page at the end",
        .microseconds, last, beside: Row.Peer(name: "in the first tenth", theirs: first),
        goal: .ratioAtMost(1.25)),
      Row("the same walk: peak memory", .megabytes, peak / 1e6),
      Row("the same walk: memory per item", .bytes, (peak - before) / items),
    ]
    outcome.plots.append(
      Plot(
        name: "pages", title: "One walk, items known by identity", xLabel: "pages of 100 items",
        panels: [
          Plot.Panel(label: "time per page", unit: "µs", points: times.map { ($0.0, $0.1 * 1e6) }),
          Plot.Panel(
            label: "memory of the process", unit: "MB",
            points: stations.map { (Double($0.pages), $0.residentBytes / 1e6) }),
        ]))
  }

  /// A page of each size, by one load after the other.
  mutating func measurePageSizes() throws(BenchmarkError) {
    let sizes = [1, 10, 100, 1_000, 10_000]
    let rounds = try Rounds.interleaved(bench.count(5, quick: 2), sizes) {
      (size) throws(BenchmarkError) in
      let client = try connected()
      try client.call(open("p", perPage: size))
      try client.call(Self.next(0))
      let pages = max(10, bench.count(500, quick: 50) / max(1, size / 100))
      let seconds = try client.roundTrips(pages) { Self.next($0) }
      try client.expectNoErrors("paginator/loadNextPage")
      return (seconds: Samples(seconds).median, bytes: ProcessFacts.peakBytes(client.process.pid))
    }
    outcome.plots.append(
      Plot(
        name: "page-size", title: "One page, loaded by loadNextPage", xLabel: "items of a page",
        panels: [
          Plot.Panel(
            label: "time per page", unit: "ms", isLogarithmic: true,
            points: zip(sizes, rounds).map {
              (Double($0), Samples($1.map(\.seconds)).median * 1e3)
            }),
          Plot.Panel(
            label: "peak memory of the process", unit: "MB",
            points: zip(sizes, rounds).map { (Double($0), Samples($1.map(\.bytes)).median / 1e6) }),
        ], isLogarithmic: true))
  }

  private static func next(_ number: Int) -> [UInt8] {
    WireClient.request(number + 10, "paginator/loadNextPage", #"{"paginatorId":"p"}"#)
  }

  /// A scroll at the far end of ten million items, beside one at the beginning of a short list.
  mutating func measureFarEnd() throws(BenchmarkError) {
    let places = [Self.itemCount - 200_000, 1_000]
    let clients = try places.map { (_) throws(BenchmarkError) in
      let client = try connected()
      try client.call(open("p"))
      try client.call(Self.window(3, "p", start: 0))
      return client
    }
    var position = 0
    let rounds = try Rounds.interleaved(bench.count(9, quick: 3), [0, 1]) {
      (which) throws(BenchmarkError) in
      let seconds = try clients[which].roundTrips(200) { number in
        position += 37
        return Self.window(number + 10, "p", start: places[which] + position, count: 50)
      }
      try clients[which].expectNoErrors("paginator/items")
      return Samples(seconds).median * 1e6
    }
    outcome.rows.append(
      Row(
        "a window of 50 items at the far end of 10,000,000, scrolled", .microseconds,
        Samples(rounds[0]),
        beside: Row.Peer(name: "near the beginning", theirs: Samples(rounds[1])),
        goal: .ratioAtMost(1.25)))
  }

  /// `paginator fetch` of a million items, beside curl, which has no more to do than to copy.
  mutating func measureFetch() throws(BenchmarkError) {
    guard let curl = bench.tools.curl else {
      outcome.notes.append("no curl in PATH: no fetch of a million items")
      return
    }
    let pages = count(10_000)
    let api = try SampleServer.made(items: pages * Self.perPage)
    defer { api.stop() }
    let url = "\(api.url)/page?gzip=0&per_page=\(Self.perPage)"
    let commands = [
      [bench.tools.paginator, "fetch", url, "--quiet"],
      [curl, "--silent", "\(url)&page=[1-\(pages)]"],
    ]
    let bytesMin = pages * Self.perPage * SampleOptions().itemBytes
    let rates = try Rounds.interleaved(bench.count(5, quick: 2) + 1, commands) {
      (command) throws(BenchmarkError) in
      let output = "\(bench.folder.path)/items"
      let began = Clock.wallSeconds
      try TimedProcess.run(command, output: .file(output), secondsMax: Self.secondsMax)
      let seconds = Clock.wallSeconds - began
      let bytes = WholeFile.size(output)
      guard bytes >= bytesMin else {
        throw .unexpectedAnswer(to: command.joined(separator: " "), "\(bytes) bytes")
      }
      return Double(bytesMin) / seconds / 1e6
    }.map { Samples(Array($0.dropFirst())) }
    outcome.rows.append(
      Row(
        "fetch of \(pages * Self.perPage) items, the whole process", .megabytesPerSecond, rates[0],
        beside: Row.Peer(name: "curl", theirs: rates[1]), goal: .ratioAtLeast(0.8)))
  }
}
