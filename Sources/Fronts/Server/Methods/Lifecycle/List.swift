import JSON
import Series
import Sessions
import Wire

/// `paginator/list`: the states of all paginators, in the order in which they were opened.
enum List: Method {
  static let name = "paginator/list"

  /// Most states have fewer bytes.
  private static let stateBytes = 768

  static func handle(_ call: inout Call) throws(CallError) {
    try call.finish()
    let sessions = call.server.store.all
    // Room for all, so that the text is not moved while it grows; what is not used takes no memory.
    var writer = JSONWriter(reservingCapacity: sessions.count * stateBytes)
    writer.beginArray()
    for session in sessions {
      if let series = call.server.series[session.id] {
        writer.raw(series.state)
      } else {
        session.writeState(to: &writer)
      }
    }
    writer.endArray()
    call.succeed(writer.bytes)
  }
}
