package import Authentication
package import HTTP
package import JSON
package import Mapping
package import Pagination

/// The settings of one paginator, compiled from the params of `open`.
package struct SessionSettings: Sendable {
  /// Whether a known end keeps requests from being sent.
  package enum Bounds: String, Sendable, CaseIterable {
    case known, ask
  }

  /// Who sends the requests.
  package enum Sender: String, Sendable, CaseIterable {
    case server, client
  }

  /// What is shown in the place of an item, as JSON texts.
  package struct Placeholders: Sendable {
    package var loading: [UInt8]?
    package var noResults: [UInt8]?
    package var error: [UInt8]?
  }

  package private(set) var pager: Pager
  package let mapping: ResponseMapping
  /// Key paths that identify an item; empty: none.
  package let identity: [JSONPath]
  package let http: HTTPSettings
  /// Who sends the requests, as `auth` or `token` says; nil where neither is given.
  package let credentials: HTTPCredentials?
  /// How the profile's API takes a `token`; nil for a bearer token.
  package let tokenScheme: TokenScheme?
  package let concurrency: Int
  package let redirectsMax: Int
  package let allowedOrigins: [AllowedOrigin]
  package let sender: Sender
  package let pagesMax: Int?
  package let itemsMax: Int?
  package let heldPagesMax: Int
  package let emptyPagesMax: Int
  /// The API itself refuses items beyond this many.
  package let ceiling: Int?
  package let bounds: Bounds
  /// Items around the window that are loaded too.
  package let prefetchDistance: Int
  /// How many pages are requested ahead of loads.
  package let prefetchPages: Int
  /// How long a page that was requested ahead counts.
  package let prefetchAgeSecondsMax: Double
  package let placeholders: Placeholders
  package let notifications: Bool
  /// The params say where the items are.
  var namesItems: Bool { mapping.namesItems }
  /// The params leave open where the items are: the first response shows it. Under `auto` that is
  /// detection's.
  package var findsItems: Bool { pager.kind != .auto && !namesItems }
  /// Values that are secrets wherever they are echoed: those of the environment in a profile.
  package private(set) var secrets: [String] = []

  /// Takes note of values that are secrets.
  package mutating func remember(secrets: [String]) { self.secrets += secrets }

  /// About how many bytes of memory settings take that were made from such params.
  package func memoryBytes(_ parameters: JSONObject) -> Int {
    // The params are kept beside what has been made of them.
    2 * JSONValue.object(parameters).memoryBytes + mapping.memoryBytes
  }

  package var retries: Int { http.retries }
  package var retryWaitSecondsMax: Double { http.retryWaitSecondsMax }

  /// How many key paths may make up the identity of an item.
  package static let identityPathsMax = 16
  /// How many origins may be allowed beside the API's own.
  package static let allowedOriginsMax = 256
  /// How many requests of one session may be under way at once.
  package static let concurrencyMax = 64
  /// The longest time that a setting may name.
  package static let secondsMax = 86_400.0
  /// How many pages may be requested ahead of loads.
  package static let prefetchPagesMax = 16

  /// Reads every setting of `open` but `paginatorId`, `profile` and `checkpoint`.
  ///
  /// `tokenScheme`: how the profile's API takes a `token`; nil for a bearer token.
  package init(
    _ fields: inout JSONFields, tokenScheme: TokenScheme? = nil
  ) throws(JSONFieldError) {
    mapping = try ResponseMapping(&fields)
    let given = try SessionSettings.identity(&fields)
    let identity = given.isEmpty ? mapping.identityPaths : given
    self.identity = identity
    var limits = try fields.section("limits")
    var until: UntilLimit?
    if var members = try limits.fields("until"), !members.object.isEmpty {
      until = try UntilLimit(&members)
    }
    pager = try Pager(&fields, lists: mapping.lists, identity: identity, until: until)
    if !mapping.namesItems { pager.wantListAtRoot() }
    credentials = try CredentialFields.read(&fields, scheme: tokenScheme)
    self.tokenScheme = tokenScheme
    var fetching = try fields.section("fetching")
    var http = try SessionSettings.http(&fetching)
    http.retries = try fetching.integer("retries", in: 0...100) ?? 3
    http.retryWaitSecondsMax =
      try fetching.seconds("retryWaitSecondsMax", in: 0...SessionSettings.secondsMax) ?? 60
    self.http = http
    concurrency = try fetching.integer("concurrency", in: 1...SessionSettings.concurrencyMax) ?? 4
    redirectsMax = try fetching.integer("redirectsMax", in: 0...100) ?? 5
    allowedOrigins = try SessionSettings.allowedOrigins(&fetching)
    sender = try fetching.choice("by", of: Sender.self) ?? .server
    try fetching.finish()
    pagesMax = try limits.integer("pagesMax", in: 1...Int.max)
    itemsMax = try limits.integer("itemsMax", in: 1...Int.max)
    heldPagesMax = try limits.integer("heldPagesMax", in: 1...1_000_000) ?? 64
    emptyPagesMax = try limits.integer("emptyPagesMax", in: 1...1_000_000) ?? 20
    try limits.finish()
    ceiling = try fields.integer("ceiling", in: 1...Int.max)
    bounds = try fields.choice("bounds", of: Bounds.self) ?? .known
    var prefetch = try fields.section("prefetch")
    prefetchDistance = try prefetch.integer("distance", in: 0...1_000_000) ?? 0
    prefetchPages = try prefetch.integer("pages", in: 0...SessionSettings.prefetchPagesMax) ?? 0
    prefetchAgeSecondsMax =
      try prefetch.seconds("maxAgeSeconds", in: 0.001...SessionSettings.secondsMax) ?? 30
    try prefetch.finish()
    var texts = try fields.section("placeholders")
    placeholders = Placeholders(
      loading: texts.text("loading"), noResults: texts.text("noResults"),
      error: texts.text("error"))
    try texts.finish()
    notifications = try fields.boolean("notifications") ?? false
  }

  /// The root of a body is a list of items: an object there is none, and no item.
  package mutating func wantListAtRoot() { pager.wantListAtRoot() }

  private static func identity(_ fields: inout JSONFields) throws(JSONFieldError) -> [JSONPath] {
    var paths: [JSONPath] = []
    for text in try fields.strings("identity") ?? [] {
      do {
        paths.append(try JSONPath(text))
      } catch {
        throw fields.error("identity", expected: error.expectation)
      }
    }
    guard paths.count <= identityPathsMax else {
      throw fields.error("identity", expected: "at most \(identityPathsMax) key paths")
    }
    return paths
  }

  private static func http(_ fetching: inout JSONFields) throws(JSONFieldError) -> HTTPSettings {
    let seconds = 0.001...secondsMax
    let timeout = try fetching.seconds("timeoutSeconds", in: seconds) ?? 60
    let connect = try fetching.seconds("connectTimeoutSeconds", in: seconds) ?? 10
    return HTTPSettings(
      timeoutMilliseconds: Int(timeout * 1_000), connectTimeoutMilliseconds: Int(connect * 1_000),
      responseBytesMax: try fetching.integer("responseBytesMax", in: 1...2_147_483_647)
        ?? 67_108_864,
      proxy: try fetching.string("proxy"), caFile: try fetching.string("caFile"),
      unixSocket: try fetching.string("unixSocket"))
  }

  private static func allowedOrigins(
    _ fetching: inout JSONFields
  ) throws(JSONFieldError) -> [AllowedOrigin] {
    let entries = try fetching.array("allowedOrigins") ?? []
    guard entries.count <= allowedOriginsMax else {
      throw fetching.error("allowedOrigins", expected: "at most \(allowedOriginsMax) origins")
    }
    var origins: [AllowedOrigin] = []
    for (index, entry) in entries.enumerated() {
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
        throw JSONFieldError(
          path: path, problem: .expected("an origin such as \"https://api.example.com\""))
      }
      origins.append(AllowedOrigin(origin: origin, credentials: credentials))
    }
    return origins
  }
}

extension JSONFields {
  /// The members of an object that may be missing.
  mutating func section(_ name: String) throws(JSONFieldError) -> JSONFields {
    try fields(name) ?? JSONFields(JSONObject(), path: path(of: name))
  }

  /// Any value as JSON text; nil where it is missing or null.
  mutating func text(_ name: String) -> [UInt8]? {
    guard let value = value(name) else { return nil }
    var writer = JSONWriter()
    writer.value(value)
    return writer.bytes
  }
}
