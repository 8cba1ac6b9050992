package import HTTP

/// The failure in an entry without a response, in `response._error`:
///
///     {"kind": "timedOut", "detail": "no complete response after 60 s"}
///
/// `kind` is the wire's name of the error. Replayed, it becomes an error of the same kind; what the
/// detail does not tell (the limit that was hit) is taken from the request.
package struct RecordedFailure: Sendable, Hashable {
  package let kind: String
  package let detail: String
  /// For a response that was harmed on the way: the same request may go better. Written where it is
  /// true, as `"isTransient": true`.
  package var isTransient = false
}

extension RecordedFailure {
  /// Makes the record of an error; nil if there was no exchange: the request was cancelled, or
  /// another link has refused it.
  package init?(_ error: HTTPError) {
    switch error {
    case .engineUnavailable(let library, let detail):
      self.init(kind: "engineUnavailable", detail: "\(library): \(detail)")
    case .networkFailed(let detail): self.init(kind: "networkFailed", detail: detail)
    case .timedOut(let seconds):
      self.init(kind: "timedOut", detail: "no complete response after \(seconds) s")
    case .tlsFailed(let detail, _): self.init(kind: "tlsFailed", detail: detail)
    case .responseTooLarge(let part, let maximum):
      self.init(kind: "responseTooLarge", detail: "\(part) over \(maximum) bytes")
    case .malformedResponse(let detail, let offset, let isTransient):
      self.init(
        kind: "invalidResponse", detail: "\(detail), at byte \(offset)", isTransient: isTransient)
    case .invalidURL(let detail), .invalidRequest(let detail):
      self.init(kind: "networkFailed", detail: detail)
    case .cancelled, .unsupportedScheme, .tooManyRedirects, .originRefused, .credentialWithheld,
      .tooManyRequests, .notRecorded, .recordedBodyUnusable, .authFailed, .tokenEndpointFailed:
      return nil
    }
  }

  /// The error that it records, for a request with these settings; unknown kinds are failures
  /// of the network.
  package func error(settings: HTTPSettings) -> HTTPError {
    switch kind {
    case "engineUnavailable": .engineUnavailable(library: "libcurl", detail: detail)
    case "timedOut": .timedOut(seconds: Double(settings.timeoutMilliseconds) / 1_000)
    case "tlsFailed": .tlsFailed(detail: detail)
    case "responseTooLarge": .responseTooLarge(maximum: settings.responseBytesMax)
    case "invalidResponse":
      .malformedResponse(detail: detail, offset: 0, isTransient: isTransient)
    default: .networkFailed(detail: detail)
    }
  }
}
