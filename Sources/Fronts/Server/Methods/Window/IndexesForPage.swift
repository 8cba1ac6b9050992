import JSON
import Sessions

/// `paginator/indexesForPage`: the items that a page holds, end exclusive.
enum IndexesForPage: SessionMethod {
  static let name = "paginator/indexesForPage"

  static func params(_ fields: inout JSONFields) throws(JSONFieldError) -> Int {
    try fields.required("page", in: SessionIndex.pages)
  }

  static func handle(_ session: Session, _ page: Int, _ call: Call) throws(SessionError) {
    let indexes = try session.indexes(of: page)
    call.succeed(["start": .integer(indexes.lowerBound), "end": .integer(indexes.upperBound)])
  }
}
