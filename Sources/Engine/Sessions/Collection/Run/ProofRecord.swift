import Detection
import JSON
import Pagination

/// What speaks for a run of pages being the whole list, gathered page by page. It travels in
/// checkpoints, so that a proof survives them.
///
///     {"pages":2,"total":47,"chained":true,"recent":{...}}
struct ProofRecord: Sendable {
  /// The exact total that the first page stated, and every page after it; nil: none, or it changed.
  private(set) var total: Int?
  /// Where the total is that no mapping names.
  private(set) var hintPath: String?
  private(set) var pages = 0
  /// A page has stated a total, where one is mapped.
  private(set) var isCounted = false
  /// Every page but the first was reached by an opaque link or token, and none may have been cut.
  private(set) var isChained = true

  /// The items delivered most recently, which a walk may request again.
  private(set) var recentItems = RecentItems()

  /// The first page leads to another one, or speaks of more items than it has.
  private(set) var speaksOfMore = false

  /// Where the first page speaks of more, in a value that is no count.
  private var moreHint: MoreHint?

  /// It leads to none, and still speaks of more by a flag, a link or a token.
  private(set) var leadsToMore = false

  /// A page may have lost items at its end.
  private var mayBeCut = false

  /// The run continues one of another process, and no page has come since.
  private var isContinued = false

  /// It was continued at a number where rows may have moved since, however long that was.
  private var hasGap = false

  /// The number of pages that a checkpoint may state.
  static let pagesMax = 1 << 40

  init() {}

  /// Takes in the next page of the run. `hint`: the total that it states where none is mapped;
  /// `survey`: what else it says of more.
  mutating func take(_ page: Page, hint: TotalHint?, _ survey: () -> PageSigns) {
    if page.requested.position == .computed { recentItems.take(page) }
    let isNumbered = page.requested.position == .computed || !isChained
    if isContinued, isNumbered, page.continuity != .verified { hasGap = true }
    isContinued = false
    let stated = page.reading.counts.objectCount
    if stated != nil { isCounted = true }
    if pages == 0 {
      total = stated ?? hint?.count
      hintPath = stated == nil ? hint?.path : nil
    } else {
      if (stated ?? hint?.count) != total { total = nil }
      if page.requested.position == .computed { isChained = false }
    }
    if page.reading.mayBeCut {
      isChained = false
      mayBeCut = true
    }
    if case .position(let next) = page.reading.neighbours.next {
      if !PositionStep(from: page, to: next).isOpaque { isChained = false }
      speaksOfMore = true
    } else if pages == 0, total != page.reading.items.count {
      // Where the total is on the page, nothing else has to be looked for.
      let signs = survey()
      speaksOfMore = signs.speaksOfMore
      leadsToMore = speaksOfMore && signs.leadsToMore
      moreHint = signs.moreHint
    }
    pages += 1
  }

  /// A page came from elsewhere than the page before it led to.
  mutating func breakChain() { isChained = false }

  /// The last item was found again, and nothing follows it.
  mutating func verifyEnd() { recentItems.verifyEnd() }

  /// The API does not support offsets inside its pages.
  mutating func refuseOverlap() { recentItems.refuse() }

  /// The end was found without the last item before it.
  mutating func leaveEndUnverified() { recentItems.leaveEndUnverified() }

  /// The page where the run continues has the item that was delivered last.
  mutating func verifyContinuation() { isContinued = false }

  /// Whether a page speaks of more where the first one does.
  func leadsOn(_ reading: PageReading) -> Bool { moreHint?.leadsOn(reading.view) ?? false }

  /// Whether this many items are the total that every page has stated.
  func isCount(_ received: Int) -> Bool { total == received && !hasGap }

  /// Whether opaque links or tokens led from each page to the next.
  var isChain: Bool { isChained && pages > 1 }

  /// Whether each page began with the last item of the page before.
  var isOverlapped: Bool { recentItems.isProven }

  /// Whether there is one page, and nothing in it speaks of more.
  var isSingle: Bool { pages == 1 && !speaksOfMore && !mayBeCut }

  // MARK: In checkpoints

  /// `left`: the number of items of the last page that were not delivered yet; nil: no walk requests
  /// items again. The result is nil if there is no page.
  /// `isBroken`: the next page may not continue where the last one ended.
  func stored(without left: Int?, isBroken: Bool = false) -> JSONValue? {
    guard pages > 0 else { return nil }
    var object: JSONObject = [
      "pages": .integer(pages), "chained": .boolean(isChained && !isBroken),
    ]
    if isCounted { object["counted"] = true }
    if hasGap { object["gap"] = true }
    if let total { object["total"] = .integer(total) }
    if let hintPath { object["hint"] = .string(hintPath) }
    if let recent = left.flatMap(recentItems.stored) { object["recent"] = recent }
    return .object(object)
  }

  /// The record out of a checkpoint; one that proves nothing where there is none.
  init(stored: JSONValue?, isBegun: Bool) {
    guard isBegun else { return }
    let object = stored?.objectValue
    pages = min(max(1, object?["pages"]?.integerValue ?? 1), ProofRecord.pagesMax)
    isChained = object?["chained"]?.booleanValue ?? false
    total = object?["total"]?.integerValue
    isCounted = object?["counted"]?.booleanValue ?? false
    hasGap = object?["gap"]?.booleanValue ?? false
    isContinued = true
    hintPath = object?["hint"]?.stringValue
    recentItems = RecentItems(stored: object?["recent"])
  }
}
