import JSON
import Series
import Sessions

/// `paginator/checkpoint`: a portable token of where paging continues.
enum GiveCheckpoint: SessionMethod {
  static let name = "paginator/checkpoint"

  static func handle(_ session: Session, _ params: Void, _ call: Call) {
    session.checkpoint { call.succeed(["checkpoint": .string($0)]) }
  }

  static func handle(_ series: ItemSeries, _ params: Void, _ call: Call) {
    series.checkpoint { call.succeed(["checkpoint": .string($0)]) }
  }
}
