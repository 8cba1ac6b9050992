import HTTP
import JSON

/// What the API's documentation says of its end and of its offsets, as `pagination` has it.
///
///     {"strategy": "offset", "shortPageEnds": true, "pastEnd": [400], "overlap": false}
package struct EndRules: Sendable, Equatable {
  /// A page with fewer items than the size that the API states is the last one.
  package let shortPageEnds: Bool
  /// An empty page is the last one, although it leads on.
  package let emptyPageEnds: Bool
  /// The documented statuses of a position past the end, besides 404, 410 and 416.
  package let pastEnd: Set<Int>
  /// Whether a walk by offsets requests overlapping pages; nil: if items have an identity.
  package let overlap: Bool?

  /// The statuses that `pastEnd` may list.
  private static let statuses = 400...499

  /// Nothing is documented.
  init() {
    shortPageEnds = false
    emptyPageEnds = false
    pastEnd = []
    overlap = nil
  }

  /// Reads `shortPageEnds` and `pastEnd`, `overlap` of offsets, and `emptyPageEnds` of links and
  /// tokens.
  init(_ fields: inout JSONFields, _ kind: StrategyKind) throws(JSONFieldError) {
    overlap = kind == .offset ? try fields.boolean("overlap") : nil
    shortPageEnds = try fields.boolean("shortPageEnds") ?? false
    let isLed = [.link, .header, .body, .cursor].contains(kind)
    emptyPageEnds = isLed ? try fields.boolean("emptyPageEnds") ?? false : false
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
