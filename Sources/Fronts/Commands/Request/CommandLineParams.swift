import Decoding
import HTTP
import JSON
import Pagination
import Profiles
import Secrets
import Server
import Text

/// The params of `open` from a command line, with the options that error messages name.
struct CommandLineParams {
  private(set) var object = JSONObject()
  /// The value of `--open`, as it is written there.
  private(set) var open: JSONObject?
  /// Values that came from the environment or in a header: never shown, and cut from checkpoints.
  private(set) var secrets: Secrets
  /// Warnings to print on standard error; the command continues.
  private(set) var warnings: [String] = []
  private var sources: ParamSources
  private(set) var profile: Profile?
  let catalog: ProfileCatalog

  /// True when the params are for a file: `{env:NAME}` stays in them.
  private let isWritten: Bool

  init(_ options: RequestOptions, isWritten: Bool = false) throws(UsageError) {
    let arguments = options.arguments
    catalog = options.catalog
    self.isWritten = isWritten
    sources = ParamSources(command: arguments.command.name)
    secrets = Secrets(unsetVariable: options.unsetVariable, keepsMarks: isWritten)
    if let value = arguments.text(.open) {
      sources.open = ParamText.name(.open, value)
      object = try ParamText.object(.open, value)
      open = object
    }
    if let url = arguments.operand {
      object["url"] = .string(url)
      sources.note("url", "the URL")
    }
    try checkScheme(isOfOpen: arguments.operand == nil)
    for option in [Option.profile, .perPage] { try take(option, arguments) }
    if let name = object["profile"]?.stringValue {
      profile = try CommandProfiles.profile(named: name, in: catalog.library)
    }
    for option in [Option.decode, .items, .identity] { try take(option, arguments) }
    if arguments.isSet(.items) { object["responseDescriptors"] = nil }
    let slices = try SliceOptions.params(arguments, open: object["slices"], profile: profile)
    try take(.ceiling, arguments)
    if slices != nil, object["ceiling"] == nil, profile?.open["ceiling"] == nil {
      throw UsageError("--slices needs --ceiling N: how many items the API gives at most")
    }
    set("slices", slices, arguments.isSet(.slices) ? .slices : .pastCeiling)
    for option in [Option.expired, .noItems] { try take(option, arguments) }
    if let inner = arguments.text(.inner) {
      let isPath = !ParamText.isInline(inner)
      set("inner", isPath ? .string(inner) : .object(try ParamText.object(.inner, inner)), .inner)
    }
    try take(.pagination, arguments)
    if arguments.isSet(.pagination), let name = object["pagination"]?.stringValue {
      object["pagination"] = ["strategy": .string(name)]
    }
    try takeFetching(arguments)
    try takeCredentials(arguments)
    try takeMap(arguments)
    try takeHeaders(arguments)
    try takeParameters(arguments)
    try takeBody(arguments)
    if case .string(let url) = object["url"], url.contains("{env:") {
      throw UsageError(
        "{env:NAME} is replaced in headers, parameters, --data, --token, --auth, --user and --proxy "
          + "only, not in the URL")
    }
  }

  private mutating func set(_ path: String, _ value: JSONValue?, _ option: Option) {
    guard let value else { return }
    if path.hasPrefix("fetching.") {
      var fetching = object["fetching"]?.objectValue ?? JSONObject()
      fetching[String(path.dropFirst("fetching.".count))] = value
      object["fetching"] = .object(fetching)
    } else {
      object[path] = value
    }
    sources.note(path, option.long)
  }

  /// Takes an option's value as the param that it sets.
  private mutating func take(_ option: Option, _ arguments: Arguments) throws(UsageError) {
    guard let path = option.param, let text = arguments.text(option) else { return }
    switch option.value {
    case .integer: set(path, arguments.integer(option).map(JSONValue.integer), option)
    case .seconds:
      set(path, arguments.seconds(option).map { .number(JSONNumber(text: "\($0)")) }, option)
    case .json: set(path, .object(try ParamText.object(option, text)), option)
    case .word where ParamText.isInline(text):
      set(path, .object(try ParamText.object(option, text)), option)
    case .word(let names) where !names.contains(text):
      let words = "\(option.long) must be a JSON object or one of \(names.joined(separator: ", "))"
      throw UsageError(DidYouMean.hint(words, for: text, in: names))
    default:
      let texts = option.isRepeatable ? arguments.texts(option).map(JSONValue.string) : []
      set(path, texts.count > 1 ? .array(texts) : .string(text), option)
    }
  }

