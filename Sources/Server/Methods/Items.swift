import JSON
import RPC
import Sessions

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
    let session = try call.session(id)
    guard order.count <= WindowOrder.countMax else {
      throw .session(.limitExceeded(limit: "windowItems", maximum: WindowOrder.countMax))
    }
    let reply = call.reply
    let work = session.window(order) { result in
      switch result {
      case .success(let view): reply?.succeed(view.result)
      case .failure(let failure): reply?.fail(failure.rpc)
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

extension LoadFailure {
  /// The error object with the state that the failure left.
  var rpc: RPCError { error.rpc(page: page, state: snapshot) }
}

extension WindowView {
  /// The window as in protocol/.
  fileprivate var result: JSONFragments {
    var head = JSONWriter()
    head.beginObject()
    head.member("start", start)
    head.key("items")
    var fragments = JSONFragments(head.bytes)
    fragments.append(items)
    fragments.append(continuing: tail)
    return fragments
  }

  /// What follows the items, as an object.
  private var tail: [UInt8] {
    var writer = JSONWriter(reservingCapacity: 1_536)
    writer.beginObject()
    writer.key("loaded")
    writer.beginArray()
    for range in loaded {
      writer.beginArray()
      writer.integer(range.lowerBound)
      writer.integer(range.upperBound)
      writer.endArray()
    }
    writer.endArray()
    writer.member("count", count)
    writer.key("pages")
    writer.beginObject()
    writer.key("loading")
    writer.value(.array(loadingPages.map(JSONValue.integer)))
    writer.key("failed")
    writer.beginArray()
    for (page, error) in failedPages {
      writer.beginObject()
      writer.member("page", page)
      writer.key("error")
      error.rpc(page: page).write(to: &writer)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.key("state")
    snapshot.write(to: &writer)
    writer.endObject()
    return writer.bytes
  }
}
