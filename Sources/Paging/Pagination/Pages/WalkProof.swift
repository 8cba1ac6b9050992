/// The grounds for a walk's verdict `complete`, the strongest first. All of them but `end` show
/// that the list is whole even if rows were inserted or deleted while it was read.
package enum WalkProof: String, Sendable, CaseIterable {
  /// The API stated an exact total, the same on every page, and that many items came once each.
  case counts
  /// Each page began with the last item of the page before.
  case overlap
  /// The list was read again, with the same items.
  case passes
  /// Tokens or links that name a row or a state led from each page to the next.
  case chain
  /// The whole list was one response, and nothing in it indicates more items.
  case single
  /// The end was seen, but rows that moved while pages were read by number were not noticed.
  case end
}
