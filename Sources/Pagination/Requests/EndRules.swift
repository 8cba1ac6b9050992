import HTTP
import JSON

/// What the API's documentation says of its end, as `pagination` has it.
///
///     {"strategy": "page", "shortPageEnds": true, "pastEnd": [400]}
package struct EndRules: Sendable, Equatable {
  /// A page with fewer items than the size that the API states is the last one.
  package let shortPageEnds: Bool
  /// The documented statuses of a position past the end, besides 404, 410 and 416.
  package let pastEnd: Set<Int>

  /// The statuses that `pastEnd` may list.
  private static let statuses = 400...499

  /// Nothing is documented.
  init() {
    shortPageEnds = false
    pastEnd = []
  }

  /// Reads `shortPageEnds` and `pastEnd`.
  init(_ fields: inout JSONFields) throws(JSONFieldError) {
    shortPageEnds = try fields.boolean("shortPageEnds") ?? false
    var statuses: Set<Int> = []
    for value in try fields.array("pastEnd") ?? [] {
      guard let status = value.integerValue, EndRules.statuses.contains(status) else {
        throw fields.error("pastEnd", expected: "a list of statuses from 400 to 499")
      }
      statuses.insert(status)
    }
    pastEnd = statuses
  }

  /// Whether a status that refuses a computed position says that the list ends before it.
  package func isPastEnd(_ status: Int) -> Bool {
    HTTPStatus(status).isPastEnd || pastEnd.contains(status)
  }
}
