import JSON
import Pagination

/// The evidence for the end of a list, with the page whose response showed it. An end without a
/// response, found by another reading or set by a limit, has no evidence.
struct EndEvidence: Sendable {
  /// The sign in the response.
  enum Kind: String {
    /// A flag, or a null or missing next where pages before it named one.
    case said
    case totalReached
    /// The last item was found again, and nothing follows it.
    case verifiedByOverlap
    case emptyPage, pastEnd, shortPage
    /// The only page leads to no other one.
    case single
    /// Nothing that was tried has brought another page than the only one.
    case tried
  }

  let kind: Kind
  /// The page whose response showed it.
  let page: Int

  init(_ kind: Kind, page: Int) { (self.kind, self.page) = (kind, page) }

  /// The evidence in the response for a page; nil if the reason does not come from a response.
  init?(_ reason: EndReason, in page: Int, of pages: Int) {
    guard reason.page == page || reason.isTried else { return nil }
    switch reason.cause {
    case .noNext: kind = reason.isTried ? .tried : pages == 1 ? .single : .said
    case .moreFalse: kind = .said
    case .objectCountReached, .pageCountReached, .rangeComplete: kind = .totalReached
    case .shortPage: kind = .shortPage
    case .emptyPage: kind = .emptyPage
    case .pastEnd: kind = .pastEnd
    case .emptyPagesMax, .refused, .untilReached, .maximum, .repeatedRequest, .repeatedResponse,
      .repeatedItems, .ceiling, .originRefused, .cancelled, .failed:
      return nil
    }
    self.page = page
  }

  /// The same on a page that began with the last item delivered: nothing can have moved past it.
  var verified: EndEvidence {
    [.said, .totalReached].contains(kind) ? EndEvidence(.verifiedByOverlap, page: page) : self
  }

  // MARK: In checkpoints

  /// `["said",3]`.
  var stored: JSONValue { .array([.string(kind.rawValue), .integer(page)]) }

  init?(stored: JSONValue) {
    guard let parts = stored.arrayValue, parts.count == 2, let page = parts[1].integerValue,
      let kind = parts[0].stringValue.flatMap(Kind.init)
    else { return nil }
    self.init(kind, page: page)
  }
}