  /// A URL without a scheme is most likely typed as for curl or a browser, a word alone as the name
  /// of a profile or of a host.
  private func checkScheme(isOfOpen: Bool) throws(UsageError) {
    guard let url = object["url"]?.stringValue else { return }
    let place = isOfOpen ? "the URL of --open" : "the URL"
    if url.contains(" ") {
      throw UsageError("\(place) has a space in it; write %20, or + in a query")
    }
    guard let whole = SchemelessURL.whole(url) else {
      guard !url.isEmpty, url.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == ASCII.minus })
      else { return }
      throw UsageError("\(place) has no scheme; did you mean --profile \(url), or http://\(url)?")
    }
    throw UsageError("\(place) has no scheme; did you mean \(ShellWord.quoted(whole))?")
  }

  /// Has the API's paging detected, even with a profile.
  mutating func detect() { object["pagination"] = ["strategy": "auto"] }

  /// Says what is wrong with a param, in the words of the command line.
  func sentence(_ error: JSONFieldError) -> String { sources.sentence(error) }

  // MARK: Paging and fetching

  /// The strategies that a command line has: `custom` asks a client.
  static let strategies = StrategyKind.allCases.map(\.rawValue).filter { $0 != "custom" }

  private mutating func takeFetching(_ arguments: Arguments) throws(UsageError) {
    for option in [Option.retries, .timeout, .proxy, .caFile] { try take(option, arguments) }
    var fetching = object["fetching"]?.objectValue ?? JSONObject()
    for text in arguments.texts(.allowedOrigin) {
      guard Origin(text) != nil else {
        throw UsageError(
          "--allow-origin needs an origin such as https://eu.example.com, not \"\(text)\"")
      }
      let others = fetching["allowedOrigins"]?.arrayValue ?? []
      fetching["allowedOrigins"] = .array(others + [.string(text)])
    }
    if let proxy = fetching["proxy"]?.stringValue {
      let place = arguments.isSet(.proxy) ? Option.proxy.long : "fetching.proxy of --open"
      // A variable may be the whole URL; a part of it has no signs of a URL.
      let url = try secrets.fill(
        proxy, in: place, as: { Secrets.isMark(proxy) ? $0 : PercentCoding.encode($0) })
      fetching["proxy"] = .string(url)
      secrets.add(url: url)
    }
    if !fetching.isEmpty { object["fetching"] = .object(fetching) }
  }

  // MARK: Credentials

  /// `{env:NAME}` is replaced in every string of `token` and `auth`, those of `--open` included.
  private mutating func takeCredentials(_ arguments: Arguments) throws(UsageError) {
    let (token, auth) = (arguments.text(.token), arguments.text(.auth))
    if token != nil, auth != nil {
      throw UsageError("--token and --auth cannot be combined: use one of them")
    }
    if let written = arguments.text(.open), ParamText.isInline(written),
      isPlain(object["token"]) || holdsPlainSecret(auth: object["auth"])
    {
      warnOfSecret(.open)
    }
    if token != nil || auth != nil {
      object["token"] = nil
      object["auth"] = nil
    }
    for option in [Option.token, .auth] { try take(option, arguments) }
    if let token, !token.contains("{env:") { warnOfSecret(.token) }
    if let auth, ParamText.isInline(auth), holdsPlainSecret(auth: object["auth"]) {
      warnOfSecret(.auth)
    }
    for name in OpenField.names(.secret) {
      guard let value = object[name] else { continue }
      object[name] = try filled(value, in: sources.knows(name) ? "--\(name)" : "\(name) of --open")
    }
  }

  private mutating func warnOfSecret(_ option: Option) {
    warnings.append(
      "\(option.long) on the command line shows the secret to other users of this machine (ps): "
        + "use {env:NAME} or a file")
  }

  /// True when a text is written out, not taken from the environment.
  private func isPlain(_ value: JSONValue?) -> Bool {
    value?.stringValue.map { !$0.isEmpty && !$0.contains("{env:") } ?? false
  }

  /// True when a secret is written out, not taken from the environment.
  private func holdsPlainSecret(auth: JSONValue?) -> Bool {
    auth?.objectValue?.members.contains { CredentialNames.isSecret(inAuth: $0) && isPlain($1) }
      ?? false
  }

  private mutating func filled(
    _ value: JSONValue, in place: String, as write: (String) -> String = { $0 }
  ) throws(UsageError) -> JSONValue {
    try value.mapTexts { _, text throws(UsageError) in
      try secrets.fill(text, in: place, as: write)
    }
  }

  // MARK: Mapping

  /// An object with `responseDescriptors` or `mappings` holds params; any other is the mapping of
  /// the items, wherever they are.
  private mutating func takeMap(_ arguments: Arguments) throws(UsageError) {
    if let fields = arguments.text(.fields) {
      guard !arguments.isSet(.map) else {
        throw UsageError("--fields and --map cannot be combined: use one of them")
      }
      let choice = try FieldChoice(fields)
      let isFlat = try OutputFormat(arguments) == .sqlite && !arguments.isSet(.raw)
      mapItems(with: choice.mapping(isFlat: isFlat), Option.fields.long)
      return
    }
    guard let value = arguments.text(.map) else { return }
    let name = ParamText.name(.map, value)
    let map = try ParamText.object(.map, value)
    guard map["responseDescriptors"] == nil, map["mappings"] == nil else {
      for (field, value) in map.members {
        guard field == "responseDescriptors" || field == "mappings" else {
          throw UsageError(
            "\(name): unknown field \"\(field)\"; a map has a mapping, or responseDescriptors and mappings"
          )
        }
        object[field] = value
        sources.note(field, name)
      }
      if map["responseDescriptors"] != nil, !sources.knows("itemsPath") {
        object["itemsPath"] = .null
      }
      return
    }
    mapItems(with: map, name)
  }

  private mutating func mapItems(with mapping: JSONObject, _ name: String) {
    sources.noteMap(at: "responseDescriptors.0.mapping", name)
    object["responseDescriptors"] = [["keyPath": "@items", "mapping": .object(mapping)]]
  }

  // MARK: Headers, parameters and body

  private mutating func takeHeaders(_ arguments: Arguments) throws(UsageError) {
    var headers = try members("headers")
    for (name, value) in headers.members {
      guard let text = value.stringValue else { continue }
      headers[name] = .string(try secrets.fill(text, in: "header \(name) of --open"))
    }
    if let user = arguments.text(.user) {
      guard user.contains(":") else {
        throw UsageError("--user needs NAME:PASSWORD, which may be {env:NAME}")
      }
      let pair = try secrets.fill(user, in: "--user")
      headers.remove(header: "Authorization")
      if isWritten {
        let (name, password) = (pair.prefix { $0 != ":" }, pair.drop { $0 != ":" }.dropFirst())
        object["auth"] = [
          "type": "basic", "username": .string(String(name)), "password": .string(String(password)),
        ]
      } else {
        headers["Authorization"] = .string("Basic " + Base64.padded(Array(pair.utf8)))
      }
      sources.note("headers.Authorization", Option.user.long)
      secrets.add(user)
    }
    var lines: [(line: String, option: String)] = []
    for file in arguments.texts(.headerFile) {
      let text = String(decoding: try ParamText.bytes(.headerFile, file), as: UTF8.self)
      lines += text.split(whereSeparator: \.isNewline).map { (String($0), "--header-file \(file)") }
        .filter { !$0.0.allSatisfy(\.isWhitespace) && !$0.0.hasPrefix("#") }
    }
    lines += arguments.texts(.header).map { ($0, "--header") }
    for (line, option) in lines {
      guard let colon = line.firstIndex(of: ":") else {
        throw UsageError("\(option) needs lines such as \"Name: value\"")
      }
      let name = String(line[..<colon]).trimmingBlanks
      let value = String(line[line.index(after: colon)...]).trimmingBlanks
      headers.remove(header: name)
      headers[name] = .string(try secrets.fill(value, in: "\(option) \(name)"))
      sources.note(JSONFields.join("headers", name), "\(option) \(name)")
    }
    for (name, value) in headers.members {
      if let text = value.stringValue { secrets.add(header: name, text) }
    }
    if !headers.isEmpty { object["headers"] = .object(headers) }
  }

  private mutating func takeParameters(_ arguments: Arguments) throws(UsageError) {
    var parameters = try members("parameters")
    for (name, value) in parameters.members {
      parameters[name] = try filled(value, in: "parameter \(name) of --open")
    }
    var given: [String: [JSONValue]] = [:]
    for text in arguments.texts(.parameter) {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw UsageError("--param needs name=value")
      }
      let name = String(text[..<equals])
      let value = try secrets.fill(
        String(text[text.index(after: equals)...]), in: "--param \(name)")
      given[name, default: []].append(.string(value))
      parameters[name] = given[name].map { $0.count == 1 ? $0[0] : .array($0) }
      sources.note(JSONFields.join("parameters", name), "--param \(name)")
    }
    if !parameters.isEmpty { object["parameters"] = .object(parameters) }
  }

  /// As curl does, a body makes a POST of the request; unlike curl, JSON is sent as JSON.
  private mutating func takeBody(_ arguments: Arguments) throws(UsageError) {
    try take(.method, arguments)
    let parts = arguments.texts(.data)
    guard !parts.isEmpty else {
      if let body = object["body"] { object["body"] = try fill(body: body, in: "body of --open") }
      return
    }
    var bytes: [UInt8] = []
    for (place, data) in parts.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: "&")) }
      bytes +=
        data.hasPrefix("@")
        ? try ParamText.bytes(.data, String(data.dropFirst())) : Array(data.utf8)
    }
    var text = String(decoding: bytes, as: UTF8.self)
    let isWhole = Secrets.isMark(text)
    if isWhole, !isWritten {
      text = try secrets.fill(text, in: Option.data.long, as: CommandLineParams.literal)
      bytes = Array(text.utf8)
    }
    var headers = object["headers"]?.objectValue ?? JSONObject()
    let hasType = headers.contentType != nil
    let body: JSONValue
    switch text.first(where: { !$0.isWhitespace }) {
    case "{", "[":
      do throws(JSONSyntaxError) {
        let document = try JSONDocument(bytes)
        body = document.value(document.root)
      } catch {
        guard hasType || isWhole else {
          if parts.count > 1 {
            throw UsageError(
              "several --data are joined with &, as a form is; give a JSON body in one")
          }
          throw UsageError(
            "--data begins as JSON, but is not valid: see "
              + "\(ParamText.place(error, bytes, true)); a Content-Type header sends it as it is")
        }
        body = .string(text)
      }
    default:
      if !hasType, parts.contains(where: { $0.hasPrefix("@") }) {
        text.removeAll { $0.isNewline }  // as curl does: a form has no ends of lines
      }
      body = .string(text)
      if !hasType { headers["Content-Type"] = .string(CommandLineParams.formType) }
      object["headers"] = .object(headers)
    }
    set("body", isWhole ? body : try fill(body: body, in: Option.data.long), .data)
    if object["method"] == nil, profile?.open["method"] == nil { object["method"] = "POST" }
  }

  /// A value of a variable is a text of JSON where the body is JSON, and encoded in a form.
  private mutating func fill(body: JSONValue, in place: String) throws(UsageError) -> JSONValue {
    let type = object["headers"]?.objectValue?.contentType ?? ""
    guard case .string(let text) = body, type.lowercased().hasPrefix(CommandLineParams.formType)
    else {
      return try filled(body, in: place, as: CommandLineParams.literal)
    }
    return .string(try secrets.fill(text, in: place, as: PercentCoding.encode))
  }

  static let formType = "application/x-www-form-urlencoded"

  /// In a pattern, a colon that must stay one.
  private static func literal(_ value: String) -> String {
    let isLiteral = URLPattern.isLiteral(value) && !value.contains("\\:")
    return isLiteral ? value : value.replacing(":", with: "\\:")
  }

  /// The members of an object in `--open`; anything else is refused with the other params.
  private func members(_ name: String) throws(UsageError) -> JSONObject {
    switch object[name] ?? .null {
    case .object(let members): return members
    case .null, .array([]): return JSONObject()
    default: throw UsageError("\(name) in --open must be an object")
    }
  }
}

extension JSONObject {
  /// Of headers: the content type.
  fileprivate var contentType: String? {
    keys.first { $0.lowercased() == "content-type" }.flatMap { self[$0]?.stringValue }
  }

  /// Removes a header; the case of its name does not matter.
  fileprivate mutating func remove(header name: String) {
    for key in keys where key.lowercased() == name.lowercased() { self[key] = nil }
  }
}
