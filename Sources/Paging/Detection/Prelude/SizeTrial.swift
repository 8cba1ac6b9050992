import Pagination

/// A trial for the page size that the caller wants, in a list whose pages the API itself leads to
/// and where nothing else shows the size parameter. Possible names are tried on the first request;
/// the first one that the page follows is kept.
///
///     /a                 30 items
///     /a?per_page=100    30 items, or a refusal: it is called otherwise
///     /a?limit=100       100 items: this is its name
struct SizeTrial: Sendable {
  private let wanted: Int
  private let found: Int
  private var names: ArraySlice<String>

  /// Makes a trial; nil if there is nothing to try, because the list is one page or has pages of
  /// that size already.
  init?(_ reading: PageReading, names: [String], wanted: Int) {
    guard case .position = reading.neighbours.next, !names.isEmpty, !reading.items.isEmpty,
      reading.items.count != wanted
    else { return nil }
    found = reading.items.count
    self.names = names[...]
    self.wanted = wanted
  }

  /// The name to be tried next; nil: all have been.
  mutating func next() -> String? { names.popFirst() }

  /// True when a page has the requested size: exactly that size, or more items than without it if
  /// the API returns fewer than wanted.
  func isKept(in sized: PageReading?) -> Bool {
    guard let count = sized?.items.count else { return false }
    return count == wanted || wanted > found && count > found && count < wanted
  }
}
