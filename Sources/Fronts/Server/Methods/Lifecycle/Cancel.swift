import Sessions
import Wire

/// `paginator/cancel`: fails every running and queued load of a paginator.
enum Cancel: ListMethod {
  static let name = "paginator/cancel"

  static func handle(_ list: any WalkableList, _ params: Void, _ call: Call) {
    list.cancel { call.succeed($0.json) }
  }
}
