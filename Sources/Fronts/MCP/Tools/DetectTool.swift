import Detection
import JSON
import Pagination
import Profiles
import Server
import Sessions
import Wire

/// The tool `detect`: how an API pages, and what to call then.
enum DetectTool {
  /// Most reasons in a sentence.
  private static let reasonsMax = 4
  /// The number of lists that may be the items, and the bytes of the path of one.
  private static let listsMax = 16
  private static let listBytesMax = 200

  static func run(_ given: JSONObject, _ call: ToolCall, _ tools: Toolbox) throws(ToolFailure) {
    let words = try ToolFailure.reading { () throws(JSONFieldError) in
      var fields = JSONFields(given)
      guard given["url"] == nil, let words = try fields.string("profile") else {
        return nil as String?
      }
      try fields.finish()
      return words
    }
    if let words { return call.succeed(profiles(words, tools)) }
    let arguments = try ToolFailure.reading { () throws(JSONFieldError) in
      var fields = JSONFields(given)
      for name in ["url", "itemsPath"] { _ = try fields.string(name) }
      guard given["url"] != nil else {
        throw fields.error("url", expected: "given, unless profile is")
      }
      guard given["profile"] == nil else {
        throw fields.error("profile", expected: "left out next to url")
      }
      try fields.finish()
      return try ToolArguments(&fields, itemsMax: PageTool.itemsMax, tools.cursors)
    }
    let plan = try RequestPlan(arguments, tools, more: ["pagination": ["strategy": "auto"]])
    let session = try tools.session(plan, arguments)
    call.onCancel { session.close() }
    let bounds = tools.bounds.lowered(items: nil)
    call.limit(toSeconds: bounds.secondsMax, tools.scheduler) {
      call.fail(ToolWords.late(bounds) + "; call again.")
      session.close()
    }
    session.detect(confirming: true) { result in
      switch result {
      case .failure(let error): call.fail(ToolWords.sentence(error, plan))
      case .success(let report): call.succeed(structure(report, arguments.object))
      }
    }
  }

  /// The profiles whose names or titles have these words.
  private static func profiles(_ words: String, _ tools: Toolbox) -> [UInt8] {
    let library = tools.profiles.library
    let names = RequestPlan.names(like: words, in: library)
    let titles = names.compactMap { name in
      library.all.first { $0.name == name }.map { "\(name) (\($0.title))" }
    }
    var arguments: JSONObject = [:]
    arguments["profile"] = names.first.map(JSONValue.string)
    let why =
      titles.isEmpty
      ? "No known API's name or title has these words; give its url, and the paging is detected."
      : "Profiles: \(titles.joined(separator: ", "))."
    return structure(nil, why, [], arguments).bytes
  }

  private static func structure(
    _ strategy: StrategyKind?, isConfirmed: Bool = false, _ why: String, _ lists: [JSONValue],
    _ arguments: JSONObject
  ) -> JSONValue {
    [
      "strategy": strategy.map { .string($0.rawValue) } ?? .null,
      "confirmed": .boolean(isConfirmed),
      "why": .string(ToolWords.limited(PlainText.escaped(why))),
      "itemsPaths": .array(lists), "page": .object(arguments),
      "fetch": .object(JSONObject(arguments.members + [("to", "items.ndjson")])),
    ]
  }

  /// The text of the API makes sentences, never arguments: these are the caller's own.
  private static func structure(_ report: DetectionReport, _ arguments: JSONObject) -> [UInt8] {
    let lists = report.warnings.reduce(into: [String]()) { lists, warning in
      if case .severalLists(let paths) = warning { lists += paths }
    }
    var same: JSONObject = ["url": arguments["url"] ?? .null]
    same["itemsPath"] = arguments["itemsPath"]
    let isFound = report.certainty != .unknown
    let best = report.candidates.first
    let reasons = best?.evidence.prefix(reasonsMax).map { $0.pointer + " " + $0.says } ?? []
    let seen = reasons.isEmpty ? "" : " Seen: \(reasons.joined(separator: "; "))."
    return structure(
      isFound ? best?.strategy : nil, isConfirmed: report.isConfirmed,
      report.certainty.sentence + seen,
      lists.prefix(listsMax).map {
        .string(PlainText.limited(PlainText.escaped($0), bytesMax: listBytesMax))
      }, same
    ).bytes
  }
}
