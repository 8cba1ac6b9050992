import JSON
import Pagination

/// The evidence for the end of a list, with the page whose response showed it. An end without a
/// response, found by another reading or set by a limit, has no evidence.
enum EndEvidence: Sendable, Equatable {
  /// A flag, or a null or missing next where pages before it named one.
  case said(page: Int)
  case totalReached(page: Int)
  /// The last item was found again, and nothing follows it.
  case verifiedByOverlap(page: Int)
  case emptyPage(page: Int)
  case pastEnd(page: Int)
  case shortPage(page: Int)
  /// The only page leads to no other one.
  case single(page: Int)
  /// Nothing that was tried has brought another page than the only one.
  case tried(page: Int)

  /// The evidence in the response for a page; nil if the reason does not come from a response.
  init?(_ reason: EndReason, in page: Int, of pages: Int) {
    if reason.isTried {
      self = .tried(page: page)
      return
    }
    guard let seen = reason.page, seen == page else { return nil }
    switch reason.cause {
    case .noNext: self = pages == 1 ? .single(page: seen) : .said(page: seen)
    case .moreFalse: self = .said(page: seen)
    case .objectCountReached, .pageCountReached, .rangeComplete:
      self = .totalReached(page: seen)
    case .shortPage: self = .shortPage(page: seen)
    case .emptyPage: self = .emptyPage(page: seen)
    case .pastEnd: self = .pastEnd(page: seen)
    case .emptyPagesMax, .refused, .untilReached, .maximum, .repeatedRequest, .repeatedResponse,
      .repeatedItems, .ceiling, .originRefused, .cancelled, .failed:
      return nil
    }
  }

  /// The same on a page that began with the last item delivered: nothing can have moved past it.
  var verified: EndEvidence {
    switch self {
    case .said(let page), .totalReached(let page): .verifiedByOverlap(page: page)
    case .verifiedByOverlap, .emptyPage, .pastEnd, .shortPage, .single, .tried: self
    }
  }

  var isVerified: Bool { if case .verifiedByOverlap = self { true } else { false } }

  /// The page whose response showed it.
  var page: Int { facts.page }

  // MARK: In checkpoints

  /// `["said",3]`.
  var stored: JSONValue {
    let (kind, page) = facts
    return .array([.string(kind.rawValue), .integer(page)])
  }

  init?(stored: JSONValue) {
    guard let parts = stored.arrayValue, parts.count == 2, let page = parts[1].integerValue,
      let kind = parts[0].stringValue.flatMap(Kind.init)
    else { return nil }
    switch kind {
    case .said: self = .said(page: page)
    case .totalReached: self = .totalReached(page: page)
    case .verifiedByOverlap: self = .verifiedByOverlap(page: page)
    case .emptyPage: self = .emptyPage(page: page)
    case .pastEnd: self = .pastEnd(page: page)
    case .shortPage: self = .shortPage(page: page)
    case .single: self = .single(page: page)
    case .tried: self = .tried(page: page)
    }
  }

  private enum Kind: String {
    case said, totalReached, verifiedByOverlap, emptyPage, pastEnd, shortPage, single, tried
  }

  private var facts: (kind: Kind, page: Int) {
    switch self {
    case .said(let page): (.said, page)
    case .totalReached(let page): (.totalReached, page)
    case .verifiedByOverlap(let page): (.verifiedByOverlap, page)
    case .emptyPage(let page): (.emptyPage, page)
    case .pastEnd(let page): (.pastEnd, page)
    case .shortPage(let page): (.shortPage, page)
    case .single(let page): (.single, page)
    case .tried(let page): (.tried, page)
    }
  }
}
