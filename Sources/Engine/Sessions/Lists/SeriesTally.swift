package import Pagination

/// The outcomes of the parts of a series so far.
package struct SeriesTally: Sendable {
  /// Items that were read, those whose parts are not done included.
  package var items = 0
  package var complete = 0
  /// Parts whose collection is not there any more: 404 or 410 on the first page.
  package var gone = 0
  package var failed = 0
  package var suspect = 0
  package var capped = 0
  /// Pages and items that were delivered.
  package var pages = 0
  package var itemCount = 0
  /// The first failure of a part.
  package var error: SessionSnapshot.FailedPage?
  /// The first part that is suspect; nil: none, or one before the series was continued.
  @Indirect package var doubtful: WalkSummary?
  /// The weakest proof of a part; nil before one is complete.
  package var proof: WalkProof?
  /// The verdict on the walk that supplies the items; nil while it continues.
  package var sourceVerdict: Verdict?

  package init() {}

  /// Parts that came to an end.
  package var done: Int { complete + gone + failed + suspect + capped }
}
