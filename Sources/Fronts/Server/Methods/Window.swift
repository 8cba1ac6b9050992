import JSON
import RPC
import Sessions
import Wire

extension Method {
  /// A window on the whole collection as a sparse array.
  static let items = ofSession(
    "paginator/items",
    reading: { fields throws(JSONFieldError) in
      WindowOrder(
        start: try fields.required("start", in: SessionIndex.items),
        count: try fields.required("count", in: SessionIndex.items),
        loads: try fields.boolean("load") ?? true, waits: try fields.boolean("wait") ?? false)
    },
    { session, order, call throws(SessionError) in
      let most = call.server.limits.sessions.windowItemsMax
      guard order.count <= most else {
        throw .limitExceeded(limit: .windowItems, maximum: most)
      }
      let work = session.window(order, completion: call.answer { $0.result })
      call.reply?.onCancel { session.cancel(load: work) }
    })

  /// An item is about to be shown. Comes as a request or as a notification.
  static let touch = ofSession("paginator/touch", reading: index) { session, index, call in
    session.touch(index)
    call.succeed(.null)
  }

  /// The page that holds an item.
  static let pageForIndex = ofSession("paginator/pageForIndex", reading: index) {
    session, index, call throws(SessionError) in
    call.succeed(["page": .integer(try session.page(of: index))])
  }

  /// The items that a page holds, end exclusive.
  static let indexesForPage = ofSession(
    "paginator/indexesForPage",
    reading: { fields throws(JSONFieldError) in
      try fields.required("page", in: SessionIndex.pages)
    },
    { session, page, call throws(SessionError) in
      let indexes = try session.indexes(of: page)
      call.succeed(["start": .integer(indexes.lowerBound), "end": .integer(indexes.upperBound)])
    })

  private static let index: Reader<Int> = { fields throws(JSONFieldError) in
    try fields.required("index", in: SessionIndex.items)
  }
}

/// The numbers that arithmetic on pages is done with: those that every client, also one that has
/// only doubles, writes exactly.
enum SessionIndex {
  static let items = 0...9_007_199_254_740_991
  static let pages = -items.upperBound...items.upperBound
}
