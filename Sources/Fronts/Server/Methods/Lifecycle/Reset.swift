import Series
import Sessions
import Wire

/// `paginator/reset`: cancels and forgets all pages and metadata.
enum Reset: SessionMethod {
  static let name = "paginator/reset"

  static func handle(_ session: Session, _ params: Void, _ call: Call) {
    session.reset { call.succeed($0.json) }
  }

  static func handle(_ series: ItemSeries, _ params: Void, _ call: Call) {
    series.reset { call.succeed(series.state) }
  }
}
