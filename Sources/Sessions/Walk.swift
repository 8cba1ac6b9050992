import JSON
package import Pagination

/// What is asked of a walk over all pages.
package struct WalkOrder: Sendable {
  package let pagesMax: Int?
  package let itemsMax: Int?
  /// nil: as the settings say.
  package let concurrency: Int?
  /// Takes each page as it comes; nil: the summary has all items.
  package let deliver: (@Sendable (WalkPage) -> Void)?
  /// Each page comes with the checkpoint behind it.
  package let givesCheckpoints: Bool
  /// Is told how far the walk is.
  package let report: (@Sendable (WalkProgress) -> Void)?

  package init(
    pagesMax: Int?, itemsMax: Int?, concurrency: Int?,
    givesCheckpoints: Bool = false, deliver: (@Sendable (WalkPage) -> Void)?,
    report: (@Sendable (WalkProgress) -> Void)?
  ) {
    self.givesCheckpoints = givesCheckpoints
    self.pagesMax = pagesMax
    self.itemsMax = itemsMax
    self.concurrency = concurrency
    self.deliver = deliver
    self.report = report
  }
}

/// A page, or the part of one that is wanted, as a walk delivers it.
package struct WalkPage: Sendable {
  package let page: Int
  package let content: PageContent
  package let items: Range<Int>
  /// Where a walk goes on that has taken these items; nil where it was not asked for.
  package var checkpoint: String?
}

/// How far a walk is.
package struct WalkProgress: Sendable {
  package let pages: Int
  package let items: Int
  package let pageCount: Int?
  package let objectCount: Int?
  /// Items up to the end of the last page, from the collection's first on.
  package let position: Int
  /// What it waits for; nil: nothing.
  package var waiting: Waiting?

  package init(
    pages: Int, items: Int, pageCount: Int?, objectCount: Int?, position: Int,
    waiting: Waiting? = nil
  ) {
    self.pages = pages
    self.items = items
    self.pageCount = pageCount
    self.objectCount = objectCount
    self.position = position
    self.waiting = waiting
  }

  /// A request has to wait before it is sent.
  package struct Waiting: Sendable {
    package let seconds: Double
    package let reason: String

    package init(seconds: Double, reason: String) {
      self.seconds = seconds
      self.reason = reason
    }
  }
}

/// What a walk came to.
package struct WalkSummary: Sendable {
  package let pages: Int
  package let itemCount: Int
  /// nil where the pages were delivered one by one.
  package let items: [WalkPage]?
  package let duplicates: Int
  package let verdict: Verdict
  package let endReason: EndReason?
  package let checkpoint: String
  package let snapshot: SessionSnapshot
}

/// A walk that runs.
struct Walk: Sendable {
  let load: Load
  let order: WalkOrder
  /// The next page to be delivered; later ones wait for it in `ready`.
  var next: Int
  /// Items up to the end of the last page, from the collection's first on.
  var position: Int
  var ready: [Int: (asked: AskedPage, outcome: PageOutcome)] = [:]
  var running: Set<Int> = []
  /// A page that repeats an earlier one: delivered when the next one shows that it is no loop.
  var heldBack: (page: Int, read: ReadPage)?
  var pages = 0
  var items = 0
  var duplicates = 0
  var collected: [WalkPage] = []
  var collectedBytes = 0
  /// Pages shift while they are fetched: from now on, one at a time.
  var hasShifted = false
  /// Where links can be told ahead.
  var plan: LinkPlan?
  /// The client does not read: nothing is sent for or delivered until it does.
  var isPaused = false

  /// How many bytes a walk collects whose items all stand in its result.
  static let collectedBytesMax = 1 << 30
}
