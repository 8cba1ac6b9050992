package import JSON
import Pagination
import Text

/// The param `slices` of `open`: the range that is halved until each part fits under the ceiling.
///
///     {"from":"2008-01-01","to":"now","by":"created_at"}
package struct SliceParams: Sendable {
  let scale: SliceScale
  /// The bounds, on the scale.
  let from: Int
  let to: Int
  /// The key path in an item to its own value of the range.
  let by: JSONPath

  private static let fromExpectation =
    "a date (2008-01-01), a time (2008-01-01T00:00:00Z) or a whole number"

  /// Reads the members of `slices`; `nowSeconds`: since 1970.
  package init(_ fields: JSONFields, nowSeconds: Double) throws(JSONFieldError) {
    var fields = fields
    _ = try SliceAddition(&fields)
    let first = try fields.value("from").orThrow(fields.missing("from"))
    guard var scale = SliceScale(first), let from = scale.position(of: first) else {
      throw fields.error("from", expected: SliceParams.fromExpectation)
    }
    let last = try fields.value("to").orThrow(fields.missing("to"))
    if last != "now" {
      guard let other = SliceScale(last), scale.unite(other) else {
        throw fields.error("to", expected: scale.expectation)
      }
    }
    // A `to` with more decimals makes smaller steps.
    self.from = scale.position(of: first) ?? from
    to = last == "now" ? scale.position(atSeconds: nowSeconds) : scale.position(of: last) ?? from
    guard self.from <= to else {
      throw fields.error("to", expected: "nothing before slices.from")
    }
    by = try fields.keyPath(try fields.string("by").orThrow(fields.missing("by")), "by")
    try fields.finish()
    self.scale = scale
  }

  /// Checks the members that a profile gives, which may leave some to its user.
  package static func check(_ fields: JSONFields) throws(JSONFieldError) {
    var whole = fields.object
    for (name, value) in [("from", "2000-01-01"), ("to", "now"), ("by", "at")]
    where whole[name] == nil { whole[name] = .string(value) }
    // No range begins after that.
    let latest = Double(CalendarTime.epochSecondsBounds.upperBound)
    _ = try SliceParams(JSONFields(whole, path: fields.path), nowSeconds: latest)
  }

  /// The bounds of a range, for the request and alongside its pages.
  func item(_ range: SliceRange) -> JSONValue {
    ["from": scale.bound(range.from), "to": scale.bound(range.to)]
  }
}
