import Synchronization

/// Counts requests and how many of them wait for their response at once.
final class Traffic: Sendable {
  private let total = Atomic<Int>(0)
  private let current = Atomic<Int>(0)
  private let peak = Atomic<Int>(0)

  /// A request has arrived.
  func begin() {
    total.add(1, ordering: .relaxed)
    let now = current.add(1, ordering: .relaxed).newValue
    peak.max(now, ordering: .relaxed)
  }

  /// Its response is about to be sent.
  func end() {
    current.subtract(1, ordering: .relaxed)
  }

  /// All requests so far.
  var requestCount: Int {
    total.load(ordering: .relaxed)
  }

  /// The most requests that waited for their responses at once.
  var concurrencyPeak: Int {
    peak.load(ordering: .relaxed)
  }
}
