package import Pagination

/// The total that a response states at a place that detection would take, where no setting names
/// one. It proves or disproves a walk, and nothing else is decided by it.
package struct TotalHint: Sendable, Equatable {
  package let path: ValuePath
  package let count: Int
  /// False for a bound or an estimate.
  package let isExact: Bool

  /// The total of a list's first page; nil where none is stated.
  package init?(_ view: ResponseView, _ signs: PageSigns) {
    guard let path = signs.totalPath.flatMap({ try? ValuePath($0) }) else { return nil }
    self.init(view, path: path)
  }

  /// The total at a path that an earlier page had it at.
  package init?(_ view: ResponseView, path: ValuePath) {
    guard let total = StatedTotal(view, path), total.count >= 0 else { return nil }
    self.path = path
    count = total.count
    isExact = total.isExact
  }
}
