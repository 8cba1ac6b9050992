package import JSON
import Text

/// The items of one page in the shape that the client requested.
package struct MappedItems: Sendable {
  /// The items of one list.
  package struct List: Sendable, Equatable {
    /// The key path as the descriptor spells it.
    package let keyPath: String
    /// The range of the page's items that belong to the list.
    package let items: Range<Int>
  }

  /// The JSON texts of all items, one comma between each two: in brackets they are a list.
  package var bytes: [UInt8] = []
  /// The range of each item's text in `bytes`.
  package var items = TextRanges()
  /// The lists in the order of the descriptors.
  package var lists: [List] = []
  /// The origin of each item in the response's body.
  package var sources: [JSONSlice] = []
  /// Values that did not fit, at most `MappingLimits.issuesMax`.
  package var issues: [MappingIssue] = []
  /// The number of further issues.
  package var issuesOmitted = 0
  /// A strict mapping did not fit: the page fails with these issues.
  package var isFailure = false

  /// Adds the text that `write` appends as an item.
  package mutating func append(_ write: (inout [UInt8]) -> Void) {
    if !bytes.isEmpty { bytes.append(ASCII.comma) }
    let begin = bytes.count
    write(&bytes)
    items.append(begin..<bytes.count)
  }

  /// Keeps the first items, up to the first that was made of none of these.
  package mutating func keep(_ sources: [JSONSlice]) {
    let wanted = Set(sources)
    let count = self.sources.prefix { wanted.contains($0) }.count
    issues = issues.filter { $0.item < count }
    cut(to: 0..<count)
  }

  /// Drops the first items; their texts stay.
  package mutating func dropFirst(_ count: Int) {
    issues = issues.compactMap { $0.item < count ? nil : $0.moved(by: -count) }
    cut(to: count..<max(count, items.count))
  }

  private mutating func cut(to kept: Range<Int>) {
    items.keep(kept)
    sources = Array(sources.prefix(kept.upperBound).dropFirst(kept.lowerBound))
    lists = lists.map { list in
      let left = list.items.clamped(to: kept)
      return List(
        keyPath: list.keyPath,
        items: (left.lowerBound - kept.lowerBound)..<(left.upperBound - kept.lowerBound))
    }
  }

  /// True when one more issue is listed; otherwise it is only counted.
  mutating func takesIssue(isStrict: Bool) -> Bool {
    if isStrict { isFailure = true }
    guard issues.count >= MappingLimits.issuesMax else { return true }
    issuesOmitted += 1
    return false
  }

  /// Lists an issue of the item that comes next.
  mutating func add(
    _ kind: MappingIssue.Kind, _ path: String, expected: String, _ found: JSONSlice.Kind
  ) {
    issues.append(
      MappingIssue(
        item: items.count, path: path, kind: kind, expected: expected, found: found.typeName))
  }

  /// No items.
  package init() {}
}

/// Ranges of texts in bytes: eight bytes each, as a page may have millions.
package struct TextRanges: RandomAccessCollection, Equatable, Sendable {
  private var ranges: [Range<UInt32>] = []

  package var startIndex: Int { 0 }
  package var endIndex: Int { ranges.count }

  /// No ranges.
  package init() {}

  package subscript(index: Int) -> Range<Int> {
    Int(ranges[index].lowerBound)..<Int(ranges[index].upperBound)
  }

  /// Adds a range, which ends within the first 4 GiB.
  package mutating func append(_ range: Range<Int>) {
    ranges.append(UInt32(clamping: range.lowerBound)..<UInt32(clamping: range.upperBound))
  }

  mutating func reserveCapacity(_ count: Int) { ranges.reserveCapacity(count) }

  /// Drops all others.
  mutating func keep(_ kept: Range<Int>) {
    ranges = Array(ranges.prefix(kept.upperBound).dropFirst(kept.lowerBound))
  }
}
