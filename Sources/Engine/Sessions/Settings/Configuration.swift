import HTTP
package import JSON
import Pagination
package import Secrets
import System
import Text

/// The settings of one session as they are now: those that it was opened with, what has been
/// configured since, and what was found out of the API. Knows every secret in them.
struct Configuration: Sendable {
  /// The settings in force.
  @Shared private(set) var settings: SessionSettings
  /// The params of `open`, merged with every `configure` since; secrets are in here.
  private(set) var parameters: JSONObject
  /// The settings as opened, where found params have changed them.
  @Indirect private var unchanged: SessionSettings?
  /// The params that were found.
  private var adopted = JSONObject()
  /// Headers that the client has granted for a 401, by the origin that refused.
  private var grants: [Origin: [HTTPField]] = [:]
  /// The access tokens that were obtained last, newest at the end.
  private var accessTokens: [String] = []
  private(set) var redactor: Redactor {
    didSet { sealing = nil }
  }
  /// The secrets as checkpoints have them; nil until one is wanted.
  private var sealing: LazyValue<CallerSecrets>?
  /// The URL pattern as a client sees it, with secrets masked.
  private(set) var patternURL: LazyValue<String>
  /// Another number after each change of the settings.
  private(set) var revision = 0
  /// The fingerprint that a checkpoint is bound to: the parts of the request as opened that say
  /// which collection it is.
  private(set) var requestFingerprint: LazyValue<String>

  /// The request as opened, and the params that it was opened with.
  private let opening: (request: LazyValue<String>, parameters: JSONObject)

  /// Every secret that the settings as opened hold.
  private(set) var secrets: SecretList

  init(_ settings: SessionSettings, parameters: JSONObject) {
    self.settings = settings
    self.parameters = parameters
    secrets = SecretList(settings)
    redactor = Redactor(secrets, settings)
    patternURL = redactor.shown(settings.pager.template.url.text)
    requestFingerprint = Configuration.fingerprint(settings.pager, parameters)
    opening = (requestFingerprint, parameters)
  }

  /// The parameters that hold positions, which are not secrets, regardless of their names.
  var positions: Set<String> { redactor.positions }

  /// The settings without what was found.
  var opened: SessionSettings { unchanged ?? settings }

  /// True when found params have changed the settings.
  var isAdopted: Bool { $unchanged }

  /// True when the settings still lead to the same items as when opened.
  var isListAsOpened: Bool { isSameList(opening.request, opening.parameters) }

  private func isSameList(_ request: LazyValue<String>, _ parameters: JSONObject) -> Bool {
    if requestFingerprint === request { return true }
    return requestFingerprint.value == request.value && hasSameItems(as: parameters)
  }

  /// True when these params say the same about which items a response has, and in what shape.
  private func hasSameItems(as parameters: JSONObject) -> Bool {
    OpenField.names(.ofItems).allSatisfy { self.parameters[$0] == parameters[$0] }
  }

  /// True when other settings have a different page size.
  func isResized(by settings: SessionSettings) -> Bool {
    settings.pager.perPage != opened.pager.perPage
  }

  /// Takes in new settings for later requests. `isOtherList`: other items may come. `isResized`: the
  /// page size is another, so that the numbers of the pages mean something else. `isReshaped`: another
  /// part of a response makes the items, or in another shape.
  mutating func replace(
    with settings: SessionSettings, parameters: JSONObject
  ) -> (isOtherList: Bool, isResized: Bool, isReshaped: Bool) {
    revision += 1
    var settings = settings
    settings.remember(secrets: opened.secrets)
    if opened.pager.wantsListAtRoot, parameters["itemsPath"] == self.parameters["itemsPath"] {
      settings.wantListAtRoot()
    }
    let before = (request: requestFingerprint, parameters: self.parameters)
    let isResized = isResized(by: settings)
    if settings.pager.template.headers != self.settings.pager.template.headers { grants = [:] }
    self.settings = settings
    self.parameters = parameters
    secrets = SecretList(settings)
    requestFingerprint = Configuration.fingerprint(settings.pager, parameters)
    if unchanged != nil {
      unchanged = settings
      if !isResized, let found = self.settings(with: adopted) { self.settings = found }
    }
    learnSecrets()
    patternURL = redactor.shown(settings.pager.template.url.text)
    return (
      !isSameList(before.request, before.parameters), isResized,
      !hasSameItems(as: before.parameters)
    )
  }

