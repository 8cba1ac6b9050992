/// A response without the list that was looked for, as an error shows it.
package struct UnlistedResponse: Sendable, Equatable {
  package let request: RequestLine
  package let status: Int
  /// The beginning, secrets masked.
  package let body: String
  /// True when an earlier page had the list, so that no setting is to blame.
  package let isLater: Bool
}
