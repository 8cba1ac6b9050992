import Sessions
import Wire

/// `paginator/state`: the state of a paginator.
enum State: ListMethod {
  static let name = "paginator/state"

  static func handle(_ list: any WalkableList, _ params: Void, _ call: Call) {
    call.succeed(list.state)
  }
}
