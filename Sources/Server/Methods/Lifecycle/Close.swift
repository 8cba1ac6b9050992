import Sessions

/// `paginator/close`: cancels and forgets a paginator.
enum Close: Method {
  static let name = "paginator/close"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    try call.finish()
    do throws(SessionError) {
      try call.server.store.close(id: id)
      call.succeed(Array("null".utf8))
    } catch {
      throw .session(error)
    }
  }
}
