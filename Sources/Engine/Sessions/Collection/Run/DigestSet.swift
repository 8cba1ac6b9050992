/// 64-bit digests that have been seen. They are as good as random, so that their own bits say where
/// they are: half the time and memory of a `Set`, which would hash them again.
///
/// A large set is sixteen tables that grow one after the other: small ones to the double, as free
/// places are soon found in them, large ones by a quarter. At a million digests this needs 10 to
/// 13 MB, also while it grows.
package struct DigestSet: Sendable {
  /// One, or sixteen by the digests' four highest bits.
  private var tables = DigestSet.empty
  package private(set) var count = 0

  /// No digests.
  package init() {}

  /// Shared by all sets that hold nothing.
  private static let empty = [DigestTable()]
  /// The number of digests in one table.
  private static let singleTableMax = 8_192
  private static let tableBits = 4

  /// The number of highest bits that select the table.
  private var bits: Int { tables.count == 1 ? 0 : DigestSet.tableBits }

  /// False where the digest is there already.
  package mutating func insert(_ digest: UInt64) -> Bool {
    if count == DigestSet.singleTableMax, tables.count == 1 { split() }
    guard tables[DigestSet.table(of: digest, bits)].insert(digest, below: bits) else {
      return false
    }
    count += 1
    return true
  }

  /// Inserts digests in order, and returns the indexes of those that were there already.
  mutating func insert(_ digests: [UInt64]) -> [Int] {
    if tables.count == 1, count + digests.count > DigestSet.singleTableMax { split() }
    var found: [Int] = []
    defer { count += digests.count - found.count }
    if tables.count == 1 {
      found = tables[0].insert(digests)
      return found
    }
    let bits = bits
    var tables = tables.mutableSpan
    for index in digests.indices {
      let digest = digests[index]
      let isNew = tables[DigestSet.table(of: digest, bits)].insert(digest, below: bits)
      if !isNew { found.append(index) }
    }
    return found
  }

  package func contains(_ digest: UInt64) -> Bool {
    tables[DigestSet.table(of: digest, bits)].contains(digest, below: bits)
  }

  @inline(__always)
  private static func table(of digest: UInt64, _ bits: Int) -> Int {
    bits == 0 ? 0 : Int(truncatingIfNeeded: digest >> (64 - UInt64(bits)))
  }

  private mutating func split() {
    let single = tables[0]
    tables = Array(repeating: DigestTable(), count: 1 << DigestSet.tableBits)
    for digest in single.digests {
      _ = tables[DigestSet.table(of: digest, bits)].insert(digest, below: bits)
    }
  }

  /// Digests, each near the place that its bits say, in the share of all that it is.
  private struct DigestTable {
    /// 0 is a free place.
    private var places: [UInt64] = []
    /// The number of digests that fit in before the table grows.
    private var room = 0
    private var count = 0

    /// A table of more places is a large one.
    private static let smallPlacesMax = 1 << 15
    private static let placesMin = 64

    var digests: some Sequence<UInt64> { places.lazy.filter { $0 != 0 } }

    /// `bits`: how many of the highest bits all have in common.
    @inline(__always)
    mutating func insert(_ digest: UInt64, below bits: Int) -> Bool {
      if room == 0 { grow(below: bits) }
      var places = self.places.mutableSpan
      let isNew = DigestTable.insert(digest == 0 ? 1 : digest, below: bits, in: &places)
      room -= isNew ? 1 : 0
      count += isNew ? 1 : 0
      return isNew
    }

    /// Inserts digests in order, and returns the indexes of those that were there already.
    mutating func insert(_ digests: [UInt64]) -> [Int] {
      if room < digests.count { grow(below: 0, by: 2 * digests.count) }
      var places = self.places.mutableSpan
      var found: [Int] = []
      for index in digests.indices {
        let digest = digests[index] == 0 ? 1 : digests[index]
        if !DigestTable.insert(digest, below: 0, in: &places) { found.append(index) }
      }
      room -= digests.count - found.count
      count += digests.count - found.count
      return found
    }

    func contains(_ digest: UInt64, below bits: Int) -> Bool {
      guard !places.isEmpty else { return false }
      let digest = digest == 0 ? 1 : digest
      return places[DigestTable.place(of: digest, below: bits, in: places.span)] != 0
    }

    @inline(__always)
    private static func insert(
      _ digest: UInt64, below bits: Int, in places: inout MutableSpan<UInt64>
    ) -> Bool {
      let place = place(of: digest, below: bits, in: places.span)
      let isNew = places[place] == 0
      if isNew { places[place] = digest }
      return isNew
    }

    /// Returns the place of the digest, or the free place for it.
    @inline(__always)
    private static func place(of digest: UInt64, below bits: Int, in places: Span<UInt64>) -> Int {
      let share = (digest << UInt64(truncatingIfNeeded: bits))
        .multipliedFullWidth(by: UInt64(truncatingIfNeeded: places.count)).high
      var place = Int(truncatingIfNeeded: share)
      while places[place] != 0, places[place] != digest {
        place += 1
        if place == places.count { place = 0 }
      }
      return place
    }

    /// Makes room; half the places of a small table are taken at most, four fifths of a large one.
    /// `least`: how many places are added at least.
    private mutating func grow(below bits: Int, by least: Int = placesMin) {
      let old = places
      let added = old.count < DigestTable.smallPlacesMax ? old.count : old.count / 4
      places = Array(repeating: 0, count: old.count + max(least, added))
      let isSmall = places.count <= DigestTable.smallPlacesMax
      room = places.count * (isSmall ? 50 : 80) / 100 - count
      var places = places.mutableSpan
      for digest in old where digest != 0 {
        _ = DigestTable.insert(digest, below: bits, in: &places)
      }
    }
  }
}
