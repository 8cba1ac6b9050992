import Series
import Sessions
import Wire

/// `paginator/cancel`: fails every running and queued load of a paginator.
enum Cancel: Method {
  static let name = "paginator/cancel"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    if let series = try call.series(id) {
      series.cancel()
      return call.succeed(series.state)
    }
    let session = try call.session(id, of: name)
    call.succeed(session.cancel().json)
  }
}
