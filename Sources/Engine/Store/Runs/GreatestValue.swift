package import JSON

/// The greatest string or number that items have at a path; where some are dates, the latest of these.
package struct GreatestValue: Sendable, Equatable {
  /// The path of the values.
  package let path: JSONPath
  /// That of an earlier part of the run at first; nil: no item has had one.
  package private(set) var value: JSONOrdered?

  /// Looks at items, the first of which is number `firstItem` of the run. Missing values and
  /// nulls are passed over.
  package mutating func take(
    _ document: JSONDocument, _ items: ArraySlice<JSONSlice>, firstItem: Int
  ) throws(StoreError) {
    for (index, item) in items.enumerated() {
      guard let slice = document.resolve(path, from: item), slice.kind != .null else { continue }
      guard let found = JSONOrdered(document, slice) else {
        throw .bookmarkInvalid(item: firstItem + index, path: path)
      }
      guard let greatest = value else {
        value = found
        continue
      }
      guard let isBelow = greatest.isBelow(found) else {
        throw .bookmarkMixed(item: firstItem + index, path: path)
      }
      // "pending" among dates is none of them, be it greater as a text.
      if greatest.isComparable(with: found) ? isBelow : found.isDate { value = found }
    }
  }
}
