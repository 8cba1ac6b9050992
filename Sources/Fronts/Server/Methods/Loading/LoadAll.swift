import JSON
import RPC
import Sessions
import Text
import Wire

/// `paginator/loadAll`: walks from the current position to the end.
enum LoadAll: ListMethod {
  static let name = "paginator/loadAll"

  /// The amount that is wanted, and the tokens under which it is reported.
  struct Params {
    let partialToken: [UInt8]?
    let workToken: [UInt8]?
    let pages: Int?
    let items: Int?
    let concurrency: Int?
    let walk: WalkSettings

    init(_ fields: inout JSONFields) throws(JSONFieldError) {
      partialToken = try fields.token("partialResultToken")
      workToken = try fields.token("workDoneToken")
      pages = try fields.integer("maxPages", in: 1...Int.max)
      items = try fields.integer("maxItems", in: 1...Int.max)
      concurrency = try fields.integer("concurrency", in: 1...FetchingSettings.concurrencyMax)
      walk = try WalkSettings(&fields)
    }
  }

  static func params(_ fields: inout JSONFields) throws(JSONFieldError) -> Params {
    try Params(&fields)
  }

  static func handle(_ list: any WalkableList, _ params: Params, _ call: Call) {
    let progress = params.workToken.map { WalkReporter($0, call.server) }
    let connection = call.server.connection
    let deliver = params.partialToken.map { token -> @Sendable (WalkPage) -> Void in
      { page in connection.notify("$/progress", page.progress(token)) }
    }
    let order = WalkOrder(
      pagesMax: params.pages, itemsMax: params.items, concurrency: params.concurrency,
      walk: params.walk, deliver: deliver, report: progress.map { $0.report })
    let answer = call.answer { (summary: WalkSummary) in summary.result }
    let work = list.walk(order) { result in
      progress?.end(result)
      answer(result)
    }
    call.onCancel(progress) { list.cancel(load: work) }
  }
}

extension Call {
  /// Sets what ends a walk, by its call or by its token.
  fileprivate func onCancel(_ progress: WalkReporter?, _ action: @escaping @Sendable () -> Void) {
    reply?.onCancel(action)
    progress?.onCancel(action)
  }
}

extension JSONFields {
  /// A token for `$/progress`, as JSON text: a string or a number.
  fileprivate mutating func token(_ name: String) throws(JSONFieldError) -> [UInt8]? {
    guard let value = value(name) else { return nil }
    return try RunningWalks.text(of: value).orThrow(error(name, expected: "a string or a number"))
  }
}
