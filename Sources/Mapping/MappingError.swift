/// Why a page could not be mapped at all; what does not fit is a `MappingIssue` instead.
package enum MappingError: Error, Sendable, Equatable {
  /// The mapped items would take more than `MappingLimits.mappedBytesMax`.
  case outputTooLarge(maximum: Int)
}
