import Sessions
import Wire

/// `paginator/state`: the state of a paginator.
enum State: Method {
  static let name = "paginator/state"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    if let series = try call.series(id) { return call.succeed(series.state) }
    let session = try call.session(id, of: name)
    call.succeed(session.state)
  }
}
