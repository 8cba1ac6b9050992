import JSON
import Sessions

/// `paginator/loadNextPage`: loads the page after the current one, or the first.
enum LoadNextPage: LoadMethod {
  static let name = "paginator/loadNextPage"

  static func target(_ fields: inout JSONFields) -> LoadTarget { .next }
}
