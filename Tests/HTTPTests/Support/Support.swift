import HTTP
import System
import Testing

/// Collects what other threads deliver, and lets a test wait for it.
final class Inbox<Value: Sendable>: Sendable {
  private let values = Guarded<[Value]>([])

  func deliver(_ value: Value) {
    values.withLock { $0.append(value) }
    values.notify()
  }

  /// What has been delivered so far.
  var delivered: [Value] { values.withLock { $0 } }

  /// The first `count` values; fails the test when they do not come.
  func wait(_ count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) -> [Value] {
    let all = values.wait(until: SystemClock.monotonicSeconds + 120) { all -> [Value]? in
      all.count < count ? nil : all
    }
    if all == nil {
      Issue.record("not all of \(count) values came", sourceLocation: sourceLocation)
    }
    return all ?? delivered
  }
}

typealias Outcome = Result<HTTPResponse, HTTPError>

extension CurlClient {
  /// Sends a request and waits for its outcome.
  func fetch(
    _ request: HTTPRequest, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    let inbox = Inbox<Outcome>()
    _ = send(request) { inbox.deliver($0) }
    return try #require(
      inbox.wait(sourceLocation: sourceLocation).first, sourceLocation: sourceLocation)
  }
}

/// Settings that no proxy of the environment's gets in the way of.
func directSettings(
  timeoutMilliseconds: Int = 20_000, connectTimeoutMilliseconds: Int = 20_000,
  responseBytesMax: Int = 1_000_000, caFile: String? = nil, unixSocket: String? = nil
) -> HTTPSettings {
  var settings = HTTPSettings()
  settings.timeoutMilliseconds = timeoutMilliseconds
  settings.connectTimeoutMilliseconds = connectTimeoutMilliseconds
  settings.responseBytesMax = responseBytesMax
  settings.proxy = ""
  settings.caFile = caFile.map { CertificateFile(path: $0) }
  settings.unixSocket = unixSocket
  return settings
}

/// A request that goes straight to its server.
func get(_ url: String, _ settings: HTTPSettings = directSettings()) throws -> HTTPRequest {
  HTTPRequest(url: try HTTPURL.parse(url), settings: settings)
}

/// A request that fails before anything is sent.
func impossible() throws -> HTTPRequest {
  try get("http://h/", directSettings(unixSocket: "/tmp/x\u{0}y"))
}

extension Outcome {
  /// The response's body as text; nil for an error.
  var text: String? {
    (try? get()).map { String(decoding: $0.body, as: UTF8.self) }
  }

  /// The error; nil for a response.
  var error: HTTPError? {
    if case .failure(let error) = self { return error }
    return nil
  }

  /// What a `tlsFailed` says; nil for everything else.
  var tlsFailure: (detail: String, isUntrusted: Bool)? {
    if case .failure(.tlsFailed(let detail, let isUntrusted)) = self {
      return (detail, isUntrusted)
    }
    return nil
  }

  /// The words of a `networkFailed`; nil for everything else.
  var networkFailure: String? {
    if case .failure(.networkFailed(let detail)) = self { return detail }
    return nil
  }
}
