/// The identities of a page's items, as digests; nil for an item without one.
///
/// Eight bytes an item, as a page may have millions, and nothing where none has one.
package struct PageIdentities: RandomAccessCollection, Sendable {
  /// 0 for an item without one; empty if no item has one. A plain array, because it is read once an
  /// item.
  package private(set) var digests: [UInt64] = []
  /// True when each item has one.
  package private(set) var isWhole = true
  package private(set) var endIndex = 0
  package var startIndex: Int { 0 }

  /// Those of no items.
  package init() {}

  package subscript(index: Int) -> UInt64? {
    digests.isEmpty || digests[index] == 0 ? nil : digests[index]
  }

  /// Appends digests, 0 for an item without an identity.
  mutating func append(_ more: [UInt64]) {
    if more.contains(0) { isWhole = false }
    let isOfUse = !digests.isEmpty || more.contains { $0 != 0 }
    if endIndex == 0 {
      digests = isOfUse ? more : []
    } else if isOfUse {
      if digests.isEmpty { digests = Array(repeating: 0, count: endIndex) }
      digests += more
    }
    endIndex += more.count
  }

  /// Drops all others.
  mutating func keep(_ range: Range<Int>) {
    if !digests.isEmpty { digests = Array(digests[range]) }
    endIndex = range.count
    isWhole = endIndex == 0 || !digests.isEmpty && !digests.contains(0)
  }
}
