import Mapping
import Pagination

/// A page whose items are mapped off the session's lock, with everything that this needs: mapping
/// can take seconds, and can be cancelled.
struct UnmappedPage: Sendable {
  let page: Page
  let arrived: ArrivedResponse
  let reader: ResponseReader

  /// Makes an unmapped page; nil if there are no items.
  init?(_ page: Page, _ arrived: ArrivedResponse, _ collection: borrowing PagedList) {
    if page.isEmpty { return nil }
    self.page = page
    self.arrived = arrived
    reader = ResponseReader(collection)
  }

  /// The page, mapped; `cancelled` if no job waits for it any more.
  func outcome() -> PageOutcome {
    let handle = arrived.request.handle
    return reader.mapped(page) { handle.isCancelled }
  }
}

extension SessionError {
  init(_ error: MappingError) {
    switch error {
    case .outputTooLarge(let maximum):
      self = .limitExceeded(limit: .mappedBytes, maximum: maximum)
    case .tooManySteps(let maximum):
      self = .limitExceeded(limit: .mappingSteps, maximum: maximum)
    case .tooManyValues(let maximum):
      self = .limitExceeded(limit: .relatedValues, maximum: maximum)
    case .cancelled: self = .cancelled
    }
  }
}
