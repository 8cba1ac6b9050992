import Series
import Sessions
import Wire

/// `paginator/cancel`: fails every running and queued load of a paginator.
enum Cancel: SessionMethod {
  static let name = "paginator/cancel"

  static func handle(_ session: Session, _ params: Void, _ call: Call) {
    session.cancel { call.succeed($0.json) }
  }

  static func handle(_ series: ItemSeries, _ params: Void, _ call: Call) {
    series.cancel { call.succeed(series.state) }
  }
}
