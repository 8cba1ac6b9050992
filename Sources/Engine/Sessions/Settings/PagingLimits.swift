package import JSON
import Pagination
import Recording

/// The caller's limits on paging: `limits` of the params of `open`.
package struct PagingLimits: Sendable {
  package let pagesMax: Int?
  package let itemsMax: Int?
  package let heldPagesMax: Int
  package let heldRequestsMax: Int
  package let emptyPagesMax: Int
  /// The first item that is beyond this ends paging.
  let until: UntilLimit?

  /// Reads the member `limits`.
  package init(_ fields: inout JSONFields) throws(JSONFieldError) {
    var members = try fields.section("limits")
    if var until = try members.fields("until"), !until.object.isEmpty {
      self.until = try UntilLimit(&until)
    } else {
      until = nil
    }
    pagesMax = try members.integer("pagesMax", in: 1...Int.max)
    itemsMax = try members.integer("itemsMax", in: 1...Int.max)
    heldPagesMax = try members.integer("heldPagesMax", in: 1...1_000_000) ?? 64
    heldRequestsMax = try members.integer("heldRequestsMax", in: 0...RequestLog.requestsMax) ?? 0
    emptyPagesMax = try members.integer("emptyPagesMax", in: 1...1_000_000) ?? 20
    try members.finish()
  }
}
