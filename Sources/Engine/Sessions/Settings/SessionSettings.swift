package import Authentication
package import HTTP
package import JSON
package import Mapping
package import Pagination

/// The settings of one paginator, compiled from the params of `open`.
package struct SessionSettings: Sendable {
  /// Says whether a known end keeps requests from being sent.
  package enum Bounds: String, Sendable, CaseIterable {
    case known, ask
  }

  /// Settings for the end of a collection, besides what its pages say.
  package struct End: Sendable {
    /// The API itself refuses items beyond this many.
    package let ceiling: Int?
    package let bounds: Bounds
    /// The error of a position that the API does not know any more, besides 410.
    let expired: NamedError?
    /// The error that an API responds with when there are no items.
    let noItems: NamedError?
  }

  /// JSON texts that are shown in place of an item.
  package struct Placeholders: Sendable {
    package var loading: [UInt8]?
    package var noResults: [UInt8]?
    package var error: [UInt8]?
  }

  package private(set) var pager: Pager {
    // Read in place, as it is read often.
    _read { yield sharedPager.wrappedValue }
    _modify { yield &sharedPager.wrappedValue }
  }
  private var sharedPager: Shared<Pager>
  @Shared package private(set) var mapping: ResponseMapping
  /// Key paths that identify an item; empty: none.
  package private(set) var identity: [JSONPath]
  @Shared package private(set) var fetching: FetchingSettings
  /// The sender's credentials, from `auth` or `token`; nil if neither is given.
  package let credentials: HTTPCredentials?
  /// The way the profile's API takes a `token`; nil for a bearer token.
  package let tokenScheme: TokenScheme?
  package let limits: PagingLimits
  package let end: End
  /// The lists within items that are walked to their end; nil: none.
  package let inner: InnerSettings?
  package let prefetch: PrefetchSettings
  package private(set) var walk: WalkSettings
  package let placeholders: Placeholders
  package let notifications: Bool
  /// True when the API's ceiling or a limit of the client ends paging.
  var isBounded: Bool { end.ceiling != nil || limits.pagesMax != nil || limits.itemsMax != nil }
  /// The params say where the items are.
  var namesItems: Bool { mapping.namesItems }
  /// The params leave open where the items are: the first response shows it. Under `auto` that is
  /// the prelude's.
  package var findsItems: Bool { pager.kind != .auto && !namesItems }
  /// Values that are secrets wherever they are echoed: those of the environment in a profile.
  package private(set) var secrets: [String] = []

  /// Takes note of values that are secrets.
  package mutating func remember(secrets: [String]) { self.secrets += secrets }

  /// Takes certificates that were read in another way in the place of those that were named.
  package mutating func trust(_ certificates: CertificateFile) { fetching.trust(certificates) }

  /// The settings of another request, of params that differ from those of these settings in `url`,
  /// `headers`, `parameters` and `body` only.
  package func remade(request parameters: JSONObject) throws(JSONFieldError) -> SessionSettings {
    var fields = JSONFields(parameters)
    guard let pager = try pager.remade(&fields) else { return try remade(from: parameters) }
    return copy(of: self) { $0.pager = pager }
  }

  /// The settings of another request that is made, read and limited by params of the same source.
  package func remade(from parameters: JSONObject) throws(JSONFieldError) -> SessionSettings {
    var fields = JSONFields(parameters)
    var settings = try SessionSettings(&fields, tokenScheme: tokenScheme)
    settings.secrets = secrets
    settings.fetching = fetching
    settings.totalHints = totalHints
    if pager.wantsListAtRoot { settings.wantListAtRoot() }
    return settings
  }

  /// Shares with other settings how responses are read; only for such as were made from params that
  /// differ in nothing but the request.
  mutating func share(_ other: SessionSettings) {
    guard pager.share(other.pager) else { return }
    mapping = other.mapping
    identity = other.identity
  }

  /// The params that make the request, and nothing else.
  static let requestParams = Set(OpenField.names(.ofRequest))

  /// About how many bytes of memory settings take that were made from such params.
  package func memoryBytes(_ parameters: JSONObject) -> Int {
    // The params are kept besides what has been made of them.
    2 * JSONValue.object(parameters).memoryBytes + mapping.memoryBytes
      + (fetching.http.caFile?.memoryBytes ?? 0)
  }

  /// The most key paths that may make up the identity of an item.
  package static let identityPathsMax = 16
  /// The longest time that a setting may name.
  package static let secondsMax = 86_400.0

  /// Says whether a total that no setting names is read as a hint; it is if the caller has said how
  /// the API pages. A profile and a prelude know which of an API's numbers are totals.
  private(set) var totalHints: TotalHints

  /// Members that are often written without the object that they belong in.
  private static let homes = [
    "pagination": ["strategy", "next", "parameter", "pageParameter", "perPageParameter", "more"],
    "fetching": ["retries", "concurrency", "timeoutSeconds", "proxy", "caFile", "allowedOrigins"],
    "limits": ["pagesMax", "itemsMax"],
  ].reduce(into: [String: String]()) { homes, object in
    for name in object.value { homes[name] = "\(object.key).\(name)" }
  }

  /// Reads every setting of `open` but `paginatorId`, `profile` and `checkpoint`.
  ///
  /// `tokenScheme`: how the profile's API takes a `token`; nil for a bearer token.
  package init(_ fields: inout JSONFields, tokenScheme: TokenScheme? = nil) throws(JSONFieldError) {
    fields.homes = SessionSettings.homes
    let mapping = try ResponseMapping(&fields)
    self.mapping = mapping
    let given = try fields.keyPaths("identity", most: SessionSettings.identityPathsMax) ?? []
    let identity = given.isEmpty ? mapping.identityPaths : given
    self.identity = identity
    limits = try PagingLimits(&fields)
    var pager = try Pager(&fields, lists: mapping.lists, identity: identity, until: limits.until)
    if pager.ends.overlap == true, identity.isEmpty {
      throw JSONFieldError(
        fields.path(of: "pagination") + ".overlap",
        expected: "false, or identity given, which recognizes items that came before")
    }
    totalHints = pager.kind != .auto && !pager.mapsTotal ? .own : .none
    if !mapping.namesItems { pager.wantListAtRoot() }
    sharedPager = Shared(wrappedValue: pager)
    credentials = try CredentialFields.read(&fields, scheme: tokenScheme)
    self.tokenScheme = tokenScheme
    let fetching = try FetchingSettings(&fields)
    self.fetching = fetching
    end = End(
      ceiling: try fields.integer("ceiling", in: 1...Int.max),
      bounds: try fields.choice("bounds", of: Bounds.self) ?? .known,
      expired: try NamedError(&fields, "expired"), noItems: try NamedError(&fields, "noItems"))
    inner = try InnerSettings(&fields)
    if inner != nil, fetching.sender == .client {
      throw JSONFieldError("inner", expected: "absent with fetching.by \"client\"")
    }
    prefetch = try PrefetchSettings(&fields)
    walk = try WalkSettings(&fields)
    var texts = try fields.section("placeholders")
    placeholders = Placeholders(
      loading: texts.text("loading"), noResults: texts.text("noResults"),
      error: texts.text("error"))
    try texts.finish()
    notifications = try fields.boolean("notifications") ?? false
  }

  /// Makes a total that no setting names a hint if `reads` is true; otherwise it is not one.
  package mutating func readTotalHints(_ reads: Bool) { totalHints = reads ? .own : .none }

  /// Settings that are remade from these look for a total where one of them has found it.
  package mutating func shareHintPlace() {
    if totalHints.areRead { totalHints = .shared(TotalHintPlace()) }
  }

  /// Walks are exact: rows are deleted by what they have seen.
  package mutating func walkExactly() { walk = WalkSettings(isForPruning: true).over(walk) }

  /// Requires the root of a body to be a list of items: an object there is neither a list nor an
  /// item.
  package mutating func wantListAtRoot() { pager.wantListAtRoot() }

  mutating func take(numberLag: Int) { pager.take(numberLag: numberLag) }
}

extension JSONFields {
  /// The members of an object that may be missing.
  mutating func section(_ name: String) throws(JSONFieldError) -> JSONFields {
    try fields(name) ?? JSONFields(JSONObject(), path: path(of: name))
  }

  /// Any value as JSON text; nil where it is missing or null.
  mutating func text(_ name: String) -> [UInt8]? {
    value(name)?.bytes
  }
}
