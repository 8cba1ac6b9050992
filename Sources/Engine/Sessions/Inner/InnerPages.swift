import Synchronization

/// The pages of lists within items that one call has requested, whichever pages the items are on.
final class InnerPages: Sendable {
  /// The most that a call may request.
  let most: Int
  private let count = Atomic(0)

  init(most: Int) { self.most = most }

  /// Counts a request; false: it is one too many.
  func request() -> Bool { count.wrappingAdd(1, ordering: .relaxed).newValue <= most }

  /// Another call begins.
  func renew() { count.store(0, ordering: .relaxed) }
}
