import JSON
import Sessions
import Wire

/// `paginator/list`: the states of all paginators, in the order in which they were opened.
enum List: Method {
  static let name = "paginator/list"

  /// Most states have fewer bytes.
  private static let stateBytes = 768

  static func handle(_ call: inout Call) throws(CallError) {
    try call.finish()
    let lists = call.server.store.all
    // Room for all, so that the text is not moved while it grows; what is not used takes no memory.
    var writer = JSONWriter(reservingCapacity: lists.count * stateBytes)
    writer.beginArray()
    for list in lists { list.writeState(to: &writer) }
    writer.endArray()
    call.succeed(writer.bytes)
  }
}
