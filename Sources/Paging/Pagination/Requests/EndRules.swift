import HTTP
import JSON

/// The API's documented rules for its end and its offsets, as `pagination` gives them.
///
///     {"strategy": "offset", "shortPageEnds": true, "pastEnd": [400], "overlap": false}
package struct EndRules: Sendable, Equatable {
  /// A page with fewer items than the size that the API states is the last one.
  package private(set) var shortPageEnds = false
  /// True when an empty page is the last one, even if it leads to a next page.
  package private(set) var emptyPageEnds = false
  /// The documented statuses of a position past the end, besides 404, 410 and 416.
  package private(set) var pastEnd: Set<Int> = []
  /// True when a walk by offsets requests overlapping pages; nil means that it does so if items
  /// have an identity.
  package private(set) var overlap: Bool?

  /// The statuses that `pastEnd` may list.
  private static let statuses = 400...499

  /// Nothing is documented.
  package init() {}

  /// Reads `shortPageEnds` and `pastEnd`, `overlap` of offsets, and `emptyPageEnds` of links and
  /// tokens.
  init(_ fields: inout JSONFields, _ kind: StrategyKind) throws(JSONFieldError) {
    if kind == .offset { overlap = try fields.boolean("overlap") }
    shortPageEnds = try fields.boolean("shortPageEnds") ?? false
    let isLed = [.link, .header, .body, .cursor].contains(kind)
    if isLed { emptyPageEnds = try fields.boolean("emptyPageEnds") ?? false }
    for value in try fields.array("pastEnd") ?? [] {
      guard let status = value.integer(in: EndRules.statuses) else {
        throw fields.error("pastEnd", expected: "a list of statuses from 400 to 499")
      }
      pastEnd.insert(status)
    }
  }

  /// True when a status that refuses a computed position says that the list ends before it.
  package func isPastEnd(_ status: Int) -> Bool {
    HTTPStatus(status).isPastEnd || pastEnd.contains(status)
  }
}
