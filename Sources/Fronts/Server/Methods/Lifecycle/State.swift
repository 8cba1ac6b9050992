import Series
import Sessions
import Wire

/// `paginator/state`: the state of a paginator.
enum State: SessionMethod {
  static let name = "paginator/state"

  static func handle(_ session: Session, _ params: Void, _ call: Call) {
    call.succeed(session.state)
  }

  static func handle(_ series: ItemSeries, _ params: Void, _ call: Call) {
    call.succeed(series.state)
  }
}
