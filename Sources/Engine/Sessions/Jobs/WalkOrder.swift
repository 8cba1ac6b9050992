package import Pagination
package import System

package typealias WalkCompletion = @Sendable (Result<WalkSummary, LoadFailure>) -> Void

/// An order for a walk over all pages.
package struct WalkOrder: Sendable {
  package let pagesMax: Int?
  package let itemsMax: Int?
  /// nil: as the settings say.
  package let concurrency: Int?
  /// Takes each page as it comes; nil: the summary has all items.
  package let deliver: (@Sendable (WalkPage) -> Void)?
  /// Each page comes with the checkpoint after it.
  package let givesCheckpoints: Bool
  /// Whoever takes the pages may take a part of one: each comes with the checkpoints inside it.
  package let mayBeCut: Bool
  /// True when items from long ago are recognized; false if the consumer of the pages does that.
  package let remembersItems: Bool
  /// The list's first page may be requested again, where a position has expired.
  let mayBeginAgain: Bool
  /// Settings for walking a list that may change meanwhile; those omitted are as the paginator's
  /// settings say.
  package let walk: WalkSettings
  /// Receives the walk's progress.
  package let report: (@Sendable (WalkProgress) -> Void)?
  /// Receives each part of a series that came to an end, after its last page.
  package let ended: (@Sendable (SeriesPart) -> Void)?
  /// Pages are stored before they are delivered.
  private(set) var stores = false

  package init(
    pagesMax: Int? = nil, itemsMax: Int? = nil, concurrency: Int? = nil,
    givesCheckpoints: Bool = false, mayBeCut: Bool = false, remembersItems: Bool = true,
    mayBeginAgain: Bool = true, walk: WalkSettings = WalkSettings(),
    deliver: (@Sendable (WalkPage) -> Void)? = nil,
    report: (@Sendable (WalkProgress) -> Void)? = nil,
    ended: (@Sendable (SeriesPart) -> Void)? = nil
  ) {
    self.givesCheckpoints = givesCheckpoints
    self.mayBeCut = mayBeCut
    self.remembersItems = remembersItems
    self.mayBeginAgain = mayBeginAgain
    self.pagesMax = pagesMax
    self.itemsMax = itemsMax
    self.concurrency = concurrency
    self.walk = walk
    self.deliver = deliver
    self.report = report
    self.ended = ended
  }

  /// The same order where pages are stored, or are not.
  func storing(_ stores: Bool) -> WalkOrder { copy(of: self) { $0.stores = stores } }
}

/// A page, or the part of one that is wanted, as a walk delivers it.
package struct WalkPage: Sendable {
  package let page: Int
  /// Index of the first of these items among all items.
  package internal(set) var start: Int
  /// The number of all items; nil: unknown.
  package let objectCount: Int?
  package internal(set) var content: PageContent
  package internal(set) var items: Range<Int>
  /// The checkpoint of a walk that has taken these items; nil unless the order wants it. Most are
  /// replaced by the next one before they are written.
  package internal(set) var token: LazyValue<String>?
  /// The checkpoint after a given number of the page's items; nil unless the order wants it.
  package internal(set) var tokens: (@Sendable (Int) -> LazyValue<String>)?
  /// The values kept from the item of a series whose list this is of, as JSON text; nil: one list.
  package var item: [UInt8]?
  /// True in a list that was begun again, as a position had expired: items may have been delivered.
  package internal(set) var isAgain = false

  /// The text of its checkpoint.
  package var checkpoint: String? { token?.value }
}

/// The progress of a walk.
package struct WalkProgress: Sendable {
  package let pages: Int
  package let items: Int
  package let pageCount: Int?
  package let objectCount: Int?
  /// Items up to the end of the last page, from the collection's first on.
  package let position: Int
  /// Items that the walk delivers at most; nil: all.
  package let itemsMax: Int?
  /// Pages that the walk delivers at most, where the API's end does not come before; nil: all.
  package let pagesMax: Int?
  /// The wait that holds the walk up; nil if there is none.
  package var waiting: Waiting?

  /// Items that the walk will have delivered at its end; nil: unknown.
  package var itemsDue: Int? {
    var due = objectCount.map { max(items, $0 - max(0, position - items)) }
    if let itemsMax { due = min(due ?? itemsMax, itemsMax) }
    if let itemsOfPages { due = min(due ?? itemsOfPages, itemsOfPages) }
    return due
  }

  /// The expected number of items on all wanted pages, by the size of those that have come.
  private var itemsOfPages: Int? {
    guard let pagesMax, pages > 0 else { return nil }
    if pages >= pagesMax { return items }
    let (most, overflow) = items.multipliedReportingOverflow(by: pagesMax)
    return overflow ? nil : most / pages
  }

  package init(
    pages: Int, items: Int, pageCount: Int?, objectCount: Int?, position: Int,
    itemsMax: Int? = nil, pagesMax: Int? = nil, waiting: Waiting? = nil
  ) {
    self.pagesMax = pagesMax
    self.pages = pages
    self.items = items
    self.pageCount = pageCount
    self.objectCount = objectCount
    self.position = position
    self.itemsMax = itemsMax
    self.waiting = waiting
  }

  /// A request has to wait before it is sent.
  package struct Waiting: Sendable {
    /// Infinite: until what it waits for is there.
    package let seconds: Double
    package let reason: String

    /// It waits for an access token.
    package static let token = Waiting(seconds: .infinity, reason: "a token")

    /// `waiting for a token`, or `waiting 12 s: rate limit` where this many seconds are left.
    package func message(secondsLeft: Double) -> String {
      guard seconds.isFinite else { return "waiting for \(reason)" }
      return "waiting \(Int(min(secondsLeft.rounded(.up), Waiting.secondsMax))) s: \(reason)"
    }

    /// The longest time that is reported as left.
    private static let secondsMax = 1e9

    package init(seconds: Double, reason: String) {
      self.seconds = seconds
      self.reason = reason
    }
  }
}

/// The result of a walk.
package struct WalkSummary: Sendable {
  package let pages: Int
  package let itemCount: Int
  /// nil where the pages were delivered one by one.
  package let items: [WalkPage]?
  package let duplicates: Int
  package let verdict: Verdict
  /// The proof that `complete` rests on; nil with any other verdict.
  package let proof: WalkProof?
  /// The exact total that the API stated; nil: none.
  package let statedTotal: Int?
  /// The place where the list was begun, if not with its first page.
  package let start: RunStart?
  /// The place where the walk began, if loads have delivered the pages before it.
  package let continued: RunStart?
  package let endReason: EndReason?
  package let token: LazyValue<String>
  package let snapshot: SessionSnapshot
  /// The counts of the slices; nil if there were none.
  package let slices: SliceCounts?

  /// The text of the checkpoint at its end.
  package var checkpoint: String { token.value }

  /// A result of a walk over one list or many.
  package init(
    pages: Int, itemCount: Int, items: [WalkPage]?, duplicates: Int, verdict: Verdict,
    proof: WalkProof?, statedTotal: Int?, start: RunStart? = nil,
    continued: RunStart? = nil, endReason: EndReason?, token: LazyValue<String>,
    snapshot: SessionSnapshot, slices: SliceCounts? = nil
  ) {
    self.pages = pages
    self.itemCount = itemCount
    self.items = items
    self.duplicates = duplicates
    self.verdict = verdict
    self.proof = proof
    self.statedTotal = statedTotal
    self.start = start
    self.continued = continued
    self.endReason = endReason
    self.token = token
    self.snapshot = snapshot
    self.slices = slices
  }
}
