import JSON
import Sessions
import Wire

/// `paginator/list`: the states of all paginators, in the order in which they were opened.
enum List: Method {
  static let name = "paginator/list"

  static func handle(_ call: consuming Call) throws(CallError) {
    try call.finish()
    var writer = JSONWriter()
    writer.beginArray()
    for session in call.server.store.all { session.snapshot().write(to: &writer) }
    writer.endArray()
    call.succeed(writer.bytes)
  }
}
