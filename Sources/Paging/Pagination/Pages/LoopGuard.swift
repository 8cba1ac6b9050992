/// Sees when paging goes round in a circle, of any length.
///
/// Requests, items and identities of every page are remembered as fingerprints. A request that was
/// sent for another page is a loop only when its response repeats too: a scroll id may legally stay
/// the same. A token that is new each time although whole pages come again, by their identities, is
/// a loop at the second such page in a row; so is a response that repeats another one as a whole,
/// with its raw next value, however the link grows that it makes. Where positions are arithmetic,
/// requests never repeat; there a response that repeats another page's items is the loop (an API
/// that repeats its last page past the end), unless the stated total says that there is more. A guessed
/// identity, such as a name, may be unique only within a part of the list: pages that differ in their
/// bytes are a loop only after a hundred such pages in a row.
package struct LoopGuard: Sendable {
  /// The fingerprints of one page.
  package struct Trace: Sendable, Equatable {
    package var request: UInt64
    /// Of the items' bytes.
    package var items: UInt64
    /// Of the items' identities, where they are given.
    package var identities: UInt64?
    package var isEmpty: Bool
    /// Of the whole response: the items, what is around them, and the raw next value.
    package var response: UInt64

    package init(
      request: UInt64, items: UInt64, identities: UInt64?, isEmpty: Bool, response: UInt64
    ) {
      self.response = response
      self.request = request
      self.items = items
      self.identities = identities
      self.isEmpty = isEmpty
    }
  }

  /// The maximum number of pages remembered. The oldest are kept; later ones are not added.
  package static let pagesMax = 1_000_000

  private var pageOfRequest: [UInt64: Int] = [:]
  private var pageOfItems: [UInt64: Int] = [:]
  private var pageOfIdentities: [UInt64: Int] = [:]
  private var pageOfResponse: [UInt64: Int] = [:]
  /// The latest page held nothing but items of an earlier one.
  private var hasRepeatedItems = false
  /// Pages in a row, up to the latest, whose items are those of an earlier page.
  private var repeatedInRow = 0
  /// A total may say that more comes for this many pages that repeat.
  private static let repeatedMax = 3
  /// Guessed identities may be those of earlier pages on this many in a row.
  private static let guessedMax = 100

  package init() {}

  /// The reason to stop, where the page repeats an earlier one. `isBounded`: a stated total says
  /// that the page is not the last; `isGuess`: detection has chosen the identities; `isReplaced`: true for
  /// a page that has other items by now.
  package func repetition(
    page: Int, trace: Trace, isComputed: Bool, isBounded: Bool,
    isGuess: @autoclosure () -> Bool = false, unless isReplaced: (Int) -> Bool = { _ in false }
  ) -> EndReason? {
    let (items, identities) = others(page, trace)
    guard let earlier = items ?? identities, !isReplaced(earlier) else { return nil }
    if pageOfRequest[trace.request].map({ $0 != page }) == true {
      return EndReason(.repeatedRequest(of: earlier), page: page)
    }
    if isComputed, !isBounded || repeatedInRow >= LoopGuard.repeatedMax {
      return EndReason(
        items == nil ? .repeatedItems(of: earlier) : .repeatedResponse(of: earlier), page: page)
    }
    if !isComputed, let earlier = pageOfResponse[trace.response], earlier != page {
      return EndReason(.repeatedResponse(of: earlier), page: page)
    }
    let isRepeated =
      items == nil && isGuess() ? repeatedInRow >= LoopGuard.guessedMax : hasRepeatedItems
    if !isComputed, isRepeated, identities != nil {
      return EndReason(.repeatedItems(of: earlier), page: page)
    }
    return nil
  }

  /// True when a page has exactly the items of another one.
  package func repeatsItems(page: Int, trace: Trace) -> Bool {
    others(page, trace).items != nil
  }

  /// The earlier page whose items a page has, by their bytes or their identities.
  package func original(of page: Int, trace: Trace) -> Int? {
    let (items, identities) = others(page, trace)
    return items ?? identities
  }

  /// The earlier pages that have the items of a page, by their bytes and by their identities.
  private func others(_ page: Int, _ trace: Trace) -> (items: Int?, identities: Int?) {
    guard !trace.isEmpty else { return (nil, nil) }
    let (items, identities) = (
      pageOfItems[trace.items], trace.identities.flatMap { pageOfIdentities[$0] }
    )
    return (items == page ? nil : items, identities == page ? nil : identities)
  }

  package mutating func remember(page: Int, trace: Trace) {
    guard pageOfRequest.count < LoopGuard.pagesMax else { return }
    pageOfRequest[trace.request] = pageOfRequest[trace.request] ?? page
    guard !trace.isEmpty else { return }
    let (items, identities) = others(page, trace)
    repeatedInRow = items == nil && identities == nil ? 0 : repeatedInRow + 1
    hasRepeatedItems = identities != nil
    pageOfItems[trace.items] = pageOfItems[trace.items] ?? page
    pageOfResponse[trace.response] = pageOfResponse[trace.response] ?? page
    if let identities = trace.identities {
      pageOfIdentities[identities] = pageOfIdentities[identities] ?? page
    }
  }

  /// Remembers the pages of another one, too.
  package mutating func merge(_ other: LoopGuard) {
    guard pageOfRequest.count < LoopGuard.pagesMax else { return }
    pageOfRequest.merge(other.pageOfRequest) { mine, _ in mine }
    pageOfItems.merge(other.pageOfItems) { mine, _ in mine }
    pageOfIdentities.merge(other.pageOfIdentities) { mine, _ in mine }
    pageOfResponse.merge(other.pageOfResponse) { mine, _ in mine }
  }
}
