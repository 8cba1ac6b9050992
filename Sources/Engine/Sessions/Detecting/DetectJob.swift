package import Detection
import Pagination

package typealias DetectCompletion = @Sendable (Result<DetectionReport, LoadFailure>) -> Void

/// Reports what the prelude has found out.
struct DetectJob: Job {
  let id: JobID
  /// A second page is loaded, which may prove what was found.
  let confirms: Bool
  let completion: DetectCompletion

  /// The first page, of which a failure is the report.
  func start(_ collection: inout PagedList) -> [JobAction] {
    [.request(collection.firstRequested, Requests.Options(use: .ofLoad))]
  }

  func take(
    _ requested: RequestedPage, _ outcome: PageOutcome, _ collection: inout PagedList
  ) -> [JobAction] {
    guard case .failure(let error) = outcome else { return [.report(completion)] }
    return [
      .finish(SessionSnapshot.FailedPage(error: error, page: requested.page)) {
        reply(error, page: requested.page, $0)
      }
    ]
  }
}

extension DetectJob {
  /// Reports what was found out; without a prelude, nothing was.
  static func report(_ prelude: PreludeRun?, to completion: @escaping DetectCompletion) -> Reply {
    let report = prelude?.report ?? .unknown
    return { completion(.success(report)) }
  }
}

extension Session {
  /// Loads the first page and, with `confirming`, a second one that proves the likeliest candidate;
  /// then the session is closed. Fails where the first page does, or is cancelled.
  package func detect(confirming: Bool, completion: @escaping DetectCompletion) {
    add { id in
      DetectJob(id: id, confirms: confirming) { result in
        completion(result)
        self.close()
      }
    }
  }
}
