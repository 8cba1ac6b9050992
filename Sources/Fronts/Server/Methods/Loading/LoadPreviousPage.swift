import Sessions

/// `paginator/loadPreviousPage`: loads the page before the current one.
enum LoadPreviousPage: Method {
  static let name = "paginator/loadPreviousPage"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    let parameters = try call.parameters()
    call.load(.previous, parameters, in: try call.session(id, of: name))
  }
}
