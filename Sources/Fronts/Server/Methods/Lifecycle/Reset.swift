import Series
import Sessions
import Wire

/// `paginator/reset`: cancels and forgets all pages and metadata.
enum Reset: Method {
  static let name = "paginator/reset"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    if let series = try call.series(id) {
      series.reset()
      return call.succeed(series.state)
    }
    let session = try call.session(id, of: name)
    call.succeed(session.reset().json)
  }
}
