/// Why a page could not be mapped at all; what does not fit is a `MappingIssue` instead.
package enum MappingError: Error, Sendable, Equatable {
  /// The mapped items would take more than `MappingLimits.mappedBytesMax`.
  case outputTooLarge(maximum: Int)
  /// The related items of all items, which are looked at once more for each of them, have more
  /// than `MappingLimits.relatedBytesMax` together.
  case relatedTooLarge(maximum: Int)
}
