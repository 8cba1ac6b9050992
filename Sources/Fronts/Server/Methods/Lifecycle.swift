import JSON
import RPC
import Sessions
import Text
import Wire

extension Method {
  /// The state of a paginator.
  static let state = ofList("paginator/state") { list, call in call.succeed(list.state) }

  /// Fails every running and queued load of a paginator.
  static let cancel = ofList("paginator/cancel") { list, call in
    list.cancel { call.succeed($0.json) }
  }

  /// Cancels and forgets all pages and metadata.
  static let reset = ofList("paginator/reset") { list, call in
    list.reset { call.succeed($0.json) }
  }

  /// Cancels and forgets a paginator. Where its pages are stored, the response comes when that has
  /// ended.
  static let close = ofList(
    "paginator/close", reading: { _ in },
    { list, _, call throws(SessionError) in
      try call.server.store.close(id: list.id) { error in
        if let error { call.fail(.session(error)) } else { call.succeed(.null) }
      }
    })

  /// The states of all paginators, in the order in which they were opened.
  static let list = Method("paginator/list") { call throws(RPCError) in
    try call.finish()
    let lists = call.server.store.all
    // Room for all, so that the text is not moved while it grows; what is not used takes no memory.
    var writer = JSONWriter(reservingCapacity: lists.count * stateBytes)
    writer.beginArray()
    for list in lists { list.writeState(to: &writer) }
    writer.endArray()
    call.succeed(writer.bytes)
  }

  /// Most states have fewer bytes.
  private static let stateBytes = 768
}
