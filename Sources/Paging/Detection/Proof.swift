import HTTP
package import JSON
package import Pagination
import Text

extension Detector {
  /// The second page's verdict on a candidate. The reasons are short phrases.
  package enum Proof: Sendable, Equatable {
    case proved
    /// The API has returned a page of the same shape, which neither proves nor contradicts the
    /// candidate: the page is empty, or repeats items.
    case followed(String)
    case refuted(String)
    case undecided(String)
    /// Other items came, and nothing says whether they are the second page or the third.
    case openBase(String)

    var isRefutal: Bool { if case .refuted = self { true } else { false } }
    var leavesBaseOpen: Bool { if case .openBase = self { true } else { false } }
  }

  /// True when a body names an error: `{"error": {...}}`, `{"errors": ["..."]}`.
  static func isError(_ document: JSONDocument) -> Bool {
    document.named(in: document.root).contains { _, name, value in
      ["error", "errors"].contains(name.flat)
        && EnvelopeReport(name.flat, value, in: document) != nil
    }
  }
}

/// The first page and the second one, both read by one candidate.
package struct PagePair {
  private let first: PageReading
  private let second: PageReading
  /// The number of items before the first page, which may be in the middle of the list.
  private let start: Int
  /// The caller has named the position in the list.
  private let isExpected: Bool
  /// Fingerprints of the items: of their identities where all of both pages have one.
  private let keys: (first: [UInt64], second: [UInt64])

  /// Most items of a page that are compared.
  package static let comparedItemsMax = 1_000
  /// Most items of a page whose names are compared.
  fileprivate static let comparedNamesMax = 20

  /// `identity`: the paths of what identifies an item; `start`: the index of the first page; `mayChange`: its
  /// rows may change with each request, and still be the same; `isExpected`: the caller has named the
  /// position in the list.
  package init(
    first: PageReading, second: PageReading, identity: [JSONPath] = [], start: Int = 0,
    mayChange: Bool = false, isExpected: Bool = false
  ) {
    self.start = start
    self.isExpected = isExpected
    self.first = first
    self.second = second
    if !identity.isEmpty, let before = PagePair.keys(first, identity),
      let after = PagePair.keys(second, identity)
    {
      keys = (before, after)
    } else if mayChange, let same = PagePair.unchangedKeys(first, second) {
      keys = (same, same)
    } else {
      keys = (PagePair.keys(first, []) ?? [], PagePair.keys(second, []) ?? [])
    }
  }

  /// Judges whether the second page proves the candidate. `position`: the source of its position,
  /// which decides what its items can prove. The client counts computed ones; for a token, the API
  /// gave the value, and the name of its parameter may be a guess.
  ///
  /// Proved: other items than on the first page (by `identity` where all items have it, else by
  /// their bytes), and stated numbers, offsets, sizes and totals that agree with it. An empty
  /// second page is one only where its response says that it is the end. `mayStartAtZero`: nothing
  /// said whether the first page is number 0 or 1; then the second page may be the third one, and
  /// only its stated number or the total can tell.
  package func proof(_ position: Position, mayStartAtZero: Bool = false) -> Detector.Proof {
    let isComputed = position == .computed || position == .start
    if isBlank { return .undecided("the second page is blank") }
    if !isAlike { return .refuted("the second page has another shape than the first") }
    if first.items.isEmpty || second.items.isEmpty {
      if isComputed, isAll { return .proved }
      if isComputed, mayStartAtZero, second.items.isEmpty, total == nil || isAfterSecond {
        return .openBase("this may be after the second page, which is the last one")
      }
      return emptiness(isComputed)
    }
    if let proof = repetition(position) { return proof }
    if case .link = position, isOfAnotherList { return .refuted("the link leads to another list") }
    if isComputed, let contradiction { return .refuted(contradiction) }
    if let total = totals.max(), total - start < first.items.count + second.items.count {
      let reason = "both pages have more items than the total of \(total)"
      return isComputed ? .undecided(reason) : .followed(reason)
    }
    if isComputed, mayStartAtZero, !isBaseDecided {
      return .openBase("this may be the third page: it does not state its number")
    }
    return .proved
  }

  /// True when the second page brings nothing new: no items, or those of the first page.
  package var bringsNothing: Bool {
    guard !isBlank, isAlike else { return false }
    return second.items.isEmpty
      || !keys.second.isEmpty && keys.first == keys.second
        && first.items.count == second.items.count
  }

  /// True when the second page is the first item alone, as requested.
  package var isFirstAlone: Bool {
    isAlike && second.items.count == 1
      && keys.second.first == keys.first.first
  }

  /// True when the second page has the first page's first item: it is the beginning of the same list.
  var hasFirstItem: Bool { keys.first.first.map { keys.second.contains($0) } ?? false }

  /// True when the second page has the first page's items from an index on, and not its first ones.
  func isWithin(at index: Int) -> Bool {
    index > 0 && !keys.second.isEmpty && keys.first.dropFirst(index).starts(with: keys.second)
      && keys.first.first != keys.second.first
  }

  /// True when all items are new but the first, which was the last one before.
  package var repeatsLast: Bool {
    keys.first.count > 1 && keys.first.last == keys.second.first
      && Set(keys.first).isDisjoint(with: keys.second.dropFirst())
  }

  /// True when the second page has more items of the first than a row or two that came meanwhile explain.
  var repeatsMany: Bool {
    let known = Set(keys.first)
    let repeated = keys.second.count { known.contains($0) }
    return repeated > 2 && repeated * 4 >= keys.second.count
  }

  /// True when all items of the second page are other ones than those of the first.
  var hasNone: Bool { isAlike && Set(keys.first).isDisjoint(with: keys.second) }

  /// True when the second page begins with the first page's last item.
  var beginsWithLast: Bool { keys.first.last.map { $0 == keys.second.first } ?? false }

  /// True when a filter could have brought the second page: a number that is below a bound in each row of the
  /// first page and not in those of the second, with room for rows between them; or a total without the
  /// first page's rows.
  ///
  ///     /shoes?offset=2    {"price": 1.2}, {"price": 1.7}    {"price": 2.1}, {"price": 2.6}
  func isParted(at bound: Int) -> Bool {
    if let before = first.counts.objectCount, let after = second.counts.objectCount,
      after <= before - first.items.count
    {
      return true
    }
    guard let row = first.items.last, let document = first.view.scan?.document else { return false }
    return document.numbers(in: row).contains { path in
      guard let low = PagePair.numbers(first, path)?.max(),
        let high = PagePair.numbers(second, path)?.min()
      else { return false }
      return low < Double(bound) && Double(bound) <= high && high - low > 1
    }
  }

  /// The numbers at a path in the items that are compared; nil where one has none there.
  private static func numbers(_ reading: PageReading, _ path: JSONPath) -> [Double]? {
    values(reading) { document, item in
      document.resolve(path, from: item).flatMap(document.number)
    }
  }

  /// A value of each item that is compared; nil where one has none.
  private static func values<Value>(
    _ reading: PageReading, _ value: (JSONDocument, JSONSlice) -> Value?
  ) -> [Value]? {
    guard let document = reading.view.scan?.document else { return nil }
    var values: [Value] = []
    for item in reading.items.prefix(comparedItemsMax) {
      guard let value = value(document, item) else { return nil }
      values.append(value)
    }
    return values
  }

  /// The total that either page states.
  private var total: Int? { totals.first }

  /// The totals that the pages state, which differ where rows have come or gone.
  private var totals: [Int] {
    first.mayCountPages
      ? [] : [first.counts.objectCount, second.counts.objectCount].compactMap(\.self)
  }

  /// True when the second page has another path, and totals that this list cannot have come to
  /// meanwhile.
  private var isOfAnotherList: Bool {
    let (before, after) = (first.counts, second.counts)
    guard URLReference(first.view.url).path != URLReference(second.view.url).path,
      let all = before.objectCount, let others = after.objectCount, all != others
    else { return false }
    return abs(all - others) > first.items.count
      || before.pageCount != nil && after.pageCount != nil && before.pageCount != after.pageCount
  }

  // MARK: Shape

  /// True when there is nothing at all in the second body, where the status does not say that this is right.
  private var isBlank: Bool {
    guard let document = second.view.scan?.document else { return second.view.status != 204 }
    return document.isEmptyObject(document.root)
  }

  /// True when both bodies are lists or both are objects, and the second one does not report an
  /// error in place of items, unless the first one does as well.
  private var isAlike: Bool {
    guard let before = first.view.scan?.document, let after = second.view.scan?.document else {
      return true
    }
    return before.root.kind == after.root.kind
      && !(second.items.isEmpty && Detector.isError(after) && !Detector.isError(before))
      && (second.items.isEmpty
        || !before.sharesNoMember(first.items, with: second.items, of: after))
  }

  // MARK: Items

  /// True when the empty second page still counts as many items as the first page has: these are all.
  private var isAll: Bool {
    guard second.items.isEmpty, !first.items.isEmpty, start == 0,
      let total = TotalHint(second.view, PageSigns(second)), total.isExact
    else { return false }
    return total.count == first.items.count
  }

  /// True when the empty page repeats a total that lacks no more than one page: it comes after that one.
  var isAfterSecond: Bool {
    let count = first.items.count
    guard second.items.isEmpty, start == 0, let total = first.counts.objectCount else {
      return false
    }
    return total == second.counts.objectCount && total > count && total - count <= count
  }

  /// Judges a pair in which one of the pages has no items.
  private func emptiness(_ isComputed: Bool) -> Detector.Proof {
    if isComputed {
      if first.items.isEmpty { return .undecided("the first page is empty") }
      if let total, total > first.items.count {
        return .refuted("the second page is empty, but the total is \(total)")
      }
      return second.isEndSignalled ? .proved : .undecided("the second page is empty")
    }
    if !second.items.isEmpty { return .proved }  // only the position can have brought them
    if first.items.isEmpty, first.counts.objectCount != 0,
      second.neighbours.namesItself || first.neighbours.next == second.neighbours.next
    {
      return .refuted("both pages lead to the same next page")
    }
    if !first.items.isEmpty, second.isEndSignalled, total ?? 0 <= first.items.count {
      return .proved
    }
    return .followed("the second page is empty")
  }

  /// Judges the items that came before; nil if all items are new.
  ///
  /// A list that changes between two requests repeats a few. A token that the API has not
  /// understood brings the first page again; so does a computed position, unless the page states
  /// that it is the next one. Where items of one page are equal, those of the next one may be, too.
  private func repetition(_ position: Position) -> Detector.Proof? {
    let count = keys.second.count
    let known = Set(keys.first)
    let repeated = keys.second.count { known.contains($0) }
    if repeated == 0 { return nil }
    let some = "\(repeated) of \(count) items were on the first page already"
    let again = repeated == count ? "the second page has the items of the first" : some
    let isSame = repeated == count && first.items.count == second.items.count
    let isUsual = known.count < keys.first.count || Set(keys.second).count < count
    if isUsual, !bringsNothing, isOther(at: position) { return nil }
    switch position {
    case .start, .computed:
      if hasShifted(by: repeated) { return nil }
      let isFew = repeated * 2 < count
      if !isSame, hasMoved, isFew || repeated == count { return .followed(some) }
      return isFew ? .undecided(some) : .refuted(again)
    case .link:
      return isSame && first.neighbours.next == second.neighbours.next
        ? .refuted(again) : .followed(some)
    case .token: return repeated * 2 >= count ? .refuted(again) : .followed(some)
    }
  }

  /// True when something besides the items shows that the second page is another one.
  private func isOther(at position: Position) -> Bool {
    switch position {
    case .start, .computed:
      isExpected || hasMoved || first.goesOn == true || total ?? 0 > first.items.count
    case .link, .token: first.neighbours.next != second.neighbours.next
    }
  }

  /// True when the second page begins with the last few items of the first one, in their order: rows
  /// were inserted between the two requests, and all others are new.
  private func hasShifted(by repeated: Int) -> Bool {
    repeated * 2 < keys.second.count
      && keys.second.prefix(repeated).elementsEqual(keys.first.suffix(repeated))
  }

  /// True when the second page states the number or the offset that follows the first one's.
  private var hasMoved: Bool { contradiction == nil && statesPlaces }

  /// True when both pages state their number, or where they begin.
  private var statesPlaces: Bool {
    first.counts.currentPage != nil && second.counts.currentPage != nil
      || first.counts.offset != nil && second.counts.offset != nil
  }

  /// Fingerprints of what is at the paths in each item, without paths of the items themselves; nil
  /// where one has nothing there.
  private static func keys(_ reading: PageReading, _ paths: [JSONPath]) -> [UInt64]? {
    values(reading) { document, item in
      var fingerprint = Fingerprint()
      if paths.isEmpty { fingerprint.add(document.bytes, item.range) }
      for path in paths {
        guard let value = document.resolve(path, from: item), value.kind != .null else {
          return nil
        }
        fingerprint.add(document, value)
      }
      return fingerprint.value
    }
  }

  /// True when nothing but the items shows that the second page is another one: it leads to where the first
  /// one does; or neither states its place, and no member that is the same in all rows is another one.
  static func mayStay(_ first: PageReading, _ second: PageReading) -> Bool {
    if case .position(let next) = first.neighbours.next {
      return second.neighbours.next == .position(next)
    }
    guard first.stays(on: second), let document = first.view.scan?.document,
      let row = first.items.first
    else { return false }
    return document.names(in: row).prefix(comparedNamesMax).allSatisfy { name in
      let path = JSONPath(components: [JSONPath.Component(name)])
      guard let old = keys(first, [path]).map(Set.init), old.count == 1,
        let new = keys(second, [path]).map(Set.init), new.count == 1
      else { return true }
      return old == new
    }
  }

  /// Fingerprints of a member that tells all rows of a page apart and is the same on both, row by row:
  /// these may be the same rows, whatever else in them changes with each request.
  ///
  ///     [{"symbol": "A", "price": 5.1}, ...]    [{"symbol": "A", "price": 5.2}, ...]
  private static func unchangedKeys(_ first: PageReading, _ second: PageReading) -> [UInt64]? {
    guard first.items.count == second.items.count, first.items.count >= 3,
      let row = first.items.first,
      let document = first.view.scan?.document
    else { return nil }
    for name in document.names(in: row).prefix(20) {
      let path = JSONPath(components: [JSONPath.Component(name)])
      guard let value = document.resolve(path, from: row), value.kind != .number,
        Int(document.string(value) ?? "") == nil,
        let before = keys(first, [path]), Set(before).count == before.count
      else { continue }
      if keys(second, [path]) == before { return before }
    }
    return nil
  }

  // MARK: Counts

  /// The contradiction between the counts of both pages and a computed position; nil if there is
  /// none.
  private var contradiction: String? {
    let (before, after) = (first.counts, second.counts)
    if let from = before.currentPage, let to = after.currentPage, to != step(from, by: 1) {
      return to == from ? "it is still page \(from)" : "page \(to) came after page \(from)"
    }
    if let from = before.offset, let to = after.offset, to != step(from, by: first.items.count) {
      return to == from
        ? "it still starts at \(from)"
        : "it starts at \(to), but the first page has \(first.items.count) items from \(from) on"
    }
    if let from = before.perPage, let to = after.perPage, from != to, to != second.items.count {
      return "the page size changed from \(from) to \(to), so that positions do not line up"
    }
    if statesPlaces { return nil }  // it is the second page, of which rows may be hidden
    let dues = totals.compactMap { itemsDue(pagesBefore: 1, total: $0) }
    if let due = dues.min(), second.items.count < due {
      return "\(second.items.count) items came instead of \(due)"
    }
    return nil
  }

  private func step(_ number: Int, by count: Int) -> Int {
    let (sum, overflow) = number.addingReportingOverflow(count)
    return overflow ? Int.max : sum
  }

  /// Returns the number of items that the total leaves for the page after this many; nil if
  /// unknown.
  private func itemsDue(pagesBefore: Int, total: Int?) -> Int? {
    guard let total, let size = first.counts.perPage,
      first.items.count == min(size, max(0, total - start))
    else { return nil }
    let (pages, overflow) = size.multipliedReportingOverflow(by: pagesBefore)
    let before = step(pages, by: start)
    return overflow ? 0 : min(size, max(0, total - before))
  }

  /// True when the page states its number, or has as many items as only the second one can have.
  private var isBaseDecided: Bool {
    guard let due = itemsDue(pagesBefore: 1, total: total),
      let beyond = itemsDue(pagesBefore: 2, total: total)
    else { return false }
    return due != beyond && second.items.count == due
  }
}

