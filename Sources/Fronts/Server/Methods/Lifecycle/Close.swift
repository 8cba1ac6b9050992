import RPC
import Series
import Sessions
import Wire

/// `paginator/close`: cancels and forgets a paginator. Where its pages are stored, the
/// response comes when that has ended.
enum Close: Method {
  static let name = "paginator/close"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    try call.finish()
    let reply = call.reply
    call.server.series.remove(id: id)
    do throws(SessionError) {
      try call.server.store.close(id: id) { error in
        if let error {
          reply?.fail(RPCError(error.object()))
        } else {
          reply?.succeed(Array("null".utf8))
        }
      }
    } catch {
      throw .session(error)
    }
  }
}
