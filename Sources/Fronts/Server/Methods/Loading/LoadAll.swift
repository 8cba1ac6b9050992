import JSON
import RPC
import Series
import Sessions
import Text
import Wire

/// `paginator/loadAll`: walks from the current position to the end.
enum LoadAll: SessionMethod {
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

    /// `deliver` is of no use for a series.
    func order(_ progress: WalkReporter?, deliver: (@Sendable (WalkPage) -> Void)?) -> WalkOrder {
      WalkOrder(
        pagesMax: pages, itemsMax: items, concurrency: concurrency, walk: walk,
        deliver: deliver, report: progress.map { $0.report })
    }
  }

  static func params(_ fields: inout JSONFields) throws(JSONFieldError) -> Params {
    try Params(&fields)
  }

  static func handle(_ session: Session, _ params: Params, _ call: Call) {
    let progress = params.workToken.map { WalkReporter($0, call.server) }
    let order = params.order(progress, deliver: deliver(params, call) { $0.progress($1) })
    let answer = call.answer { (summary: WalkSummary) in summary.result }
    let work = session.walk(order) { result in
      progress?.end(result)
      answer(result)
    }
    call.onCancel(progress) { session.cancel(load: work) }
  }

  static func handle(_ series: ItemSeries, _ params: Params, _ call: Call) {
    let progress = params.workToken.map { WalkReporter($0, call.server) }
    let order = SeriesOrder(
      params.order(progress, deliver: nil), deliver: deliver(params, call) { $0.progress($1) })
    let answer = call.answer { (summary: SeriesSummary) in summary.result }
    let work = series.walk(order) { result in
      progress?.end(result.map(\.walk))
      answer(result)
    }
    call.onCancel(progress) { series.cancel(walk: work) }
  }

  /// Sends each page under the token; nil without one.
  private static func deliver<Page>(
    _ params: Params, _ call: Call,
    _ progress: @escaping @Sendable (Page, [UInt8]) -> JSONFragments
  ) -> (@Sendable (Page) -> Void)? {
    guard let token = params.partialToken else { return nil }
    let connection = call.server.connection
    return { page in connection.notify("$/progress", progress(page, token)) }
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
