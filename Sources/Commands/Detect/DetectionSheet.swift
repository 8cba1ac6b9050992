import HTTP
import JSON
import Pagination
import Sessions

/// What detection found, told for people: the way of paging, the reasons, what else was considered,
/// and the command that uses it.
struct DetectionSheet {
  private let report: DetectionReport
  private let options: RequestOptions
  private let request: APIRequest
  private var lines: [String] = []
  /// Safe to show: `{env:NAME}` stays, values do not.
  private var commandLine = ""

  /// How much of a value is shown, in characters.
  private static let valueCharactersMax = 60

  init(_ report: DetectionReport, _ options: RequestOptions, _ request: APIRequest) {
    self.report = report
    self.options = options
    self.request = request
    lines.append(verdict)
    let isFound = report.certainty != .unknown
    if isFound, let best = report.candidates.first { addReasons(best) }
    addOthers(Array(report.candidates.dropFirst(isFound ? 1 : 0)), isFound)
    if isFound, let best = report.candidates.first {
      let open = open(best)
      lines += ["", "Open params"]
      lines += ProfileSheet.pretty(.object(open), "  ")
      lines += ["", "Fetch it all"]
      commandLine = "  " + command(best) + "\n"
    } else {
      lines += [
        "", "What helps", "  paginator profiles lists the known APIs; --profile NAME uses one.",
        "  --param with the API's own parameters for page and size makes the answer say more.",
      ]
    }
  }

  var text: String {
    request.secrets.shownLines(lines.joined(separator: "\n") + "\n") + commandLine
  }

  // MARK: Parts

  private var verdict: String {
    guard let best = report.candidates.first, report.certainty != .unknown else {
      return "Cannot tell how \(url) pages."
    }
    let kind = best["pagination"]?["strategy"]?.stringValue.flatMap { StrategyKind(rawValue: $0) }
    let score = "score \(DetectionSheet.compact(best["score"] ?? .null))"
    if report.certainty == .single {
      return "\(url) does not page: what came is all there is (single, \(score))."
    }
    let proof =
      switch report.certainty {
      case .proved: "Proved: the second page has other items."
      case .followed(let reason):
        "Not proved, but the API leads there and answers with a page: \(reason)."
      case .onlyPage: "Not proved: the API says that the first page is the last one."
      default: "Not proved: no second page was asked for."
      }
    return "\(url) pages by \(kind?.words ?? "?") (\(kind?.rawValue ?? "?"), \(score)).\n\(proof)"
  }

  private var url: String { options.url ?? request.settings.pager.template.url.text }

  private mutating func addReasons(_ candidate: JSONValue) {
    var places: Set<String> = []
    let entries = (candidate["evidence"]?.arrayValue ?? []).filter { entry in
      let place =
        (entry["pointer"]?.stringValue ?? "") + " "
        + DetectionSheet.compact(
          entry["value"] ?? .null)
      return places.insert(place).inserted
    }
    let evidence = entries.map { entry in
      let pointer = entry["pointer"]?.stringValue ?? ""
      return (
        pointer.isEmpty ? "(body)" : pointer, value: DetectionSheet.shown(entry["value"] ?? .null),
        says: entry["says"]?.stringValue ?? ""
      )
    }
    guard !evidence.isEmpty else { return }
    lines += ["", "Why"]
    let width = evidence.map(\.0.count).max() ?? 0
    let values = evidence.map(\.value.count).max() ?? 0
    for (place, value, says) in evidence {
      lines.append("  \(place.padded(to: width))  \(value.padded(to: values))  \(says)")
    }
  }

  private mutating func addOthers(_ candidates: [JSONValue], _ isFound: Bool) {
    guard !candidates.isEmpty else { return }
    lines += ["", isFound ? "Considered, too" : "Considered"]
    for candidate in candidates {
      let score = DetectionSheet.compact(candidate["score"] ?? .null).padded(to: 4)
      var line = "  \(score)  \(DetectionSheet.compact(candidate["pagination"] ?? .null))"
      if let first = candidate["firstPage"], candidate["pagination"]?["strategy"] == "page" {
        line += " from page \(DetectionSheet.compact(first))"
      }
      if let says = candidate["evidence"]?.arrayValue?.first?["says"]?.stringValue {
        line += ": \(says)"
      }
      lines.append(line)
    }
  }

