import JSON

/// Our work on pages beside Node's, in turns, in megabytes of body per second of processor time.
struct PageRace {
  private struct Entry {
    let payload: Payload
    let file: String
    let body: [UInt8]
  }

  /// Somebody who makes answers of one page.
  enum Worker {
    case own(PageWork, [UInt8])
    case node(NodePeer, task: String, file: String)
  }

  private let node: NodePeer?
  private var entries: [Entry] = []
  private let roundCount: Int

  /// How long a measurement takes at least, in seconds of processor time.
  private static let measuredSeconds = 0.1

  init(_ bench: Bench) throws(BenchmarkError) {
    roundCount = bench.count(9, quick: 3)
    if let path = bench.tools.node {
      node = try NodePeer(path, bench.folder)
    } else {
      node = nil
    }
    for payload in Payload.all {
      let body = payload.bytes()
      let file = try bench.folder.file("\(payload.bytesMin).json", body)
      entries.append(Entry(payload: payload, file: file, body: body))
    }
  }

  /// What there is to say where a peer is missing.
  var notes: [String] {
    node == nil ? ["no node in PATH: rows beside it are left out"] : []
  }

  /// One row per payload; `goal` is asked for each. Throws where Node's answer is another one.
  func rows(
    _ what: String, task: String, _ work: PageWork, goal: (Payload) -> Row.Goal?
  ) throws(BenchmarkError) -> [Row] {
    var rows: [Row] = []
    for entry in entries {
      var workers = [Worker.own(work, entry.body)]
      if let node {
        guard try node.answer(task, entry.file) == work.answer(entry.body).joined() else {
          throw .answersDiffer(task: "\(what), \(entry.payload.name)")
        }
        workers.append(.node(node, task: task, file: entry.file))
      }
      let megabytes = Double(entry.body.count) / 1e6
      let rates = try seconds(workers).map { Samples($0.map { megabytes / $0 }) }
      rows.append(
        Row(
          "\(what), \(entry.payload.name)", .megabytesPerSecond, rates[0],
          beside: rates.count > 1 ? Row.Peer(name: "node", theirs: rates[1]) : nil,
          goal: goal(entry.payload)))
    }
    return rows
  }

  /// Seconds per page: warms everyone up, finds how many pages fill a measurement, measures.
  private func seconds(_ workers: [Worker]) throws(BenchmarkError) -> [[Double]] {
    var counts: [Int] = []
    for worker in workers {
      var count = 1
      while try worker.seconds(count) < Self.measuredSeconds { count *= 2 }
      counts.append(count)
    }
    return try Rounds.interleaved(roundCount, Array(zip(workers, counts))) {
      (entry) throws(BenchmarkError) in try entry.0.seconds(entry.1) / Double(entry.1)
    }
  }
}

extension PageRace.Worker {
  /// Seconds that the processor works on so many pages.
  fileprivate func seconds(_ count: Int) throws(BenchmarkError) -> Double {
    switch self {
    case .own(let work, let body):
      let began = Clock.threadSeconds
      var byteCount = 0
      for _ in 0..<count { byteCount &+= try work.answer(body).byteCount }
      guard byteCount > 0 else { throw .unexpectedAnswer(to: "a page", "nothing") }
      return Clock.threadSeconds - began
    case .node(let node, let task, let file):
      return try node.seconds(task, file, rounds: count)
    }
  }
}
