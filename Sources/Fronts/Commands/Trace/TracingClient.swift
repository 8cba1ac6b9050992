import HTTP
import Secrets
import System
import Text
import Wire

/// Sends requests through another client, and reports each in a line when it has ended.
///
/// Credentials that are put in after this client are never seen here.
struct TracingClient: HTTPClient {
  let client: any HTTPClient
  let tell: @Sendable (String) -> Void

  func send(_ request: HTTPRequest, completion: @escaping HTTPCompletion) -> any HTTPTransfer {
    let began = SystemClock.monotonicSeconds
    return client.send(request) { [tell] result in
      let seconds = SystemClock.monotonicSeconds - began
      tell(TracingClient.line(request, result, seconds: seconds))
      completion(result)
    }
  }

  /// The outcome of one request, in a line without secrets:
  ///
  ///     GET https://api.example.com/articles?page=3&token=*** 503, 12.4 ms, 4660 bytes, retry 1
  static func line(
    _ request: HTTPRequest, _ result: Result<HTTPResponse, HTTPError>, seconds: Double
  ) -> String {
    let url = request.url.text
    var secrets = Redactor.secrets(inURL: url) + (request.credentials?.secrets ?? [])
    if let proxy = request.settings.proxy { secrets += Redactor.secrets(inURL: proxy) }
    for field in request.headers.fields {
      secrets += Redactor.secrets(inHeader: field.name, value: field.value, url: url)
    }
    // An API may echo anything that it was sent in a redirect's URL.
    let redactor = Redactor(secrets: secrets).remembering(request.redactor)
    var parts: [String]
    switch result {
    case .success(let response):
      parts = [
        "\(response.status)", milliseconds(response.durationMilliseconds),
        ShownText.count(response.body.count, "byte"),
      ]
    case .failure(let error):
      parts = [redactor.mask(text: words(error)), milliseconds(seconds * 1_000)]
    }
    if request.attempt > 1 { parts.append("retry \(request.attempt - 1)") }
    return "\(request.method) \(redactor.mask(url: url)) " + parts.joined(separator: ", ")
  }

  /// With one digit after the point.
  private static func milliseconds(_ value: Double) -> String {
    let tenths = Int((min(max(value, 0), 1e12) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) ms"
  }

  private static func words(_ error: HTTPError) -> String {
    switch error {
    case .engineUnavailable(let library, let detail): "no \(library): \(detail)"
    case .networkFailed(let detail): detail
    case .timedOut(let seconds): "timed out after \(seconds) s"
    case .tlsFailed(let detail, _): "no TLS: \(detail)"
    case .responseTooLarge(let part, let maximum): "\(part) over \(maximum) bytes"
    case .malformedResponse(let detail, _, _): detail
    case .cancelled: "cancelled"
    case .invalidURL(let detail), .invalidRequest(let detail): detail
    case .unsupportedScheme(let scheme): "scheme \(scheme) is not supported"
    case .tooManyRedirects(let maximum): "more than \(maximum) redirects"
    case .originRefused(_, let origin): "origin \(origin) is not allowed"
    case .credentialWithheld(_, let origin, _): "origin \(origin) is not allowed credentials"
    case .tooManyRequests(let maximum): "more than \(maximum) requests wait"
    case .notRecorded: "not recorded"
    case .recordedBodyUnusable(let fault): fault.words
    case .authFailed(let failure): "no credentials from \(failure.url)"
    case .tokenEndpointFailed(let url, let error): "no token from \(url): \(words(error))"
    }
  }
}
