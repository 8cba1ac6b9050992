import JSON
import Pagination
import Sessions

/// `paginator/loadPage`: loads a page by its number.
enum LoadPage: LoadMethod {
  static let name = "paginator/loadPage"

  static func target(_ fields: inout JSONFields) throws(JSONFieldError) -> LoadTarget {
    .page(try fields.required("page", in: -Pager.pageMax...Pager.pageMax))
  }
}
