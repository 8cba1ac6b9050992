import JSON
import RPC
import Sessions
import Wire

/// `paginator/items`: a window on the whole collection as a sparse array.
enum Items: Method {
  static let name = "paginator/items"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    let order = try call.read { fields throws(JSONFieldError) in
      guard let start = try fields.integer("start", in: 0...SessionIndex.max) else {
        throw JSONFieldError(path: "start", problem: .missing)
      }
      guard let count = try fields.integer("count", in: 0...SessionIndex.max) else {
        throw JSONFieldError(path: "count", problem: .missing)
      }
      return WindowOrder(
        start: start, count: count, loads: try fields.boolean("load") ?? true,
        waits: try fields.boolean("wait") ?? false)
    }
    let session = try call.session(id, of: name)
    let most = call.server.limits.sessions.windowItemsMax
    guard order.count <= most else {
      throw .session(.limitExceeded(limit: .windowItems, maximum: most))
    }
    let reply = call.reply
    let work = session.window(order) { result in
      switch result {
      case .success(let view): reply?.succeed(view.result)
      case .failure(let failure): reply?.fail(RPCError(failure.object))
      }
    }
    reply?.onCancel { session.cancel(load: work) }
  }
}

/// The largest index that arithmetic on pages is done with: the largest that every client, also
/// one that has only doubles, writes exactly.
enum SessionIndex {
  static let max = 9_007_199_254_740_991
}
