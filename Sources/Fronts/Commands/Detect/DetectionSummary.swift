import Detection
import JSON
import Pagination
import Profiles
import Sessions
import Text
import Wire

/// The outcome of detection, for people: the way of paging, the reasons, what else was considered,
/// and the command that uses it.
final class DetectionSummary {
  private let report: DetectionReport
  private let options: RequestOptions
  private let request: APIRequest
  /// A recording has answered.
  private let isReplayed: Bool
  private var lines: [String] = []
  /// Safe to show: `{env:NAME}` stays, values do not.
  private var commandLine = ""

  /// The most characters of a value that are shown.
  private static let valueCharactersMax = 60

  init(
    _ report: DetectionReport, _ options: RequestOptions, _ request: APIRequest, isReplayed: Bool
  ) {
    self.isReplayed = isReplayed
    self.report = report
    self.options = options
    self.request = request
    lines.append(verdict)
    let isFound = report.certainty != .unknown
    if let best = report.candidates.first { addReasons(best, isFound ? "Why" : "Seen") }
    for warning in report.warnings where warning.kind == .severalLists {
      lines += ["", warning.sentence(calling: \.option)]
    }
    addOthers(Array(report.candidates.dropFirst(isFound ? 1 : 0)), isFound)
    if isFound, let best = report.candidates.first {
      let open = open(best)
      lines += ["", "Open params"]
      lines += ShownJSON.lines(.object(open), "  ")
      let place = report.certainty == .notRecorded ? ", from the network" : ""
      lines += ["", "Fetch it all" + place]
      commandLine = "  " + command(best) + "\n"
    } else {
      lines += [
        "", "What helps", "  paginator profiles lists the known APIs; --profile NAME uses one.",
        "  --param with the API's own parameters for page and size helps detection.",
        "  --pagination single says that the response has all the items.",
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
    let score = "score \(best.shownScore)"
    if report.certainty == .single {
      return "\(url) does not page: the response has the whole list (single, \(score))."
    }
    return "\(url) pages by \(best.strategy.words) (\(best.strategy.rawValue), \(score)).\n"
      + report.certainty.sentence
  }

  private var url: String { options.arguments.operand ?? request.settings.pager.template.url.text }

  private func addReasons(_ candidate: Candidate, _ title: String) {
    var places: Set<String> = []
    let entries = candidate.evidence.filter { entry in
      places.insert(entry.pointer + " " + ShownJSON.compact(entry.value)).inserted
    }
    let evidence = entries.map { entry in
      [
        entry.pointer.isEmpty ? "(body)" : entry.pointer, DetectionSummary.shown(entry.value),
        entry.says.replacing("itemsPath ", with: "\(Option.items.long) "),
      ]
    }
    guard !evidence.isEmpty else { return }
    lines += ["", title]
    lines += AlignedColumns.lines(evidence).map { "  " + $0 }
  }

  private func addOthers(_ candidates: [Candidate], _ isFound: Bool) {
    guard !candidates.isEmpty else { return }
    lines += ["", isFound ? "Considered, too" : "Considered"]
    for candidate in candidates {
      let score = candidate.shownScore.padded(to: 4)
      var line = "  \(score)  \(ShownJSON.compact(.object(candidate.settings.json)))"
      if let first = candidate.firstPage, candidate.strategy == .page {
        line += " from page \(first)"
      }
      if let says = candidate.evidence.first?.says { line += ": \(says)" }
      lines.append(line)
    }
  }

  /// The params of `open`: what was requested, and what was found.
  private func open(_ candidate: Candidate) -> JSONObject {
    let given = request.parameters.members.filter { !DetectionSummary.unlisted.contains($0.key) }
    return ParameterMerge.apply(candidate.open, to: JSONObject(given))
  }

  /// Params that the summary does not repeat: credentials never leave the command line.
  private static let unlisted = OpenField.names([.detected, .secret])

  /// The command with the options as they were written: `{env:NAME}` stays. With a recording it
  /// detects again what was found here, by requests that are recorded; where the recording does not
  /// have the second page, it is one for the network.
  private func command(_ candidate: Candidate) -> String {
    var words = ["paginator", "fetch"]
    if let url = options.arguments.operand {
      words.append(ShellWord.quoted(request.secrets.shown(url)))
    }
    if let profile = options.arguments.text(.profile) {
      words += ["--profile", ShellWord.quoted(profile)]
    }
    let isRecorded = isReplayed && report.certainty != .notRecorded
    if isRecorded {
      if let open = request.params.open {
        words += word(.open, ShownJSON.compact(.object(open)))
      }
    } else if let given = request.params.open {
      let open = ParameterMerge.apply(candidate.open, to: given)
      words += word(.open, ShownJSON.compact(.object(open)))
    } else {
      words += optionsThatSay(candidate)
    }
    var said: [Option] = [
      .open, .profile, .noConfirm, .json, .verbose, .record, .recordOver, .save, .force,
    ]
    if !isRecorded { said.append(.replay) }
    for option in options.arguments.command.options
    where !said.contains(where: { $0.name == option.name }) {
      for value in options.arguments.texts(option) { words += word(option, value) }
    }
    return words.joined(separator: " ")
  }

  private func word(_ option: Option, _ value: String) -> [String] {
    let text = PrintedOption(option: option, secrets: request.secrets).text(value)
    return [option.long, ShellWord.quoted(text)]
  }

  /// The options for what was found, where the command line has not said it already.
  private func optionsThatSay(_ candidate: Candidate) -> [String] {
    var words: [String] = []
    func add(_ option: Option, _ value: String) {
      if !options.arguments.isSet(option) { words += word(option, value) }
    }
    let settings = candidate.settings.json
    add(
      .pagination,
      settings.count == 1
        ? candidate.strategy.rawValue : ShownJSON.compact(.object(settings)))
    if let format = candidate.decode { add(.decode, format) }
    if let path = candidate.itemsPath { add(.items, path) }
    if let size = candidate.perPage { add(.perPage, String(size)) }
    if let path = candidate.identity { add(.identity, path) }
    var rest = candidate.open
    for name in ["pagination", "decode", "itemsPath", "perPage", "identity"] { rest[name] = nil }
    if !rest.isEmpty { add(.open, ShownJSON.compact(.object(rest))) }
    return words
  }

  // MARK: Words

  private static func shown(_ value: JSONValue) -> String {
    let text = ShownJSON.compact(value)
    return text.count <= valueCharactersMax ? text : text.prefix(valueCharactersMax - 3) + "..."
  }
}

extension StrategyKind {
  /// Says in words what the strategy pages by.
  fileprivate var words: String {
    switch self {
    case .page: "page numbers"
    case .offset: "offsets"
    case .link: "Link headers"
    case .header: "response headers"
    case .body: "URLs in the body"
    case .cursor: "tokens"
    case .range: "ranges"
    case .custom: "the client's rule"
    case .single, .auto: "nothing"
    }
  }
}
