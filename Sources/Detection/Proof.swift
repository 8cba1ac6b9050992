import HTTP
package import JSON
package import Pagination

extension Detector {
  /// What the second page says of a candidate; the reasons are short phrases.
  package enum Proof: Sendable, Equatable {
    case proved
    case refuted(String)
    case undecided(String)
  }

  /// How many items of a page are compared.
  package static let comparedItemsMax = 1_000

  /// Whether the second page proves the candidate that both pages were read by.
  ///
  /// Proved: other items than on the first page (by `identity` where all items have it, else by
  /// their bytes), and stated numbers, offsets, sizes and totals that agree with it. An empty
  /// second page is one only where its response says that it is the end. `isBaseOpen`: nothing
  /// said whether the first page is number 0 or 1; then the second page may be the third one, and
  /// only its stated number or the total can tell.
  package static func isProved(
    first: PageReading, second: PageReading, identity: [JSONPath] = [], isComputed: Bool,
    isBaseOpen: Bool = false
  ) -> Proof {
    if second.view.status >= 400 {
      return isProved(first: first, failure: second.view.status, isComputed: isComputed)
    }
    if first.items.isEmpty { return .undecided("the first page is empty") }
    let total = first.counts.objectCount ?? second.counts.objectCount
    if second.items.isEmpty {
      if let total, total > first.items.count {
        return .refuted("the second page is empty, but the total is \(total)")
      }
      return second.isEndSignalled ? .proved : .undecided("the second page is empty")
    }
    if let proof = comparison(first, second, identity) { return proof }
    if let reason = contradiction(first, second, isComputed: isComputed) {
      return .refuted(reason)
    }
    if let total, total < first.items.count + second.items.count {
      return .undecided("more items than the total of \(total)")
    }
    if isComputed, isBaseOpen, !isBaseDecided(first, second, total: total) {
      return .undecided("the second page may be the third one: its number is not stated")
    }
    return .proved
  }

  /// The same where the second request was answered with an error. A computed position may lie
  /// past the end; one that the API gave itself may not.
  package static func isProved(
    first: PageReading, failure status: Int, isComputed: Bool
  ) -> Proof {
    let isPastEnd = isComputed && HTTPStatus(status).isPastEnd
    let total = first.counts.objectCount ?? 0
    if isPastEnd, first.goesOn != true, total <= first.items.count {
      return .undecided("the second page was answered with status \(status)")
    }
    if status == 429 || status >= 500 {
      return .undecided("the second page was answered with status \(status)")
    }
    return .refuted("the second page was answered with status \(status)")
  }

  /// nil: the items are other ones.
  private static func comparison(
    _ first: PageReading, _ second: PageReading, _ identity: [JSONPath]
  ) -> Proof? {
    let (before, after) = keys(first, second, identity)
    let known = Set(before)
    let repeated = after.count { known.contains($0) }
    if repeated == 0 { return nil }
    if repeated == after.count {
      return .refuted("the second page has the items of the first one")
    }
    if repeated * 2 >= after.count {
      return .refuted("\(repeated) of \(after.count) items came on the first page already")
    }
    return .undecided("\(repeated) of \(after.count) items came on the first page already")
  }

  /// Fingerprints of the items: of their identities where all of both pages have one.
  private static func keys(
    _ first: PageReading, _ second: PageReading, _ identity: [JSONPath]
  ) -> (first: [UInt64], second: [UInt64]) {
    if !identity.isEmpty, let before = identities(first, identity),
      let after = identities(second, identity)
    {
      return (before, after)
    }
    return (fingerprints(first), fingerprints(second))
  }

  private static func identities(_ reading: PageReading, _ paths: [JSONPath]) -> [UInt64]? {
    guard let document = reading.view.scan?.document else { return nil }
    var keys: [UInt64] = []
    for item in reading.items.prefix(comparedItemsMax) {
      var fingerprint = Fingerprint()
      for path in paths {
        guard let value = document.resolve(path, from: item), value.kind != .null else {
          return nil
        }
        fingerprint.add(document, value)
      }
      keys.append(fingerprint.value)
    }
    return keys
  }

  private static func fingerprints(_ reading: PageReading) -> [UInt64] {
    guard let document = reading.view.scan?.document else { return [] }
    return reading.items.prefix(comparedItemsMax).map { item in
      var fingerprint = Fingerprint()
      fingerprint.add(document.bytes, item.range)
      return fingerprint.value
    }
  }

  /// What the counts of both pages say against the candidate; nil: nothing.
  private static func contradiction(
    _ first: PageReading, _ second: PageReading, isComputed: Bool
  ) -> String? {
    guard isComputed else { return nil }  // what a token leads to is the API's affair
    let (before, after) = (first.counts, second.counts)
    if let from = before.currentPage, let to = after.currentPage, to != step(from, by: 1) {
      return to == from ? "it is still page \(from)" : "page \(to) came after page \(from)"
    }
    if let from = before.offset, let to = after.offset, to != step(from, by: first.items.count) {
      return to == from
        ? "it still begins at \(from)"
        : "it begins at \(to), but the first page has \(first.items.count) items from \(from) on"
    }
    if let from = before.perPage, let to = after.perPage, from != to {
      return "the pages are of \(from) and of \(to) items, so that their places do not fit"
    }
    if let due = itemsDue(first, pagesBefore: 1), second.items.count < due {
      return "\(second.items.count) items came where \(due) were due"
    }
    return nil
  }

  private static func step(_ number: Int, by count: Int) -> Int {
    let (sum, overflow) = number.addingReportingOverflow(count)
    return overflow ? Int.max : sum
  }

  /// How many items the total leaves for the page behind so many; nil: unknown.
  private static func itemsDue(_ first: PageReading, pagesBefore: Int) -> Int? {
    guard let total = first.counts.objectCount, let size = first.counts.perPage,
      first.items.count == min(size, total)
    else { return nil }
    let (before, overflow) = size.multipliedReportingOverflow(by: pagesBefore)
    return overflow ? 0 : min(size, max(0, total - before))
  }

  /// Whether the page states its number, or has as many items as only the second one can have.
  private static func isBaseDecided(
    _ first: PageReading, _ second: PageReading, total: Int?
  ) -> Bool {
    if first.counts.currentPage != nil, second.counts.currentPage != nil { return true }
    guard let due = itemsDue(first, pagesBefore: 1), let beyond = itemsDue(first, pagesBefore: 2)
    else { return false }
    return due != beyond && second.items.count == due
  }
}
