package import Pagination
package import Sessions

/// What is asked of a walk over a series.
package struct SeriesOrder: Sendable {
  let pagesMax: Int?
  let itemsMax: Int?
  /// How many parts are walked at once; nil: as the settings say.
  let concurrency: Int?
  /// Takes each page as it comes; nil: the summary has all items.
  let deliver: (@Sendable (SeriesPage) -> Void)?
  /// Is told how far the walk is.
  let report: (@Sendable (WalkProgress) -> Void)?

  /// An order for so much.
  package init(
    pagesMax: Int?, itemsMax: Int?, concurrency: Int?,
    deliver: (@Sendable (SeriesPage) -> Void)?, report: (@Sendable (WalkProgress) -> Void)?
  ) {
    self.pagesMax = pagesMax
    self.itemsMax = itemsMax
    self.concurrency = concurrency
    self.deliver = deliver
    self.report = report
  }
}

/// A page of one part.
package struct SeriesPage: Sendable {
  /// Its numbers are those of the part.
  package let page: WalkPage
  /// What is kept of the part's item, as JSON text.
  package let item: [UInt8]
  /// The position of the item in the series, 0-based.
  package let position: Int
}

/// What a walk over a series resulted in.
package struct SeriesSummary: Sendable {
  package let pages: Int
  package let itemCount: Int
  /// nil where the pages were delivered one by one.
  package let items: [WalkPage]?
  package let duplicates: Int
  package let verdict: Verdict
  /// What `complete` rests on; nil with any other verdict.
  package let proof: WalkProof?
  /// The limit that ended it; nil where the items did.
  package let endReason: EndReason?
  package let tally: SeriesTally
  package let checkpoint: String
  package let snapshot: SessionSnapshot
}

/// Answers whoever ordered a walk; called exactly once.
package typealias SeriesCompletion = @Sendable (Result<SeriesSummary, LoadFailure>) -> Void
