package import JSON
import Sessions

/// The param `each` of `open`: where the items come from, and what goes with each page.
package struct EachParams: Sendable {
  /// The source of the items.
  package enum Items: Sendable {
    /// They are in the params.
    case listed([JSONValue])
    /// The walk of another open paginator supplies them.
    case of(String)
    /// Whoever made the series reads them from somewhere else.
    case streamed
  }

  /// The most items a list may have.
  package static let itemsMax = 100_000
  /// The most key paths that may go with each page.
  package static let keptPathsMax = 64

  package private(set) var items = Items.streamed
  private(set) var keep = KeptItem()
  private(set) var first: FirstPagePlace?
  /// The limits for each part, from `each.limits`.
  private(set) var limits: JSONObject?
  /// The replacement of `{item}` in the request.
  private(set) var marks = MarkedText.Marks.range

  /// Ranges in the place of items.
  package static let ranges = EachParams()

  private init() {}

  /// Reads the members of `each`. `isStreamed`: they do not say where the items come from.
  package init(_ fields: JSONFields, isStreamed: Bool = false) throws(JSONFieldError) {
    var fields = fields
    marks = .item
    let listed = isStreamed ? nil : try fields.array("items")
    let source = isStreamed ? nil : try fields.string("of")
    switch (listed, source) {
    case (nil, nil) where isStreamed: items = .streamed
    case (let listed?, nil):
      guard listed.count <= EachParams.itemsMax else {
        throw fields.error("items", expected: "at most \(EachParams.itemsMax) values")
      }
      items = .listed(listed)
    case (nil, let source?): items = .of(source)
    case (nil, nil): throw fields.missing("items")
    case (_?, _?): throw fields.error("of", expected: "absent with each.items")
    }
    keep = try KeptItem(&fields)
    first = try FirstPagePlace(&fields)
    _ = try PagingLimits(&fields)
    limits = fields.object["limits"]?.objectValue
    try fields.finish()
  }
}
