import JSON
import Pagination
import RPC
import Series
import Sessions
import Wire

/// `paginator/loadAll`: walks from the current position to the end.
enum LoadAll: Method {
  static let name = "paginator/loadAll"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    let partial = try call.token("partialResultToken")
    let token = try call.token("workDoneToken")
    let progress = token.map {
      WalkReporter($0, call.server.connection, call.server.environment.scheduler)
    }
    let limits = try call.read { fields throws(JSONFieldError) in try WalkLimits(&fields) }
    let series = try call.series(id)
    let session = if let series { series.base } else { try call.session(id, of: name) }
    let connection = call.server.connection
    let order = WalkOrder(
      pagesMax: limits.pages, itemsMax: limits.items, concurrency: limits.concurrency,
      deliver: deliver(partial, connection), report: progress.map { $0.report })
    let reply = call.reply
    let walks = call.server.walks
    let started = token.map { (token: $0, number: walks.add($0)) }
    progress?.begin()
    let finish: @Sendable (Result<(Verdict, JSONFragments), LoadFailure>) -> Void = { result in
      if let started { walks.remove(started.token, started.number) }
      switch result {
      case .success(let (verdict, result)):
        progress?.end(verdict.rawValue)
        reply?.succeed(result)
      case .failure(let failure):
        progress?.end(failure.error.kind)
        reply?.fail(RPCError(failure.object))
      }
    }
    let cancel: @Sendable () -> Void
    if let series {
      let order = SeriesOrder(order, deliver: deliverParts(partial, connection))
      let work = series.walk(order) { finish($0.map { ($0.walk.verdict, $0.result) }) }
      cancel = { series.cancel(walk: work) }
    } else {
      let work = session.walk(order) { finish($0.map { ($0.verdict, $0.result) }) }
      cancel = { session.cancel(load: work) }
    }
    reply?.onCancel(cancel)
    if let started { walks.started(started.token, started.number, cancel: cancel) }
  }

  /// What a call says of how much is wanted.
  private struct WalkLimits {
    let pages: Int?
    let items: Int?
    let concurrency: Int?

    init(_ fields: inout JSONFields) throws(JSONFieldError) {
      pages = try fields.integer("maxPages", in: 1...Int.max)
      items = try fields.integer("maxItems", in: 1...Int.max)
      concurrency = try fields.integer("concurrency", in: 1...FetchingSettings.concurrencyMax)
    }
  }

  /// Sends each page under the token; nil without one.
  private static func deliver(
    _ token: [UInt8]?, _ connection: RPCConnection
  ) -> (@Sendable (WalkPage) -> Void)? {
    guard let token else { return nil }
    return { page in connection.notify("$/progress", page.progress(token)) }
  }

  /// Sends each page of a part under the token; nil without one.
  private static func deliverParts(
    _ token: [UInt8]?, _ connection: RPCConnection
  ) -> (@Sendable (SeriesPage) -> Void)? {
    guard let token else { return nil }
    return { page in connection.notify("$/progress", page.progress(token)) }
  }
}

extension Call {
  /// A token for `$/progress`, as JSON text: a string or a number.
  fileprivate mutating func token(_ name: String) throws(CallError) -> [UInt8]? {
    try read { fields throws(JSONFieldError) in
      guard let value = fields.value(name) else { return nil }
      guard let token = RunningWalks.text(of: value) else {
        throw fields.error(name, expected: "a string or a number")
      }
      return token
    }
  }
}
