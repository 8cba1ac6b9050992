import JSON

/// Settings for early requests: `prefetch` of the params of `open`.
package struct PrefetchSettings: Sendable {
  /// Items around the window that are loaded too.
  package let distance: Int
  /// The number of pages requested ahead of loads.
  package let pages: Int
  /// The seconds for which a page that was requested ahead counts.
  package let ageSecondsMax: Double

  /// The most pages that may be requested ahead of loads.
  package static let pagesMax = 16

  init(_ fields: inout JSONFields) throws(JSONFieldError) {
    var members = try fields.section("prefetch")
    distance = try members.integer("distance", in: 0...1_000_000) ?? 0
    pages = try members.integer("pages", in: 0...Self.pagesMax) ?? 0
    ageSecondsMax =
      try members.seconds("maxAgeSeconds", in: 0.001...SessionSettings.secondsMax) ?? 30
    try members.finish()
  }
}
