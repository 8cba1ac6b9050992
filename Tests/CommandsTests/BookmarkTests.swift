import JSON
import Testing

@testable import Commands

/// Bookmarks in requests.
struct BookmarkTests {
  static func url(_ url: String, _ value: String?) throws -> String? {
    try HighWaterMarkText(["url": .string(url)]).filled(with: value)["url"]?.stringValue
  }

  @Test(arguments: [".", ".."])
  func aBookmarkShortensNoPath(value: String) throws {
    for url in ["https://h/a/{bookmark}/b", "https://h/a/{bookmark}", "https://h/a/{bookmark}?c=1"]
    {
      #expect(throws: UsageError.self) { try Self.url(url, value) }
      #expect(throws: UsageError.self) {
        try Self.url(url.replacing("{bookmark}", with: "{bookmark:\(value)}"), nil)
      }
    }
    #expect(try Self.url("https://h/a/v{bookmark}", value) == "https://h/a/v" + value)
    #expect(
      try Self.url("https://h/../a?since={bookmark}", value) == "https://h/../a?since=" + value)
  }

  /// 2026-11-23 at noon.
  static let now = 1_795_435_200.0

  @Test(arguments: [
    ("\"9999-12-31\"", "updated_at", true), ("\"2026-12-24T00:00:00Z\"", "u", true),
    ("\"2026-11-24T23:59:59Z\"", "u", false), ("\"2020-01-01\"", "u", false),
    ("\"zzzz\"", "u", false),
    ("\"9999\"", "u", false), ("253402300799", "created", true), ("1795435200", "created", false),
    ("1795435200000", "updatedAt", false), ("4102444800000", "updatedAt", true),
    ("9000000000", "id", false),
  ])
  func aBookmarkInTheFutureIsTold(json: String, path: String, isTold: Bool) throws {
    let document = try JSONDocument(Array(json.utf8))
    let value = try #require(JSONOrdered(document, document.root))
    let warning = BookmarkDate.warning(value, path: path, nowSeconds: Self.now)
    #expect((warning != nil) == isTold)
    #expect(warning?.contains(value.text) != false)
  }
}
