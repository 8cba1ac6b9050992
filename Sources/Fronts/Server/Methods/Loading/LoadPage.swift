import JSON
import Pagination
import Sessions

/// `paginator/loadPage`: loads a page by its number.
enum LoadPage: Method {
  static let name = "paginator/loadPage"

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    let page = try call.read { fields throws(JSONFieldError) in
      try fields.integer("page", in: -Pager.pageMax...Pager.pageMax)
    }
    guard let page else { throw .params(JSONFieldError(path: "page", problem: .missing)) }
    let parameters = try call.parameters()
    call.load(.page(page), parameters, in: try call.session(id, of: name))
  }
}
