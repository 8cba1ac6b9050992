/// The reason why a page could not be mapped at all; a value that does not fit is a `MappingIssue`
/// instead.
package enum MappingError: Error, Sendable, Equatable {
  /// The mapped items would take more than `MappingLimits.mappedBytesMax`.
  case outputTooLarge(maximum: Int)
  /// The mapping takes more steps than `MappingLimits.pageStepsMax`, or than it was allowed.
  case tooManySteps(maximum: Int)
  /// Related lists, each inside the one before, take more than `JSONPlan.listValuesMax` values.
  case tooManyValues(maximum: Int)
  /// No one waits for the page any more.
  case cancelled
}
