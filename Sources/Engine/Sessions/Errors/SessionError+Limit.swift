extension SessionError {
  /// A limit that a call can reach, by its name on the wire.
  package enum Limit: String, Sendable {
    /// Pages of a list within an item.
    case innerPages
    case pagesMax, itemsMax, windowItems, queuedLoads, requestsWaiting, paginators, settingsBytes
    /// The work that mapping one page may be.
    case mappingSteps
    case mappedBytes, relatedValues
    /// A page's items with what is kept of the value of a series.
    case keptBytes
  }
}
