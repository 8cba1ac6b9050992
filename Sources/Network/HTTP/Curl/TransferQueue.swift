/// Decides which requests run and which wait, first come, first served, so that a waiting request
/// is not timed and libcurl never has to queue one.
struct TransferQueue {
  enum Entry: Equatable {
    /// There is room: it runs from now on.
    case starts
    /// It waits until ``finished(host:)`` names it.
    case waits
    /// Too many wait already.
    case refused
  }

  private let limits: CurlLimits
  private var runningCount = 0
  private var runningPerHost: [String: Int] = [:]
  private var waiting: [(id: Int, host: String)] = []

  init(limits: CurlLimits) {
    self.limits = limits
  }

  /// Takes in a request to a host (scheme, name and port).
  mutating func enter(_ id: Int, host: String) -> Entry {
    if hasRoom(host) {
      start(host)
      return .starts
    }
    guard waiting.count < limits.requestsWaitingMax else { return .refused }
    waiting.append((id, host))
    return .waits
  }

  /// Takes note that a running request to a host is over; returns the waiting one that runs now.
  mutating func finished(host: String) -> Int? {
    runningCount -= 1
    let count = runningPerHost[host, default: 1] - 1
    runningPerHost[host] = count > 0 ? count : nil
    guard let place = waiting.firstIndex(where: { hasRoom($0.host) }) else { return nil }
    let next = waiting.remove(at: place)
    start(next.host)
    return next.id
  }

  /// Forgets a request that waits; does nothing for one that does not.
  mutating func withdraw(_ id: Int) {
    waiting.removeAll { $0.id == id }
  }

  private func hasRoom(_ host: String) -> Bool {
    runningCount < limits.connectionsMax
      && runningPerHost[host, default: 0] < limits.connectionsPerHostMax
  }

  private mutating func start(_ host: String) {
    runningCount += 1
    runningPerHost[host, default: 0] += 1
  }
}
