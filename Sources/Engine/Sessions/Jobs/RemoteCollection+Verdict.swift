import Detection
import HTTP
import Pagination

/// What a walk that has ended says of the collection.
extension RemoteCollection {
  /// Whether the pages that were delivered are all there are, as far as can be known. Where the
  /// API itself has ended them, the counts are compared first.
  mutating func conclude(_ reason: EndReason?, _ error: SessionError?) -> WalkEnd {
    let verdict = verdict(reason)
    return WalkEnd(
      verdict: verdict, reason: reason, error: error,
      proof: verdict == .complete ? proof(reason) : nil, statedTotal: run.proof.total)
  }

  private mutating func verdict(_ reason: EndReason?) -> Verdict {
    switch reason?.cause {
    case .failed, .cancelled, .originRefused: return .partial
    case .maximum: return .capped
    case .repeatedRequest, .repeatedResponse, .repeatedItems, .ceiling, .emptyPagesMax, .refused:
      return .suspect
    case .untilReached: return verdictWithoutCounts
    case .noNext, .moreFalse, .emptyPage, .shortPage, .objectCountReached, .pageCountReached,
      .rangeComplete, .pastEnd, nil:
      break
    }
    concludeRun()
    if isUnfollowed(reason) { warn(.signalMissing(page: openingPage)) }
    warnAboutDoubts()
    return verdictWithoutCounts
  }

  /// Why a walk ends at a page that the API refused, where it may mean the end, and may not; nil:
  /// the failure is one.
  func refusal(of requested: RequestedPage, _ error: SessionError) -> EndReason? {
    guard case .httpStatus(let line, let status, _, let body, _) = error,
      HTTPStatus(status).refusesPosition, isBeyondFirst(requested)
    else { return nil }
    if let total = counts.objectCount, received(before: requested.page) == total {
      return EndReason(.objectCountReached(total), page: requested.page)
    }
    let lines = body.split(whereSeparator: \.isNewline).map(String.init)
    let said = (lines.count > 1 ? APIMessage(body)?.text : nil) ?? lines.first ?? ""
    return EndReason(
      .refused(status: status, body: said, url: line.url), page: requested.page)
  }

  /// Whether the first page says nothing at the place of the next one, although something else in it
  /// leads on: the place may be misspelled.
  private func isUnfollowed(_ reason: EndReason?) -> Bool {
    guard case .noNext? = reason?.cause else { return false }
    return [.link, .header, .body, .cursor].contains(pager.kind) && run.proof.pages == 1
      && run.proof.leadsToMore
  }

  /// What the pages themselves say: the end that a limit sets says nothing of counts.
  private var verdictWithoutCounts: Verdict {
    warnings.contains(where: \.isDoubtOfEnd) || !run.doubts.isEmpty ? .suspect : .complete
  }

  /// The strongest proof that the run has, which came to its end with `reason`.
  private func proof(_ reason: EndReason?) -> WalkProof? {
    if case .untilReached = reason?.cause { return nil }
    guard let bound = end.bound, let received = received(before: bound) else {
      return .end  // The run is not known to have begun with the first page.
    }
    return run.proof(of: received, endedBy: reason, isComputed: isComputed)
  }
}

extension PageWarning {
  /// Whether the list may continue although nothing leads on.
  var isDoubtOfEnd: Bool {
    switch kind {
    case .undetected, .signalMissing, .incompleteResults: true
    default: false
    }
  }
}

extension Page {
  /// The total that the page states at a place that detection would take, as on the first page.
  /// `place`: where other lists of the series have it.
  func totalHint(_ record: ProofRecord, _ place: TotalHintPlace?) -> TotalHint? {
    func hint(at path: String) -> TotalHint? { TotalHint(reading.view, path: path) }
    func search() -> TotalHint? {
      TotalHint(
        reading.view, source.response, requestURL: source.requestURL, method: source.method)
    }
    if record.pages > 0 { return record.hintPath.flatMap(hint) }
    return place.map { $0.hint(at: hint, search: search) } ?? search()
  }
}
