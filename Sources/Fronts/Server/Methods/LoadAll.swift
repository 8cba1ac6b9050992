import JSON
import RPC
import Sessions
import Text
import Wire

extension Method {
  /// Walks from the current position to the end.
  static let loadAll = ofList("paginator/loadAll", reading: WalkParams.init) { list, params, call in
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
    let cancel = { @Sendable in list.cancel(load: work) }
    call.reply?.onCancel(cancel)
    progress?.onCancel(cancel)
  }
}

/// The amount that is wanted of a walk, and the tokens under which it is reported.
private struct WalkParams {
  let partialToken: [UInt8]?
  let workToken: [UInt8]?
  let pages: Int?
  let items: Int?
  let concurrency: Int?
  let walk: WalkSettings

  @Sendable init(_ fields: inout JSONFields) throws(JSONFieldError) {
    partialToken = try fields.token("partialResultToken")
    workToken = try fields.token("workDoneToken")
    pages = try fields.integer("maxPages", in: 1...Int.max)
    items = try fields.integer("maxItems", in: 1...Int.max)
    concurrency = try fields.integer("concurrency", in: 1...FetchingSettings.concurrencyMax)
    walk = try WalkSettings(&fields)
  }
}

extension JSONFields {
  /// A token for `$/progress`, as JSON text: a string or a number.
  fileprivate mutating func token(_ name: String) throws(JSONFieldError) -> [UInt8]? {
    guard let value = value(name) else { return nil }
    return try RunningWalks.text(of: value).orThrow(error(name, expected: "a string or a number"))
  }
}
