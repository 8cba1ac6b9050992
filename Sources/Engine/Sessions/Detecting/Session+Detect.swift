package import Detection

package typealias DetectCompletion =
  @Sendable (Result<DetectionReport, SessionError>) -> Void

extension Session {
  /// Loads the first page and, with `confirming`, a second one that proves the likeliest candidate;
  /// then the session is closed. Fails where the first page does, or is cancelled.
  package func detect(confirming: Bool, completion: @escaping DetectCompletion) {
    let order = PreludeRun.Order(confirming: confirming) { result in
      completion(result)
      self.close()
    }
    update { $0.report(order) }
  }
}
