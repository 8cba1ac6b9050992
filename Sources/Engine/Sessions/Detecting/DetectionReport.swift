package import Detection
package import Pagination

/// What detection has found out, and how sure that is.
package struct DetectionReport: Sendable {
  /// How a report has to be taken.
  package enum Certainty: Sendable, Equatable {
    /// The second page has proved it.
    case proved
    /// The response is all there is: one document, or a list that is complete.
    case single
    /// The API has given the next page's place, and a page of the same shape came from there, which
    /// proves nothing: it is empty, or repeats items.
    case followed(because: String)
    /// The API itself says that the first page is the last one, so that nothing can prove it.
    case onlyPage
    /// The second page is empty: the list ends on the first one, so that nothing can prove it.
    case endSeen
    /// No second page was requested.
    case untried
    /// The recording that answers in the network's place does not have the second page.
    case notRecorded
    /// Nothing is sure enough to go by.
    case unknown
  }

  /// Best first, secrets masked.
  package let candidates: [Candidate]
  /// What is worth knowing of the pages that were read.
  package let warnings: [PageWarning]
  package let certainty: Certainty

  /// Whether the second page has proved the best candidate.
  package var isConfirmed: Bool { certainty == .proved }
}

/// What detection has found so far: the best first, secrets masked. No verdict: no second page has
/// come.
typealias DetectionOutcome = (candidates: [Candidate], verdict: CandidateTrial.Verdict?)

extension SessionState {
  /// What detection has found so far, secrets masked.
  var detected: DetectionOutcome? {
    trial.map { trial in
      // The number of items on a page that may be a short one is none of the API's size.
      let leavesSize = collection.pager.leavesSize
      let candidates = trial.candidates.map { candidate in
        (leavesSize ? candidate.withoutSize : candidate).masked {
          $0.masked(by: collection.redactor)
        }
      }
      return (candidates, trial.verdict)
    }
  }
}

extension Session {
  /// Loads the first page and, with `confirming`, a second one that proves the likeliest candidate;
  /// then the session is closed. Fails where the first page does, or is cancelled.
  package func detect(
    confirming: Bool,
    completion: @escaping @Sendable (Result<DetectionReport, LoadFailure>) -> Void
  ) {
    endReadAhead()  // two pages are all that is looked at
    load(.next) { result in
      switch result {
      case .failure(let failure):
        completion(.failure(failure))
        self.close()
      case .success(let page):
        guard confirming, page.snapshot.hasNextPage != false else {
          self.report(
            page.snapshot, page.snapshot.hasNextPage == false ? .onlyPage : .untried, completion)
          return
        }
        self.load(.next) { result in
          // The client, or the end of the server, may have given the request up: that says nothing
          // of the API.
          if case .failure(let failure) = result,
            [.cancelled, .requestCancelled].contains(failure.error)
          {
            completion(.failure(failure))
            self.close()
          } else {
            self.report(self.snapshot(), result.isNotRecorded ? .notRecorded : .untried, completion)
          }
        }
      }
    }
  }

  /// `unjudged`: how sure it is where no second page has been judged.
  private func report(
    _ snapshot: SessionSnapshot, _ unjudged: DetectionReport.Certainty,
    _ completion: (Result<DetectionReport, LoadFailure>) -> Void
  ) {
    let found = detected()
    completion(
      .success(
        DetectionReport(
          candidates: found?.candidates ?? [], warnings: snapshot.warnings,
          certainty: certainty(found, snapshot, unjudged))))
    close()
  }

  private func certainty(
    _ found: DetectionOutcome?, _ snapshot: SessionSnapshot, _ unjudged: DetectionReport.Certainty
  ) -> DetectionReport.Certainty {
    guard let found, let best = found.candidates.first,
      !snapshot.warnings.contains(where: { $0.kind == .undetected })
    else { return .unknown }
    if best.strategy == .single { return .single }
    switch found.verdict {
    case .proved: return .proved
    case .followed(let reason): return .followed(because: reason)
    case .undecided where unjudged == .notRecorded: return unjudged
    case .undecided where snapshot.endReason?.cause == .emptyPage && best.isTrusted:
      return .endSeen
    case .undecided, .refuted: return .unknown
    case nil where unjudged == .onlyPage && !best.isTrusted: return .unknown
    case nil: return unjudged
    }
  }
}

extension Result where Failure == LoadFailure {
  fileprivate var isNotRecorded: Bool {
    if case .failure(let failure) = self, case .notRecorded = failure.error { true } else { false }
  }
}
