import Detection
import JSON
import Pagination
import Sessions

/// The tool `detect`: how an API pages, and what to call then.
enum DetectTool {
  /// How many reasons a sentence has.
  private static let reasonsMax = 4

  static func run(
    _ given: JSONObject, _ call: ToolCall, _ tools: Toolbox
  ) throws(ToolFailure) {
    var fields = JSONFields(given)
    do throws(JSONFieldError) {
      guard try fields.string("url") != nil else {
        throw JSONFieldError(path: "url", problem: .missing)
      }
      try fields.finish()
    } catch {
      throw ToolFailure(error.toolSentence)
    }
    let arguments = try ToolArguments(&fields, itemsMax: PageTool.itemsMax)
    let plan = try RequestPlan(arguments, tools, more: ["pagination": ["strategy": "auto"]])
    let session = tools.session(plan, "detect")
    call.onCancel { session.close() }
    session.detect(confirming: true) { result in
      switch result {
      case .failure(let failure):
        call.finish(.failure(ToolWords.sentence(failure.error, plan)))
      case .success(let report):
        call.finish(ToolResult(structure: structure(report, arguments.url ?? plan.url)))
      }
    }
  }

  /// The text of the API makes sentences, never arguments: these are the caller's own.
  private static func structure(_ report: DetectionReport, _ url: String) -> [UInt8] {
    let best = report.certainty == .unknown ? nil : report.candidates.first
    var writer = JSONWriter()
    writer.value([
      "strategy": best.map { .string($0.strategy.rawValue) } ?? .null,
      "confirmed": .boolean(report.isConfirmed), "why": .string(why(report, best)),
      "page": ["url": .string(url)],
      "fetch": ["url": .string(url), "to": "items.ndjson"],
    ])
    return writer.bytes
  }

  private static func why(_ report: DetectionReport, _ best: Candidate?) -> String {
    let proof =
      switch report.certainty {
      case .proved: "The second page proves it."
      case .single: "One response is all there is."
      case .followed(let reason):
        "Unconfirmed, but the API leads there and answers with a page: \(reason)."
      case .onlyPage: "Unconfirmed: the API says that the first page is the last one."
      case .endSeen: "Unconfirmed: the second page is empty, so the list ends on the first one."
      case .untried: "Unconfirmed: no second page was requested."
      case .notRecorded: "Unconfirmed: the recording does not have the second page."
      case .unknown: "Nothing in the response is sure enough to page by."
      }
    let reasons = (best ?? report.candidates.first)?.evidence.prefix(reasonsMax).map {
      $0.pointer.isEmpty ? $0.says : "\($0.pointer) \($0.says)"
    }
    let list = (reasons ?? []).joined(separator: "; ")
    return PlainText.escaped(list.isEmpty ? proof : "\(proof) Seen: \(list).")
  }
}