  /// The params of `open`: what was asked for, and what was found.
  private func open(_ candidate: JSONValue) -> JSONObject {
    var open = JSONObject()
    for (name, value) in request.parameters.members
    where !DetectionSheet.unlisted.contains(name) { open[name] = value }
    for (name, value) in DetectionSheet.found(candidate).members { open[name] = value }
    return open
  }

  /// Params that the sheet does not repeat: credentials never leave the command line.
  private static let unlisted: Set<String> = ["pagination", "notifications", "token", "auth"]

  /// The candidate without what only says why.
  private static func found(_ candidate: JSONValue) -> JSONObject {
    JSONObject(
      (candidate.objectValue?.members ?? []).filter { $0.key != "score" && $0.key != "evidence" })
  }

  /// The command with the options as they were written: `{env:NAME}` stays.
  private func command(_ candidate: JSONValue) -> String {
    var words = ["paginator", "fetch"]
    if let url = options.url { words.append(DetectionSheet.quoted(request.secrets.shown(url))) }
    if let profile = options.profile { words += ["--profile", DetectionSheet.quoted(profile)] }
    let found = DetectionSheet.found(candidate)
    if let given = request.open {
      let open = ParameterMerge.apply(found, to: given)
      words += ["--open", DetectionSheet.quoted(DetectionSheet.compact(.object(open)))]
    } else {
      words += optionsThatSay(found)
    }
    let said: [Option] = [.open, .profile, .noConfirm, .json, .verbose]
    for option in options.arguments.command.options
    where !said.contains(where: { $0.name == option.name }) {
      for value in options.arguments.texts(option) {
        words += [option.long, DetectionSheet.quoted(value)]
      }
    }
    var literals: [String] = []
    for (name, value) in request.parameters["parameters"]?.objectValue?.members ?? []
    where Redactor.isCredentialName(name) {
      literals += (value.arrayValue ?? [value]).compactMap(\.stringValue)
    }
    return request.secrets.withoutValues(words.joined(separator: " "), and: literals)
  }

  /// The options for what was found, where the command line has not said it already.
  private func optionsThatSay(_ found: JSONObject) -> [String] {
    var words: [String] = []
    var rest = found
    func add(_ option: Option, _ values: [String]) {
      guard !options.arguments.isSet(option) else { return }
      for value in values { words += [option.long, DetectionSheet.quoted(value)] }
    }
    if let pagination = rest["pagination"]?.objectValue {
      let name = pagination.count == 1 ? pagination["strategy"]?.stringValue : nil
      add(.pagination, [name ?? DetectionSheet.compact(.object(pagination))])
      rest["pagination"] = nil
    }
    if let path = rest["itemsPath"]?.stringValue {
      add(.items, [path])
      rest["itemsPath"] = nil
    }
    if let size = rest["perPage"]?.integerValue {
      add(.perPage, [String(size)])
      rest["perPage"] = nil
    }
    if let identity = rest["identity"] {
      let paths = (identity.arrayValue ?? [identity]).compactMap(\.stringValue)
      add(.identity, paths)
      rest["identity"] = nil
    }
    if !rest.isEmpty { add(.open, [DetectionSheet.compact(.object(rest))]) }
    return words
  }

  // MARK: Words

  private static func shown(_ value: JSONValue) -> String {
    let text = compact(value)
    return text.count <= valueCharactersMax ? text : text.prefix(valueCharactersMax - 3) + "..."
  }

  private static func compact(_ value: JSONValue) -> String {
    var writer = JSONWriter()
    writer.value(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// As one word of a shell.
  private static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-_./:=,".utf8.contains(byte)
        }
      }
    return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}

extension StrategyKind {
  /// What a way of paging goes by, in words.
  fileprivate var words: String {
    switch self {
    case .page: "page numbers"
    case .offset: "offsets"
    case .link: "Link headers"
    case .header: "response headers"
    case .body: "URLs in the body"
    case .cursor: "tokens"
    case .range: "ranges"
    case .custom: "a rule of the client's"
    case .single, .auto: "nothing"
    }
  }
}
