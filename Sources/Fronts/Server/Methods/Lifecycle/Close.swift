import JSON
import Sessions
import Text

/// `paginator/close`: cancels and forgets a paginator. Where its pages are stored, the
/// response comes when that has ended.
enum Close: Method {
  static let name = "paginator/close"

  static func handle(_ call: inout Call) throws(CallError) {
    let id = try call.paginatorID()
    try call.finish()
    try mapErrors(CallError.session) { [call] () throws(SessionError) in
      try call.server.store.close(id: id) { error in
        if let error { call.fail(.session(error)) } else { call.succeed(.null) }
      }
    }
  }
}
