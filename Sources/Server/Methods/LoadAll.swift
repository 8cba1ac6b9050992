import JSON
import Pagination
import RPC
import Sessions

/// `paginator/loadAll`: walks from the current position to the end.
enum LoadAll: Method {
  static let name = "paginator/loadAll"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    let partial = try call.token("partialResultToken")
    let progress = try call.token("workDoneToken").map {
      WalkReporter($0, call.server.connection, call.server.environment.scheduler)
    }
    let connection = call.server.connection
    let limits = try call.read { fields throws(JSONFieldError) in try WalkLimits(&fields) }
    let order = WalkOrder(
      pagesMax: limits.pages, itemsMax: limits.items, concurrency: limits.concurrency,
      deliver: deliver(partial, connection), report: progress.map { $0.report })
    let session = try call.session(id)
    let reply = call.reply
    progress?.begin()
    let work = session.walk(order) { result in
      switch result {
      case .success(let summary):
        progress?.end(summary.verdict.rawValue)
        reply?.succeed(summary.result)
      case .failure(let failure):
        progress?.end(failure.error.kind)
        reply?.fail(failure.rpc)
      }
    }
    reply?.onCancel { session.cancel(load: work) }
  }

  /// What a call says of how much is wanted.
  private struct WalkLimits {
    let pages: Int?
    let items: Int?
    let concurrency: Int?

    init(_ fields: inout JSONFields) throws(JSONFieldError) {
      pages = try fields.integer("maxPages", in: 1...Int.max)
      items = try fields.integer("maxItems", in: 1...Int.max)
      concurrency = try fields.integer("concurrency", in: 1...SessionSettings.concurrencyMax)
    }
  }

  /// Sends each page under the token; nil without one.
  private static func deliver(
    _ token: [UInt8]?, _ connection: RPCConnection
  ) -> (@Sendable (WalkPage) -> Void)? {
    guard let token else { return nil }
    return { page in connection.notify("$/progress", page.progress(token)) }
  }
}

extension Call {
  /// A token for `$/progress`, as JSON text: a string or a number.
  fileprivate mutating func token(_ name: String) throws(CallError) -> [UInt8]? {
    try read { fields throws(JSONFieldError) in
      guard let value = fields.value(name) else { return nil }
      switch value {
      case .string, .number:
        var writer = JSONWriter()
        writer.value(value)
        return writer.bytes
      default: throw fields.error(name, expected: "a string or a number")
      }
    }
  }
}

extension WalkPage {
  /// `{token, value: {page, items}}`.
  fileprivate func progress(_ token: [UInt8]) -> JSONFragments {
    var head = Array("{\"token\":".utf8)
    head += token
    head += ",\"value\":{\"page\":\(page),\"items\":".utf8
    var fragments = JSONFragments(head)
    if items == 0..<content.count {
      content.appendItems(to: &fragments)
    } else {
      content.appendItems(items, to: &fragments)
    }
    fragments.append(Array("}}".utf8))
    return fragments
  }
}

extension WalkSummary {
  fileprivate var result: JSONFragments {
    var head = JSONWriter()
    head.beginObject()
    head.member("pages", pages)
    head.member("itemCount", itemCount)
    var fragments = JSONFragments()
    if let items {
      head.key("items")
      var bytes = head.bytes
      bytes.append(UInt8(ascii: "["))
      var isFirst = true
      for page in items {
        for index in page.items {
          if !isFirst { bytes.append(UInt8(ascii: ",")) }
          isFirst = false
          page.content.appendItem(index, to: &bytes)
        }
      }
      bytes.append(UInt8(ascii: "]"))
      fragments.append(bytes)
    } else {
      fragments.append(head.bytes)
    }
    var tail = JSONWriter()
    tail.beginObject()
    tail.member("duplicates", duplicates)
    tail.member("verdict", verdict.rawValue)
    tail.member("endReason", endReason?.json ?? .null)
    tail.member("checkpoint", checkpoint)
    tail.key("state")
    snapshot.write(to: &tail)
    tail.endObject()
    fragments.append(continuing: tail.bytes)
    return fragments
  }
}

extension JSONFragments {
  /// Goes on with the members of an object whose text begins with a brace: that becomes a comma.
  mutating func append(continuing object: [UInt8]) {
    var bytes = object
    if !bytes.isEmpty { bytes[0] = UInt8(ascii: ",") }
    append(bytes)
  }
}
