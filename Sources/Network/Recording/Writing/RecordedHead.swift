import HTTP
import JSON
import Secrets

/// The parts that the requests of a walk have in common: their header fields as JSON, and the
/// secrets in them.
struct RecordedHead: Sendable {
  /// The input that the head is made from.
  struct Basis: Sendable, Equatable {
    private let headers: HTTPHeaders
    private let host: String
    private let redactor: Redactor
    private let secrets: [String]
    fileprivate let masking: [String]

    init(_ request: HTTPRequest) {
      headers = request.headers
      host = request.url.hostAndPort
      redactor = request.redactor
      secrets = request.credentials?.secrets ?? []
      masking = request.redactor.secrets(ofURLAndBodyOf: request)
    }
  }

  let basis: Basis
  /// Knows every secret of the request.
  let redactor: Redactor
  /// Lists of `{"name", "value"}`.
  let cookies: [UInt8]
  let headers: [UInt8]

  /// `fields`: the request's header fields as they are sent.
  init(_ request: HTTPRequest, _ basis: Basis, fields: [HTTPField]) {
    self.basis = basis
    let redactor = request.redactor.remembering(
      basis.masking + request.redactor.secrets(ofHeadersOf: request))
    self.redactor = redactor
    var cookies = JSONWriter()
    cookies.beginArray()
    for line in request.headers.values("Cookie") {
      for cookie in line.split(separator: ";") { cookies.add(cookie: cookie) }
    }
    cookies.endArray()
    self.cookies = cookies.bytes
    var headers = JSONWriter()
    headers.beginArray()
    for field in fields {
      headers.add(
        field.name,
        redactor.mask(
          header: field.name, value: field.value,
          suppliedByCaller: redactor.isCredential(header: field.name)))
    }
    headers.endArray()
    self.headers = headers.bytes
  }
}

extension JSONWriter {
  /// Writes `{"name": ..., "value": ...}`.
  mutating func add(_ name: String, _ value: String) {
    beginObject()
    member("name", name)
    member("value", value)
    endObject()
  }

  /// Writes `session=1` as a cookie without its value.
  mutating func add(cookie: some StringProtocol) {
    let name = cookie.prefix { $0 != "=" }.drop { $0 == " " }
    if !name.isEmpty { add(String(name), Redactor.mask) }
  }
}
