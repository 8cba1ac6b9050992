import HTTP
import JSON
import Pagination
import Server

/// The params of `open` that a command line makes, and what its parts are called there.
struct FetchParams {
  private(set) var object = JSONObject()
  /// What `--open` holds, as it is written there.
  private(set) var open: JSONObject?
  /// Values that came from the environment or in a header: never shown, and cut from checkpoints.
  private(set) var secrets = FetchSecrets()
  /// Which params which option has set.
  private var optionByPath: [String: String] = [:]
  private let command: String
  private let openFile: String?
  private var mapFile: String?
  /// Where the mapping of `--map` stands in the params.
  private var mapPath = ""

  /// How large a file of params, of headers or of a mapping may be.
  static let fileBytesMax = 16 << 20

  init(_ options: AskingOptions) throws(Arguments.UsageError) {
    command = options.command
    let isInline = options.open?.hasPrefix("{") ?? false
    openFile = isInline ? "" : options.open
    if let text = options.open {
      object =
        isInline
        ? try FetchParams.object(text) : try FetchParams.object("--open", text)
      open = object
    }
    set("url", options.url.map(JSONValue.string), "the URL")
    set("profile", options.profile.map(JSONValue.string), "--profile")
    set("perPage", options.perPage.map(JSONValue.integer), "--per-page")
    if let items = options.items {
      set("itemsPath", .string(items), "--items")
      object["responseDescriptors"] = nil
    }
    switch options.identity.count {
    case 0: break
    case 1: set("identity", .string(options.identity[0]), "--identity")
    default: set("identity", .array(options.identity.map(JSONValue.string)), "--identity")
    }
    try takeMap(options.mapFile)
    try takeHeaders(options)
    try takeParameters(options)
    if case .string(let url) = object["url"], url.contains("{env:") {
      throw Arguments.UsageError(
        message: "{env:NAME} stands in headers and parameters only, not in the URL")
    }
  }

  private mutating func set(_ path: String, _ value: JSONValue?, _ option: String) {
    guard let value else { return }
    object[path] = value
    optionByPath[path] = option
  }

  /// Has the API's way of paging found out, whatever a profile says.
  mutating func detect() { object["pagination"] = ["strategy": "auto"] }

  // MARK: Mapping

  /// A file with `responseDescriptors` or `mappings` holds params; any other is the mapping of the
  /// items at `itemsPath`.
  private mutating func takeMap(_ file: String?) throws(Arguments.UsageError) {
    guard let file else { return }
    mapFile = file
    let map = try FetchParams.object("--map", file)
    guard map["responseDescriptors"] == nil, map["mappings"] == nil else {
      for (name, value) in map.members {
        guard name == "responseDescriptors" || name == "mappings" else {
          throw Arguments.UsageError(
            message:
              "--map \(file): \"\(name)\" is no field beside responseDescriptors and mappings")
        }
        set(name, value, "--map \(file)")
      }
      if map["responseDescriptors"] != nil, optionByPath["itemsPath"] == nil {
        object["itemsPath"] = .null
      }
      return
    }
    guard let items = itemsPath else {
      throw Arguments.UsageError(message: "--map needs --items PATH (\"\" for the root)")
    }
    mapPath = "responseDescriptors.0.mapping"
    object["responseDescriptors"] = [["keyPath": .string(items), "mapping": .object(map)]]
    object["itemsPath"] = .null
  }

  /// Where the items are, as the params or their profile say.
  private var itemsPath: String? {
    if let path = object["itemsPath"]?.stringValue { return path }
    guard let name = object["profile"]?.stringValue else { return nil }
    return Profiles.named(name)?.open["itemsPath"]?.stringValue
  }

  // MARK: Headers and parameters

  private mutating func takeHeaders(_ options: AskingOptions) throws(Arguments.UsageError) {
    var headers = try members("headers")
    for (name, value) in headers.members {
      guard let text = value.stringValue else { continue }
      headers[name] = .string(try secrets.fill(text, in: "header \(name) of --open"))
    }
    var lines: [(line: String, option: String)] = []
    for file in options.headerFiles {
      let text = try FetchParams.text("--header-file", file)
      lines += text.split(whereSeparator: \.isNewline).map { (String($0), "--header-file \(file)") }
        .filter { !$0.0.isBlank && !$0.0.hasPrefix("#") }
    }
    lines += options.headers.map { ($0, "--header") }
    for (line, option) in lines {
      guard let colon = line.firstIndex(of: ":") else {
        throw Arguments.UsageError(message: "\(option) needs lines such as \"Name: value\"")
      }
      let name = String(line[..<colon]).trimmed
      let value = String(line[line.index(after: colon)...]).trimmed
      for key in headers.keys where key.lowercased() == name.lowercased() { headers[key] = nil }
      headers[name] = .string(try secrets.fill(value, in: "\(option) \(name)"))
      optionByPath[JSONFields.join("headers", name)] = "\(option) \(name)"
    }
    for (name, value) in headers.members {
      if let text = value.stringValue { secrets.add(header: name, text) }
    }
    if !headers.isEmpty { object["headers"] = .object(headers) }
  }

