package import HTTP
import JSON

/// Settings for sending requests: `fetching` of the params of `open`.
package struct FetchingSettings: Sendable {
  /// The side that sends the requests.
  package enum Sender: String, Sendable, CaseIterable {
    case server, client
  }

  package private(set) var http: HTTPSettings
  package let concurrency: Int
  package let redirectsMax: Int
  package let allowedOrigins: [AllowedOrigin]
  package let sender: Sender

  /// The most origins that may be allowed besides the API's own.
  package static let allowedOriginsMax = 256
  /// The most requests of one session that may be under way at once.
  package static let concurrencyMax = 64

  /// Takes other certificates in the place of those that were named.
  mutating func trust(_ certificates: CertificateFile) { http.caFile = certificates }

  init(_ fields: inout JSONFields) throws(JSONFieldError) {
    var members = try fields.section("fetching")
    http = try Self.http(&members)
    concurrency = try members.integer("concurrency", in: 1...Self.concurrencyMax) ?? 4
    redirectsMax = try members.integer("redirectsMax", in: 0...100) ?? 5
    allowedOrigins = try Self.allowedOrigins(&members)
    sender = try members.choice("by", of: Sender.self) ?? .server
    try members.finish()
  }

  private static func http(_ fetching: inout JSONFields) throws(JSONFieldError) -> HTTPSettings {
    let seconds = 0.001...SessionSettings.secondsMax
    var http = HTTPSettings()
    http.timeoutMilliseconds =
      try fetching.seconds("timeoutSeconds", in: seconds).map { Int($0 * 1_000) }
      ?? http.timeoutMilliseconds
    http.connectTimeoutMilliseconds =
      try fetching.seconds("connectTimeoutSeconds", in: seconds).map { Int($0 * 1_000) }
      ?? http.connectTimeoutMilliseconds
    http.responseBytesMax =
      try fetching.integer("responseBytesMax", in: 1...2_147_483_647) ?? http.responseBytesMax
    http.proxy = try proxy(&fetching)
    http.caFile = try fetching.string("caFile").map { CertificateFile(path: $0) }
    http.unixSocket = try fetching.string("unixSocket")
    http.retries = try fetching.integer("retries", in: 0...100) ?? http.retries
    http.retryWaitSecondsMax =
      try fetching.seconds("retryWaitSecondsMax", in: 0...SessionSettings.secondsMax)
      ?? http.retryWaitSecondsMax
    return http
  }

  /// libcurl takes the path of a SOCKS proxy on localhost for that of a Unix domain socket, which a
  /// profile must not lead to.
  private static func proxy(_ fetching: inout JSONFields) throws(JSONFieldError) -> String? {
    guard let proxy = try fetching.string("proxy") else { return nil }
    let scheme = proxy.utf8.prefix { $0 != UInt8(ascii: ":") }
    let rest = proxy.utf8.dropFirst(scheme.count)
    let authority = rest.starts(with: "://".utf8) ? rest.dropFirst(3) : proxy.utf8[...]
    guard !authority.dropLast().contains(UInt8(ascii: "/")) else {
      throw fetching.error("proxy", expected: "the URL of a proxy, without a path")
    }
    return proxy
  }

  private static func allowedOrigins(
    _ fetching: inout JSONFields
  ) throws(JSONFieldError) -> [AllowedOrigin] {
    let entries = try fetching.array("allowedOrigins") ?? []
    guard entries.count <= allowedOriginsMax else {
      throw fetching.error("allowedOrigins", expected: "at most \(allowedOriginsMax) origins")
    }
    return try entries.enumerated().map { index, entry throws(JSONFieldError) in
      let path = JSONFields.join(fetching.path(of: "allowedOrigins"), String(index))
      let text: String?
      var credentials = false
      if case .string(let origin) = entry {
        text = origin
      } else {
        var members = try JSONFields(entry, path: path)
        text = try members.string("origin")
        credentials = try members.boolean("credentials") ?? false
        try members.finish()
      }
      guard let text, let origin = Origin(text) else {
        throw JSONFieldError(path, expected: "an origin such as \"https://api.example.com\"")
      }
      return AllowedOrigin(origin: origin, credentials: credentials)
    }
  }
}
