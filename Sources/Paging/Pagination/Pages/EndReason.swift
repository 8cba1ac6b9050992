package import JSON

/// The page in the API's numbering; nil if no page had been requested.
package struct EndReason: Sendable, Equatable {
  package let cause: Cause
  /// In the API's numbering; nil where no page had been requested.
  package let page: Int?

  package init(_ cause: Cause, page: Int?) {
    self.cause = cause
    self.page = page
  }

  /// The earlier page that this one repeats; nil: it repeats none.
  package var repeatedPage: Int? {
    switch cause {
    case .repeatedRequest(let page), .repeatedResponse(let page), .repeatedItems(let page): page
    default: nil
    }
  }

  /// The deciding fact, with the values that show it.
  package enum Cause: Sendable, Equatable {
    /// The response leads to no next page: what is where the way would be.
    case noNext(StatedValue)
    /// A flag of the API reports that there is no more.
    case moreFalse(StatedValue)
    /// A page without items, where nothing else decides.
    case emptyPage
    /// As many pages without items in a row as the settings allow.
    case emptyPagesMax(Int)
    /// Fewer items than the size that the API states in a field.
    case shortPage(sizePath: String, size: Int, items: Int)
    /// All items that the API counts have come.
    case objectCountReached(Int)
    /// All pages that the API counts have come.
    case pageCountReached(Int)
    /// All items have been received, according to a range that the API reports.
    case rangeComplete(StatedValue)
    /// The status with which the API rejects positions past its end.
    case pastEnd(status: Int)
    /// The API refused a computed position with a status that is not known to mean the end;
    /// `body`: the first line of what it said; `url`: of the request, secrets masked.
    case refused(status: Int, body: String, url: String = "")
    /// An item with a value beyond the one that the client's limit names.
    case untilReached(StatedValue)
    /// A maximum that the client or the program sets.
    case maximum(Maximum, Int)
    /// The request has been sent before, for that page.
    case repeatedRequest(of: Int)
    /// The response has the same items as that page.
    case repeatedResponse(of: Int)
    /// Items that came on that page already, by their identity.
    case repeatedItems(of: Int)
    /// The API serves at most this many items, regardless of the total it reports.
    case ceiling(Int)
    /// The way on leads to an origin that is not allowed.
    case originRefused(String)
    case cancelled
    /// A load failed; its error is next to the reason.
    case failed
  }

  /// A limit on the number of pages or items.
  package enum Maximum: String, Sendable {
    /// In the settings of the paginator.
    case pages = "limits.pagesMax"
    case items = "limits.itemsMax"
    /// In the call of one walk.
    case pagesOfWalk = "maxPages"
    case itemsOfWalk = "maxItems"
    /// Limits on the bytes a walk collects for its result, and on the seconds it may take.
    case bytesOfWalk = "collectedBytes"
    case secondsOfWalk = "maxSeconds"

    fileprivate var kind: Kind { self == .pages || self == .pagesOfWalk ? .pagesMax : .itemsMax }
  }

  /// The closed list of reasons.
  package enum Kind: String, Sendable, CaseIterable {
    case noNext, moreFalse, emptyPage, shortPage, totalReached, pastEnd, pagesMax, itemsMax
    case refused, untilReached
    case repeatedRequest, repeatedResponse, repeatedItems, ceiling, originRefused, cancelled, failed
  }

  package var kind: Kind { facts.kind }

  /// The deciding value and its place: a place in the response, a count, or a setting; nil if only
  /// the cause itself decided.
  package var evidence: StatedValue? { facts.evidence }

  private var facts: (kind: Kind, evidence: StatedValue?) {
    func stated(_ path: String, _ count: Int) -> StatedValue { StatedValue(path, .integer(count)) }
    return switch cause {
    case .noNext(let value): (.noNext, value)
    case .moreFalse(let value): (.moreFalse, value)
    case .emptyPage: (.emptyPage, stated("items", 0))
    case .emptyPagesMax(let most): (.emptyPage, stated(EndReason.emptyPagesPath, most))
    case .shortPage(let path, let size, _): (.shortPage, stated(path, size))
    case .objectCountReached(let count): (.totalReached, stated("objectCount", count))
    case .pageCountReached(let count): (.totalReached, stated("pageCount", count))
    case .rangeComplete(let value): (.totalReached, value)
    case .pastEnd(let status): (.pastEnd, stated("@status", status))
    case .refused(let status, _, _): (.refused, stated("@status", status))
    case .untilReached(let value): (.untilReached, value)
    case .maximum(let maximum, let most): (maximum.kind, stated(maximum.rawValue, most))
    case .repeatedRequest(let page): (.repeatedRequest, stated("page", page))
    case .repeatedResponse(let page): (.repeatedResponse, stated("page", page))
    case .repeatedItems(let page): (.repeatedItems, stated("page", page))
    case .ceiling(let ceiling): (.ceiling, stated("ceiling", ceiling))
    case .originRefused(let origin): (.originRefused, StatedValue("origin", .string(origin)))
    case .cancelled: (.cancelled, nil)
    case .failed: (.failed, nil)
    }
  }

  /// The place of `noNext` where detection has tried parameters, and none of them changes anything.
  package static let triedPath = "@tried"

  /// True where that is the reason.
  package var isTried: Bool {
    if case .noNext(let stated) = cause { stated.path == EndReason.triedPath } else { false }
  }

  /// The setting that `emptyPagesMax` comes from.
  package static let emptyPagesPath = "limits.emptyPagesMax"

  /// True when settings put the end there, so that other settings may move it.
  package var isSetByClient: Bool {
    switch cause {
    case .ceiling, .emptyPagesMax, .untilReached, .maximum(.pages, _), .maximum(.items, _): true
    default: false
    }
  }
}

/// A value that a response holds at a path: a header's text, a status, or a value of the body.
package struct StatedValue: Sendable, Equatable {
  package let path: String
  /// `.null` where nothing is there.
  package let value: JSONValue

  package init(_ path: String, _ value: JSONValue) {
    self.path = path
    self.value = value
  }
}

/// The verdict on a finished walk.
package enum Verdict: String, Sendable {
  case complete, capped, suspect, partial, failed
}