  private mutating func takeParameters(_ options: AskingOptions) throws(Arguments.UsageError) {
    var parameters = try members("parameters")
    for (name, value) in parameters.members {
      parameters[name] = try fill(value, in: "parameter \(name) of --open")
    }
    var values: [(name: String, values: [JSONValue])] = []
    for text in options.parameters {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw Arguments.UsageError(message: "--param needs name=value")
      }
      let name = String(text[..<equals])
      let value = JSONValue.string(
        try secrets.fill(String(text[text.index(after: equals)...]), in: "--param \(name)"))
      if let place = values.firstIndex(where: { $0.name == name }) {
        values[place].values.append(value)
      } else {
        values.append((name, [value]))
      }
    }
    for (name, list) in values {
      parameters[name] = list.count == 1 ? list[0] : .array(list)
      optionByPath[JSONFields.join("parameters", name)] = "--param \(name)"
    }
    if !parameters.isEmpty { object["parameters"] = .object(parameters) }
  }

  private mutating func fill(
    _ value: JSONValue, in place: String
  ) throws(Arguments.UsageError) -> JSONValue {
    switch value {
    case .string(let text): return .string(try secrets.fill(text, in: place))
    case .array(let elements):
      var filled: [JSONValue] = []
      for element in elements { filled.append(try fill(element, in: place)) }
      return .array(filled)
    default: return value
    }
  }

  /// The members of an object in `--open`; anything else is refused with the other params.
  private func members(_ name: String) throws(Arguments.UsageError) -> JSONObject {
    switch object[name] ?? .null {
    case .object(let members): return members
    case .null, .array([]): return JSONObject()
    default: throw Arguments.UsageError(message: "\(name) in --open must be an object")
    }
  }

  // MARK: Words

  /// What is wrong with a param, in the words of the command line.
  func sentence(_ error: JSONFieldError) -> String {
    if !mapPath.isEmpty, error.path.hasPrefix(mapPath) {
      let inside = String(error.path.dropFirst(mapPath.count + 1))
      let sentence = JSONFieldError(path: inside, problem: error.problem).sentence
      return FetchParams.plain("--map \(mapFile ?? ""): \(sentence)")
    }
    if error.path == "url", error.problem == .missing {
      return "\(command) needs a URL; neither the profile nor --open gives one"
    }
    let option = optionByPath.first { path, _ in
      error.path == path || error.path.hasPrefix(path + ".")
    }
    guard let (path, name) = option else {
      return FetchParams.plain(
        openFile.map { "--open\($0.isEmpty ? "" : " " + $0): \(error.sentence)" } ?? error.sentence)
    }
    if error.path == path, case .expected(let what) = error.problem {
      return "\(name) must be \(what)"
    }
    return FetchParams.plain("\(name): \(error.sentence)")
  }

  private static func plain(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }

  // MARK: Files

  /// The params that stand on the command line themselves.
  private static func object(_ text: String) throws(Arguments.UsageError) -> JSONObject {
    guard let document = try? JSONDocument(Array(text.utf8)),
      let object = document.value(document.root).objectValue
    else { throw Arguments.UsageError(message: "--open must be a file or a JSON object") }
    return object
  }

  private static func object(
    _ option: String, _ file: String
  ) throws(Arguments.UsageError) -> JSONObject {
    let bytes = try bytes(option, file)
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(bytes)
    } catch {
      let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
      throw Arguments.UsageError(message: "\(option) \(file) is no JSON: see line \(line)")
    }
    guard let object = document.value(document.root).objectValue else {
      throw Arguments.UsageError(message: "\(option) \(file) must hold a JSON object")
    }
    return object
  }

  private static func text(
    _ option: String, _ file: String
  ) throws(Arguments.UsageError) -> String {
    String(decoding: try bytes(option, file), as: UTF8.self)
  }

  private static func bytes(
    _ option: String, _ file: String
  ) throws(Arguments.UsageError) -> [UInt8] {
    do throws(FetchSystem.Failure) {
      if let bytes = try FetchSystem.contents(of: file, bytesMax: fileBytesMax) { return bytes }
    } catch {
      throw Arguments.UsageError(
        message: "\(option) \(file) cannot be read: \(FetchSystem.message(error.errno))")
    }
    throw Arguments.UsageError(
      message: "\(option) \(file) has more than \(fileBytesMax) bytes")
  }
}

extension String {
  /// Without blanks at either end.
  fileprivate var trimmed: String {
    var text = self[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text.drop { $0.isWhitespace })
  }

  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
