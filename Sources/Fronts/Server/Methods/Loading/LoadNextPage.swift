import Sessions

/// `paginator/loadNextPage`: loads the page after the current one, or the first.
enum LoadNextPage: Method {
  static let name = "paginator/loadNextPage"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    let parameters = try call.parameters()
    call.load(.next, parameters, in: try call.session(id, of: name))
  }
}
