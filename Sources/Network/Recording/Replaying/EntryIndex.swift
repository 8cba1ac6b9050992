import HTTP

/// Where the entries of a recording are, and which of them have answered.
///
/// Entries are found by digests of their requests, those of one digest in a chain in the file's
/// order, so that a walk through n entries takes n steps. What is masked in an entry is omitted
/// from its digest; entries that mask the same parts are found through one table.
struct EntryIndex: Sendable {
  /// An entry in the file.
  private struct Place: Sendable {
    let start: UInt32
    let count: UInt32
    /// Digests of the parts, to find the nearest entry without reading all of them.
    let method: UInt32
    let origin: UInt32
    let path: UInt32
    let query: UInt32
    let body: UInt32
    /// Which table it is found through.
    let table: UInt16
    let isRepeated: Bool
    /// A failure, or a status that may be another one later.
    let isTransient: Bool
    var isUsed = false
    /// Whether it is for http or https.
    var isHTTP: Bool { count > 0 }
  }

  /// The entries of one digest: the first and the last of a list that `next` links.
  private struct Chain: Sendable {
    var first: Int32
    var last: Int32
  }

  /// Entries that mask the same parts, by the digests of the rest.
  private struct Table: Sendable {
    let masked: MaskedParts
    var chains: [Int: Chain] = [:]
  }

  private var places: [Place] = []
  private var tables: [Table] = []
  private var tableNumbers: [MaskedParts: Int] = [:]
  /// The entry after each one in its chain; -1: none.
  private var next: [Int32] = []
  /// Entries that are not for http or https, or are no requests.
  private(set) var ignoredCount = 0
  /// Whether every entry may answer again.
  var isRepeated = false

  /// How many different sets of parts may be masked; entries that mask yet another one are found
  /// through one table for all.
  static let tablesMax = 64

  /// What is omitted from the digests of all entries, as requests mask it.
  private let masked: MaskedParts

  /// How many entries there are, ignored ones included.
  var count: Int { places.count }

  /// An index for requests that mask these parts.
  init(masked: MaskedParts = MaskedParts()) {
    self.masked = masked
  }

  // MARK: Building

  /// Takes in the next entry of the file. nil: it is ignored.
  mutating func add(
    _ request: ComparableRequest?, isRepeated: Bool, isTransient: Bool, in range: Range<Int>
  ) {
    guard let request else {
      ignoredCount += 1
      next.append(-1)
      places.append(
        Place(
          start: 0, count: 0, method: 0, origin: 0, path: 0, query: 0, body: 0, table: 0,
          isRepeated: false, isTransient: false))
      return
    }
    let masked = masked.union(MaskedParts(of: request))
    let table = tableNumber(masked)
    let digest = RequestDigest(request, without: tables[table].masked)
    let number = Int32(truncatingIfNeeded: places.count)
    places.append(
      Place(
        start: UInt32(truncatingIfNeeded: range.lowerBound),
        count: UInt32(truncatingIfNeeded: range.count),
        method: UInt32(truncatingIfNeeded: digest.method),
        origin: UInt32(truncatingIfNeeded: digest.origin),
        path: UInt32(truncatingIfNeeded: digest.path),
        query: UInt32(truncatingIfNeeded: digest.query),
        body: UInt32(truncatingIfNeeded: digest.body), table: UInt16(truncatingIfNeeded: table),
        isRepeated: isRepeated, isTransient: isTransient))
    next.append(-1)
    link(number, digest.whole, table)
  }

  private mutating func link(_ number: Int32, _ digest: Int, _ table: Int) {
    if let chain = tables[table].chains[digest] {
      next[Int(chain.last)] = number
      tables[table].chains[digest]?.last = number
    } else {
      tables[table].chains[digest] = Chain(first: number, last: number)
    }
  }

  private mutating func tableNumber(_ masked: MaskedParts) -> Int {
    if let number = tableNumbers[masked] { return number }
    let isFull = tables.count >= EntryIndex.tablesMax
    let masked = isFull ? MaskedParts.most : masked
    if let number = tableNumbers[masked] { return number }
    tables.append(Table(masked: masked))
    tableNumbers[masked] = tables.count - 1
    return tables.count - 1
  }

  // MARK: Finding

  /// Whether an entry, given by its number and its place in the file, answers the request.
  typealias Matches = (_ number: Int, _ range: Range<Int>) -> Bool

  /// Where an entry is in the file; nil for one that is ignored.
  func range(of number: Int) -> Range<Int>? {
    guard places.indices.contains(number), places[number].isHTTP else { return nil }
    let place = places[number]
    return Int(place.start)..<Int(place.start) + Int(place.count)
  }

  /// The first entry in the file's order that answers the request and has not yet done so; from now
  /// on it has. `matches` compares with the entry itself.
  mutating func use(_ request: ComparableRequest, matches: Matches) -> Int? {
    let found = find(request, matches)
    if let number = found { places[number].isUsed = true }
    return found
  }

