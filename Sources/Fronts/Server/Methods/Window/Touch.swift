import JSON
import Sessions

/// `paginator/touch`: an item is about to be shown. Comes as a request or as a notification.
enum Touch: SessionMethod {
  static let name = "paginator/touch"

  static func params(_ fields: inout JSONFields) throws(JSONFieldError) -> Int {
    try fields.required("index", in: SessionIndex.items)
  }

  static func handle(_ session: Session, _ index: Int, _ call: Call) {
    session.touch(index)
    call.succeed(.null)
  }
}
