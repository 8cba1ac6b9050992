package import JSON
import Pagination

/// What detection has found out, and how sure that is.
package struct DetectionReport: Sendable {
  /// How a report has to be taken.
  package enum Certainty: Sendable {
    /// The second page has proved it.
    case proved
    /// The response is all there is: one document, or a list that is complete.
    case single
    /// The API itself says that the first page is the last one, so that nothing can prove it.
    case onlyPage
    /// No second page was requested.
    case untried
    /// Nothing is sure enough to go by.
    case unknown
  }

  /// As `paginator/detect` lists them, best first, secrets masked.
  package let candidates: [JSONValue]
  /// nil: no second page was seen, or it decides nothing.
  package let isConfirmed: Bool?
  package let certainty: Certainty
}

/// What detection has found so far.
struct DetectionFinding: Sendable {
  /// Best first, secrets masked.
  let candidates: [JSONValue]
  /// The best one says that there is one page only.
  let isSingle: Bool
  /// nil: only one page has been seen, or the second one proves nothing.
  let isConfirmed: Bool?
  /// The second page has come and been judged.
  let isJudged: Bool
}

extension Session {
  /// Loads the first page and, with `confirming`, a second one that proves the likeliest candidate;
  /// then the session is closed. Fails where the first page does, or is cancelled.
  package func detect(
    confirming: Bool,
    completion: @escaping @Sendable (Result<DetectionReport, LoadFailure>) -> Void
  ) {
    load(.next) { result in
      switch result {
      case .failure(let failure):
        completion(.failure(failure))
        self.close()
      case .success(let page):
        guard confirming, page.snapshot.hasNextPage != false else {
          self.report(page.snapshot, isEnd: page.snapshot.hasNextPage == false, completion)
          return
        }
        self.load(.next) { result in
          if case .failure(let failure) = result, case .requestCancelled = failure.error {
            completion(.failure(failure))
            self.close()
          } else {
            self.report(self.snapshot(), isEnd: false, completion)
          }
        }
      }
    }
  }

  private func report(
    _ snapshot: SessionSnapshot, isEnd: Bool,
    _ completion: (Result<DetectionReport, LoadFailure>) -> Void
  ) {
    let found = detected()
    let isUndetected = snapshot.warnings.contains { $0.kind == .undetected }
    let certainty: DetectionReport.Certainty =
      if found?.candidates.isEmpty ?? true || isUndetected {
        .unknown
      } else if found?.isSingle == true {
        .single
      } else if found?.isConfirmed == true {
        .proved
      } else if isEnd {
        .onlyPage
      } else {
        found?.isJudged == true ? .unknown : .untried
      }
    completion(
      .success(
        DetectionReport(
          candidates: found?.candidates ?? [], isConfirmed: found?.isConfirmed,
          certainty: certainty)))
    close()
  }
}
