package import Sessions

/// An order for a walk over a series.
package struct SeriesOrder: Sendable {
  /// The order that applies to all parts together. Its `concurrency` is the number of parts walked
  /// at once. Its `deliver` is unused: pages of a series come with their items.
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
  /// The values kept from the part's item, as JSON text; nil if the range was not sliced.
  package let item: [UInt8]?
  /// The position of the item in the series, 0-based.
  package let position: Int
}

/// A part that came to its end.
package struct SeriesPart: Sendable {
  /// The way a part ended.
  package enum End: Sendable {
    case walked(WalkSummary)
    /// 404 or 410 on the first page: its collection is not there any more.
    case gone
    /// Nothing of it came.
    case failed
  }

  /// The values kept from the part's item, as JSON text.
  package let item: [UInt8]
  package let end: End
  /// True when no item of the part was delivered, now or before a checkpoint.
  package let isEmpty: Bool
}

/// The result of a walk over a series.
package struct SeriesSummary: Sendable {
  /// The result as one walk: the verdict of the worst part, the proof of the weakest.
  package let walk: WalkSummary
  /// The outcomes of the lists of many items; nil if there was a range.
  package let tally: SeriesTally?
  /// The counts of the slices; nil if there were none.
  package let slices: SliceCounts?
}

/// Reports the result to the caller that ordered a walk; called exactly once.
package typealias SeriesCompletion = @Sendable (Result<SeriesSummary, LoadFailure>) -> Void
