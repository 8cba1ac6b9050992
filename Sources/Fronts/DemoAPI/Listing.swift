/// The items that one response holds, and the starts of the responses before and after it. All
/// positions are 0-based indices into the collection as the request sees it.
package struct Listing: Sendable, Equatable {
  /// Items that the collection holds.
  package let total: Int
  /// Items of a full page.
  package let size: Int
  /// The start of the requested page.
  package let start: Int
  /// The items of the response.
  package var range: Range<Int>
  /// The start of the next page; nil on the last one.
  package var next: Int?
  /// The start of the previous page; nil on the first one.
  package var previous: Int?

  /// The page of `size` items that begins at `start`; an empty one past the end.
  package init(total: Int, size: Int, start: Int) {
    self.total = total
    self.size = size
    self.start = start
    let first = min(start, total)
    range = first..<(first + min(size, total - first))
    next = range.upperBound < total ? range.upperBound : nil
    if start > total {
      previous = max(0, total - 1) / size * size
    } else if start > 0 {
      previous = max(0, start - size)
    }
  }

  /// Pages in the collection.
  package var pageCount: Int {
    (total + size - 1) / size
  }

  /// The start of the last page.
  package var lastStart: Int {
    max(0, pageCount - 1) * size
  }
}