  // MARK: What is found

  /// Takes up params that were found; what the caller gave stays. False: they make no
  /// settings.
  mutating func adopt(_ found: JSONObject) -> Bool {
    guard let settings = settings(with: found) else { return false }
    revision += 1
    unchanged = unchanged ?? self.settings
    adopted = found
    self.settings = settings
    learnSecrets()
    return true
  }

  /// Reads the items at a path that the caller has not given. Returns false if the path is invalid.
  mutating func adopt(itemsPath: String, decode: String? = nil) -> Bool {
    var found: JSONObject = ["itemsPath": .string(itemsPath)]
    if let decode { found["decode"] = .string(decode) }
    return adopt(found)
  }

  /// Forgets what was found.
  mutating func forgetAdopted() {
    revision += 1
    (isGuess, isProved) = (false, false)
    if let unchanged { settings = unchanged }
    unchanged = nil
    learnSecrets()
  }

  /// True while what was found is a guess that no second page has proven.
  private(set) var isGuess = false

  /// True when an earlier walk has proved what was found.
  private(set) var isProved = false

  /// Takes note that an earlier walk has proved what was found.
  mutating func noteProof() { isProved = true }

  /// Takes note that the findings are a guess, or none any more.
  mutating func note(isGuess: Bool) { self.isGuess = isGuess }

  /// Takes note that pages state other numbers than they are requested by.
  mutating func take(numberLag: Int) { settings.take(numberLag: numberLag) }

  /// The found params in addition to those of `open`; nil if nothing was found.
  var found: JSONObject? {
    guard isAdopted else { return nil }
    var found = JSONObject()
    for (name, value) in adopted.members
    where name == "pagination" || parameters[name] ?? .null == .null { found[name] = value }
    return found
  }

  /// The settings that found params make, besides those that the caller gave.
  private func settings(with found: JSONObject) -> SessionSettings? {
    let isAuto = opened.pager.kind == .auto
    var merged = found
    for (name, value) in parameters.members where !(name == "pagination" && isAuto) {
      merged[name] = value
    }
    if let patterns = found["parameters"]?.objectValue {
      var all = parameters["parameters"]?.objectValue ?? [:]
      for (name, value) in patterns.members { all[name] = value }
      merged["parameters"] = .object(all)
    }
    if found["pagination"]?["perPageParameter"] == "", !opened.pager.template.contains(.perPage) {
      merged["perPage"] = found["perPage"]  // no request asks for the caller's size
    }
    if parameters["perPage"] ?? .null == .null, merged["perPage"] != nil {
      var sizeless = merged
      sizeless["perPage"] = nil
      if Pager.settlesSize(sizeless) { merged = sizeless }
    }
    var fields = JSONFields(merged)
    var settings = try? SessionSettings(&fields, tokenScheme: self.settings.tokenScheme)
    if !isAuto { settings?.readTotalHints(opened.totalHints.areRead) }
    settings?.remember(secrets: self.settings.secrets)
    let isDocument = found["pagination"]?["strategy"] == "single" && found["itemsPath"] == ""
    if !opened.namesItems, !isDocument { settings?.wantListAtRoot() }
    return settings
  }

  // MARK: Credentials

  /// Takes in the headers that the client grants for an origin.
  mutating func grant(_ fields: [HTTPField], for origin: Origin) {
    grants[origin] = fields
    learnSecrets()
  }

  /// The headers granted for the origin of a URL.
  func granted(for url: HTTPURL) -> [HTTPField] {
    grants.isEmpty ? [] : grants[url.origin] ?? []
  }

  /// The secrets as checkpoints have them.
  mutating func callerSecrets() -> LazyValue<CallerSecrets> {
    if let sealing { return sealing }
    let (credentials, isCustom) = (settings.credentials, settings.pager.kind == .custom)
    let made = LazyValue { [secrets, redactor, found] in
      CallerSecrets(secrets, redactor, credentials, areLinksGiven: isCustom, found: found)
    }
    sealing = made
    return made
  }

  /// Takes note of an access token that was obtained.
  mutating func learn(token: String) {
    guard !accessTokens.contains(token) else { return }
    accessTokens = accessTokens.suffix(Configuration.accessTokensMax - 1) + [token]
    learnSecrets()
  }

