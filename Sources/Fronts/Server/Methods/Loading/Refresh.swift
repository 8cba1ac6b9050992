import JSON
import RPC
import Sessions
import Wire

/// `paginator/refresh`: asks for held pages again, and says what has changed.
enum Refresh: SessionMethod {
  static let name = "paginator/refresh"

  static func params(_ fields: inout JSONFields) throws(JSONFieldError) -> Int? {
    try fields.integer("page", in: SessionIndex.pages)
  }

  static func handle(_ session: Session, _ page: Int?, _ call: Call) {
    let work = session.refresh(page: page, completion: call.answer { $0.result })
    call.reply?.onCancel { session.cancel(load: work) }
  }
}
