/// The identities of a page's items, as digests; nil for an item without one.
///
/// Eight bytes an item, as a page may have millions, and nothing where none has one.
package struct PageIdentities: RandomAccessCollection, Sendable {
  /// 0 for an item without one; empty if no item has one. A plain array, because it is read once an
  /// item.
  package private(set) var digests: [UInt64] = []
  /// True when each item has one.
  package private(set) var isWhole = true
  private var expected = 0
  package private(set) var endIndex = 0
  package var startIndex: Int { 0 }

  /// Those of no items.
  package init() {}

  package subscript(index: Int) -> UInt64? {
    digests.isEmpty || digests[index] == 0 ? nil : digests[index]
  }

  /// Makes room for so many more, once there are any.
  mutating func expect(_ count: Int) { expected = endIndex + count }

  mutating func append(_ digest: UInt64?) {
    if let digest {
      if digests.isEmpty {
        digests.reserveCapacity(expected)
        digests.append(contentsOf: repeatElement(0, count: endIndex))
      }
      digests.append(digest == 0 ? 1 : digest)
    } else {
      isWhole = false
      if !digests.isEmpty { digests.append(0) }
    }
    endIndex += 1
  }

  /// Drops all others.
  mutating func keep(_ range: Range<Int>) {
    if !digests.isEmpty { digests = Array(digests[range]) }
    endIndex = range.count
    isWhole = endIndex == 0 || !digests.isEmpty && !digests.contains(0)
  }
}