extension JSONDocument {
  /// The paths of the numbers in a row and in its objects.
  fileprivate func numbers(in row: JSONSlice) -> [JSONPath] {
    func paths(_ value: JSONSlice, _ before: [JSONPath.Component]) -> [JSONPath] {
      names(in: value).prefix(PagePair.comparedNamesMax).flatMap { name -> [JSONPath] in
        let path = JSONPath(components: before + [JSONPath.Component(name)])
        guard let inner = resolve(path, from: row) else { return [] }
        if inner.kind == .object, before.isEmpty { return paths(inner, path.components) }
        return number(inner) == nil ? [] : [path]
      }
    }
    return paths(row, [])
  }

  /// A number, or a text of one; nil for anything longer than numbers are.
  fileprivate func number(_ value: JSONSlice) -> Double? {
    guard value.range.count <= 40 else { return nil }
    return switch value.kind {
    case .number: Double(String(decoding: bytes[value.range], as: UTF8.self))
    case .string: string(value).flatMap(Double.init)
    default: nil
    }
  }

  /// The keys of an object, or the indexes of a list.
  fileprivate func names(in value: JSONSlice) -> [String] {
    switch value.kind {
    case .object: members(of: value).compactMap { string($0.key) }
    case .array: (0..<elementCount(of: value)).map(String.init)
    default: []
    }
  }

  /// True when all of some objects have a member in common, and others in another document have none of theirs.
  fileprivate func sharesNoMember(
    _ items: [JSONSlice], with others: [JSONSlice], of other: JSONDocument
  ) -> Bool {
    let (own, theirs) = (names(of: items), other.names(of: others))
    let common = own.dropFirst().reduce(own.first ?? []) { $0.intersection($1) }
    return !common.isEmpty && theirs.allSatisfy { !$0.isEmpty }
      && theirs.allSatisfy { names in own.allSatisfy { $0.isDisjoint(with: names) } }
  }

  /// The names of the members of the first items.
  private func names(of items: [JSONSlice]) -> [Set<String>] {
    items.prefix(PagePair.comparedNamesMax).map { item in
      Set(members(of: item).compactMap { string($0.key) })
    }
  }
}
