import Detection
import JSON
import Pagination
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
    let arguments = try ToolFailure.reading { () throws(JSONFieldError) in
      var fields = JSONFields(given)
      for name in ["url", "itemsPath"] { _ = try fields.string(name) }
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
    let value: JSONValue = [
      "strategy": isFound ? best.map { .string($0.strategy.rawValue) } ?? .null : .null,
      "confirmed": .boolean(report.isConfirmed),
      "why": .string(ToolWords.limited(PlainText.escaped(report.certainty.sentence + seen))),
      "itemsPaths": .array(
        lists.prefix(listsMax).map {
          .string(PlainText.limited(PlainText.escaped($0), bytesMax: listBytesMax))
        }),
      "page": .object(same),
      "fetch": .object(JSONObject(same.members + [("to", "items.ndjson")])),
    ]
    return value.bytes
  }
}
