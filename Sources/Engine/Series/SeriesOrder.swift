package import Sessions

/// What is asked of a walk over a series.
package struct SeriesOrder: Sendable {
  /// What counts over all parts. Its `concurrency` is how many parts are walked at once, and its
  /// `deliver` is of no use: pages of a series come with their items.
  let walk: WalkOrder
  /// Takes each page as it comes; nil: the summary has all items.
  let deliver: (@Sendable (SeriesPage) -> Void)?
  /// Receives each part that came to an end, after its last page.
  let ended: (@Sendable (SeriesPart) -> Void)?

  /// An order for so much.
  package init(
    _ walk: WalkOrder, deliver: (@Sendable (SeriesPage) -> Void)?,
    ended: (@Sendable (SeriesPart) -> Void)? = nil
  ) {
    self.walk = walk
    self.deliver = deliver
    self.ended = ended
  }
}

/// A page of one part.
package struct SeriesPage: Sendable {
  /// Its numbers are those of the part; its checkpoint is that of the series.
  package let page: WalkPage
  /// What is kept of the part's item, as JSON text; nil: the range was not sliced.
  package let item: [UInt8]?
  /// The position of the item in the series, 0-based.
  package let position: Int
}

/// A part that came to its end.
package struct SeriesPart: Sendable {
  /// How a part ended.
  package enum End: Sendable {
    case walked(WalkSummary)
    /// 404 or 410 on the first page: its collection is not there any more.
    case gone
    /// Nothing of it came.
    case failed
  }

  /// What is kept of the part's item, as JSON text.
  package let item: [UInt8]
  package let end: End
  /// Whether no item of it was delivered, now or before a checkpoint.
  package let isEmpty: Bool
}

/// What a walk over a series resulted in.
package struct SeriesSummary: Sendable {
  /// What it is worth as one walk: the verdict of the worst part, the proof of the weakest.
  package let walk: WalkSummary
  /// How the lists of many items ended; nil: there was a range.
  package let tally: SeriesTally?
  /// What slices took; nil: there were none.
  package let slices: SliceCounts?
}

/// Answers whoever ordered a walk; called exactly once.
package typealias SeriesCompletion = @Sendable (Result<SeriesSummary, LoadFailure>) -> Void
