import Sessions
import Wire

/// `paginator/reset`: cancels and forgets all pages and metadata.
enum Reset: ListMethod {
  static let name = "paginator/reset"

  static func handle(_ list: any WalkableList, _ params: Void, _ call: Call) {
    list.reset { call.succeed($0.json) }
  }
}
