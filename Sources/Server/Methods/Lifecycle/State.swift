import Sessions
import Wire

/// `paginator/state`: the state of a paginator.
enum State: Method {
  static let name = "paginator/state"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    let session = try call.session(id)
    call.succeed(session.state)
  }
}