  /// The number of access tokens remembered, to mask them if they are echoed late.
  static let accessTokensMax = 8

  /// Takes note of the secrets among the parameters of one request.
  mutating func learn(_ parameters: [QueryParameter]) {
    var secrets = SecretList(positions: positions)
    for parameter in parameters {
      for value in parameter.values { secrets.add(parameter: parameter.name, value: value) }
    }
    redactor = redactor.remembering(secrets.values)
  }

  /// Takes note of the secrets in the requests that the client gives for the neighbours of a page.
  mutating func learn(_ neighbours: Neighbours) {
    if case .position(.link(let link)) = neighbours.next { learn(link) }
    if case .link(let link)? = neighbours.previous { learn(link) }
  }

  private mutating func learn(_ link: PageLink) {
    var secrets = SecretList(positions: positions)
    secrets.add(url: link.url)
    for header in link.headers {
      secrets.add(header: header.name, value: header.value, url: link.url)
    }
    secrets.add(body: String(decoding: link.body ?? [], as: UTF8.self))
    redactor = redactor.remembering(secrets.values)
  }

  /// Knows all present secrets. Former ones stay known: what is under way may still bring them
  /// back.
  private mutating func learnSecrets() {
    var secrets = isAdopted ? SecretList(settings) : secrets
    for token in accessTokens { secrets.add(secret: token, at: "accessToken") }
    for header in grants.values.joined() {
      secrets.add(header: header.name, value: header.value)
    }
    redactor = Redactor(secrets, settings).remembering(redactor)
  }

  // MARK: Identity

  fileprivate static func fingerprint(
    _ pager: Pager, _ parameters: JSONObject
  ) -> LazyValue<String> {
    let (strategy, kind, perPage) = (pager.strategy, pager.kind, pager.perPage)
    let (method, url) = (pager.template.method, pager.template.url.text)
    return LazyValue {
      let byPlace = Redactor(positions: Set(strategy.positionNames))
      var fingerprint = Fingerprint()
      for text in [method, byPlace.mask(url: url), kind.rawValue, String(perPage)] {
        fingerprint.add(text)
      }
      for name in ["pagination", "body"] {
        fingerprint.add((parameters[name] ?? .null).canonical.bytes)
      }
      let given = parameters["parameters"]?.objectValue ?? [:]
      for (name, value) in given.members.sorted(by: { $0.key < $1.key })
      where !CredentialNames.isCredential(name) {
        fingerprint.add(name)
        fingerprint.add(value.canonical.bytes)
      }
      return fingerprint.text
    }
  }
}

extension Redactor {
  /// Knows these secrets, and the names that hold positions.
  init(_ secrets: SecretList, _ settings: SessionSettings) {
    self.init(secrets: secrets.values, positions: Set(settings.pager.strategy.positionNames))
  }
}

extension SecretList {
  /// Every secret that the settings hold.
  package init(_ settings: SessionSettings) {
    let template = settings.pager.template
    self.init(positions: Set(settings.pager.strategy.positionNames))
    for secret in settings.credentials?.secrets ?? [] { add(secret: secret, at: "auth") }
    add(url: template.url.text)
    if let later = settings.pager.strategy.laterURL { add(url: later.text, at: "nextURL") }
    if let proxy = settings.fetching.http.proxy { add(url: proxy, at: "proxy") }
    for header in template.headers {
      add(header: header.name, value: header.value, url: template.url.text)
    }
    for (name, value) in template.literalParameters { add(parameter: name, value: value) }
    for body in [template.body, settings.pager.strategy.laterBody ?? .none] {
      for (name, text) in body.members {
        add(parameter: name, value: text)
        add(body: text)
      }
    }
    for secret in settings.secrets { add(secret: secret, at: "environment") }
  }
}

extension SessionSettings {
  /// The fingerprint that checkpoints are bound to. Two sessions with the same fingerprint are about
  /// the same collection. `parameters`: those that the settings were made from.
  package func requestFingerprint(_ parameters: JSONObject) -> String {
    Configuration.fingerprint(pager, parameters).value
  }

  /// The URL as opened, secrets masked.
  package var patternURL: String {
    Redactor(SecretList(self), self).mask(url: pager.template.url.text)
  }
}
