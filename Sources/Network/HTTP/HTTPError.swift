/// The reason why there is no response. No case holds a credential that is recognizable by its
/// place in a URL.
package enum HTTPError: Error, Sendable, Hashable {
  /// libcurl cannot be used: the library's name, and what is missing or what to install.
  case engineUnavailable(library: String, detail: String)
  /// Connection refused or broken, unknown host, a response that is not HTTP or is truncated.
  case networkFailed(detail: String)
  /// The limit that was hit: the connect timeout or the total one.
  case timedOut(seconds: Double)
  /// No TLS connection, an untrusted certificate, an unreadable CA file. `isUntrusted`: the
  /// certificate has no trusted issuer, so that another file of certificates may help.
  case tlsFailed(detail: String, isUntrusted: Bool = false)
  /// A part of the response has more bytes than it may have: the decoded body more than
  /// `responseBytesMax`.
  case responseTooLarge(ResponsePart = .body, maximum: Int)
  /// A response that contradicts itself, or whose body is broken. `offset`: how many bytes of the
  /// decoded body had come. `isTransient`: it may have been harmed on the way, so that the next time
  /// may go better.
  case malformedResponse(detail: String, offset: Int, isTransient: Bool = false)
  /// By ``HTTPTransfer/cancel()`` or by the client's shutdown.
  case cancelled
  case invalidURL(detail: String)
  /// A method or header that would break the request apart, with its name.
  case invalidRequest(detail: String)
  /// A URL whose scheme is neither http nor https.
  case unsupportedScheme(String)
  case tooManyRedirects(maximum: Int)
  /// A redirect or link to an origin that is not allowed; nothing was sent there.
  case originRefused(url: String, origin: String)
  /// A redirect or link to an origin that is allowed, but without credentials, and that needs one of
  /// the caller's: in the body, or else in the URL. Nothing was sent there.
  case credentialWithheld(url: String, origin: String, isInBody: Bool)
  /// More requests wait for a connection than `CurlLimits.requestsWaitingMax`.
  case tooManyRequests(maximum: Int)
  /// The replayed recording has no response left for the request. `nearest`: the most similar
  /// entry; nil if there is none.
  case notRecorded(nearest: RecordedRequest?)
  /// The recording has a response whose body cannot be used.
  case recordedBodyUnusable(RecordedBodyFault)
  /// No access token could be had; nothing was sent to the API.
  case authFailed(AuthFailure)
  /// The token endpoint, with this masked URL, could not be reached or did not respond.
  indirect case tokenEndpointFailed(url: String, HTTPError)

  /// No descriptor is left for what the request needs.
  static let noDescriptors = HTTPError.networkFailed(
    detail: "no file descriptor is left; raise ulimit -n")
}

/// The reason why a token endpoint gave no access token (RFC 6749 section 5.2). Secrets are masked.
package struct AuthFailure: Error, Sendable, Hashable {
  package let url: String
  /// The endpoint's status; nil if no request was sent to it.
  package let status: Int?
  /// `invalid_client`, ...; nil where the response has none.
  package let error: String?
  package let errorDescription: String?

  package init(url: String, status: Int?, error: String?, errorDescription: String?) {
    self.url = url
    self.status = status
    self.error = error
    self.errorDescription = errorDescription
  }
}

/// A part of a response that has a maximum of its own.
package enum ResponsePart: Sendable, Hashable {
  /// The content after the headers, its content coding undone.
  case body
  /// The lines of all header blocks together, those of 1xx responses included.
  case headers
  /// One line of them.
  case headerLine
  /// The lines after a chunked body.
  case trailers
}
