import Pagination

/// The pages of a walk that are under way, and those that have come and are delivered in order.
struct WalkPages: Sendable {
  /// The next page to be delivered; later ones wait for it.
  private(set) var next = 0
  private var ready: [Int: (requested: RequestedPage, outcome: PageOutcome)] = [:]
  private var running: Set<Int> = []

  /// The number of pages that are under way or wait for an earlier one.
  var count: Int { running.count + ready.count }

  /// The last one of them.
  var farthest: Int { max(running.max() ?? next - 1, ready.keys.max() ?? next - 1) }

  mutating func advance(to page: Int) { next = page }

  mutating func request(_ page: Int) { running.insert(page) }

  /// Keeps an arrived page until its turn; drops one that is no longer awaited.
  mutating func take(_ requested: RequestedPage, _ outcome: PageOutcome) {
    guard running.remove(requested.page) != nil else { return }
    ready[requested.page] = (requested, outcome)
  }

  /// A page has come that is not delivered in its turn.
  mutating func forget(_ page: Int) { running.remove(page) }

  /// Takes out the next page; nil: it has not come.
  mutating func takeNext() -> (requested: RequestedPage, outcome: PageOutcome)? {
    ready.removeValue(forKey: next)
  }

  /// Puts back the page that was taken out: another one comes before it.
  mutating func requeue(_ requested: RequestedPage, _ outcome: PageOutcome) {
    ready[next] = (requested, outcome)
  }

  /// Forgets all of them. False: none was under way.
  mutating func drop() -> Bool {
    defer { (running, ready) = ([], [:]) }
    return !running.isEmpty
  }
}
