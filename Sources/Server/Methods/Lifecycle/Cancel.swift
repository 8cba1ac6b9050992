import Sessions
import Wire

/// `paginator/cancel`: fails every running and queued load of a paginator.
enum Cancel: Method {
  static let name = "paginator/cancel"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    let session = try call.session(id)
    call.succeed(session.cancel().json)
  }
}