  /// The entries that have answered.
  var usedNumbers: [Int] { places.indices.filter { places[$0].isUsed } }

  /// Another index has had the entry answer.
  mutating func markUsed(_ number: Int) {
    if places.indices.contains(number) { places[number].isUsed = true }
  }

  private mutating func find(
    _ request: ComparableRequest, _ matches: Matches
  ) -> Int? {
    let digests = tables.map { RequestDigest(request, without: $0.masked).whole }
    var found: Int?
    for (table, digest) in digests.enumerated() {
      guard let number = firstUnused(table, digest, before: found, matches) else { continue }
      found = number
    }
    if let found { return found }
    // All of them have answered: those that may do so again begin again.
    for (table, digest) in digests.enumerated() where renew(table, digest, matches) {
      guard let number = firstUnused(table, digest, before: found, matches) else { continue }
      found = number
    }
    return found ?? lastTransient(digests, matches)
  }

  /// The last entry that has answered the request, where that was a failure: whoever tries again
  /// fails again, as often as there are retries.
  private func lastTransient(_ digests: [Int], _ matches: Matches) -> Int? {
    var last: Int?
    for (table, digest) in digests.enumerated() {
      guard let chain = tables[table].chains[digest] else { continue }
      let index = Int(chain.last)
      if index > last ?? -1, isMatch(index, matches) { last = index }
    }
    return last.flatMap { places[$0].isTransient ? $0 : nil }
  }

  /// Entries at the beginning of a chain that have answered are taken out of it, unless they may
  /// answer again.
  private mutating func firstUnused(
    _ table: Int, _ digest: Int, before bound: Int?, _ matches: Matches
  ) -> Int? {
    guard let chain = tables[table].chains[digest] else { return nil }
    var number = chain.first
    var isAtFront = true
    while number >= 0 {
      let index = Int(number)
      if let bound, index >= bound { return nil }
      if !places[index].isUsed {
        isAtFront = false
        if isMatch(index, matches) { return index }
      } else if isAtFront, !mayRepeat(index), next[index] >= 0 {
        tables[table].chains[digest]?.first = next[index]
      } else {
        isAtFront = false
      }
      number = next[index]
    }
    return nil
  }

  private func isMatch(_ index: Int, _ matches: Matches) -> Bool {
    range(of: index).map { matches(index, $0) } ?? false
  }

  private func mayRepeat(_ index: Int) -> Bool { isRepeated || places[index].isRepeated }

  /// Forgets that entries of a chain that may repeat have answered the request.
  private mutating func renew(_ table: Int, _ digest: Int, _ matches: Matches) -> Bool {
    var number = tables[table].chains[digest]?.first ?? -1
    var isRenewed = false
    while number >= 0 {
      let index = Int(number)
      if places[index].isUsed, mayRepeat(index), isMatch(index, matches) {
        places[index].isUsed = false
        isRenewed = true
      }
      number = next[index]
    }
    return isRenewed
  }

  // MARK: The nearest one

  /// How many entries are compared to find the nearest.
  static let comparedMax = 1_000

  /// The entry with the fewest differences, the first of several. `differences` compares with the
  /// entry itself; nil: it cannot be read.
  func nearest(
    to request: ComparableRequest, differences: (_ number: Int) -> [RequestDifference]?
  ) -> (number: Int, differences: [RequestDifference])? {
    let digest = RequestDigest(request)
    var best: (number: Int, differences: [RequestDifference])?
    var compared = 0
    for least in 0...EntryIndex.partsCount {
      for number in places.indices where leastDifferences(places[number], digest) == least {
        guard compared < EntryIndex.comparedMax else { return best }
        compared += 1
        guard var found = differences(number) else { continue }
        if found.isEmpty { found = [RequestDifference(.used, requested: nil, recorded: nil)] }
        if best.map({ ($0.differences.count, $0.number) > (found.count, number) }) ?? true {
          best = (number, found)
        }
        if found.count <= max(1, least) { return best }
      }
      if let best, best.differences.count <= least { return best }
    }
    return best
  }

  /// Method, origin, path, query and body.
  private static let partsCount = 5

  /// In how many parts an entry surely differs; nil for one that is ignored. What is masked may be
  /// the same.
  private func leastDifferences(_ place: Place, _ digest: RequestDigest) -> Int? {
    guard place.isHTTP else { return nil }
    let masked = tables[Int(place.table)].masked
    var count = 0
    if place.method != UInt32(truncatingIfNeeded: digest.method) { count += 1 }
    if place.origin != UInt32(truncatingIfNeeded: digest.origin) { count += 1 }
    if !masked.isPathMasked, place.path != UInt32(truncatingIfNeeded: digest.path) { count += 1 }
    if masked.isQueryWhole, place.query != UInt32(truncatingIfNeeded: digest.query) { count += 1 }
    if masked.isBodyWhole, place.body != UInt32(truncatingIfNeeded: digest.body) { count += 1 }
    return count
  }
}
