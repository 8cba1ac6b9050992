import JSON
import Sessions

/// `paginator/pageForIndex`: the page that holds an item.
enum PageForIndex: SessionMethod {
  static let name = "paginator/pageForIndex"

  static func params(_ fields: inout JSONFields) throws(JSONFieldError) -> Int {
    try fields.required("index", in: SessionIndex.items)
  }

  static func handle(_ session: Session, _ index: Int, _ call: Call) throws(SessionError) {
    call.succeed(["page": .integer(try session.page(of: index))])
  }
}
