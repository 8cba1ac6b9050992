import JSON
import RPC
import Sessions
import Wire

/// `paginator/items`: a window on the whole collection as a sparse array.
enum Items: SessionMethod {
  static let name = "paginator/items"

  static func params(_ fields: inout JSONFields) throws(JSONFieldError) -> WindowOrder {
    WindowOrder(
      start: try fields.required("start", in: SessionIndex.items),
      count: try fields.required("count", in: SessionIndex.items),
      loads: try fields.boolean("load") ?? true, waits: try fields.boolean("wait") ?? false)
  }

  static func handle(_ session: Session, _ order: WindowOrder, _ call: Call) throws(SessionError) {
    let most = call.server.limits.sessions.windowItemsMax
    guard order.count <= most else {
      throw .limitExceeded(limit: .windowItems, maximum: most)
    }
    let work = session.window(order, completion: call.answer { $0.result })
    call.reply?.onCancel { session.cancel(load: work) }
  }
}

/// The numbers that arithmetic on pages is done with: those that every client, also one that has
/// only doubles, writes exactly.
enum SessionIndex {
  static let items = 0...9_007_199_254_740_991
  static let pages = -items.upperBound...items.upperBound
}
