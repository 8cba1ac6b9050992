import JSON
import Sessions

/// `paginator/loadPreviousPage`: loads the page before the current one.
enum LoadPreviousPage: LoadMethod {
  static let name = "paginator/loadPreviousPage"

  static func target(_ fields: inout JSONFields) -> LoadTarget { .previous }
}
