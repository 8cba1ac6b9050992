import JSON
import Sessions

/// `paginator/checkpoint`: a portable token of where paging continues.
enum GiveCheckpoint: ListMethod {
  static let name = "paginator/checkpoint"

  static func handle(_ list: any WalkableList, _ params: Void, _ call: Call) {
    list.checkpoint { call.succeed(["checkpoint": .string($0)]) }
  }
}
