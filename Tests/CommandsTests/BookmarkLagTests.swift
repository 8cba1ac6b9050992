import JSON
import Testing

@testable import Commands

/// What `--lag` makes of bookmarks.
struct BookmarkLagTests {
  @Test(arguments: [
    ("10m", "2024-05-01T00:05:00.250Z", "2024-04-30T23:55:00.250Z"),
    ("90s", "2024-03-01T00:01:00+02:00", "2024-02-29T23:59:30+02:00"),
    ("1d", "2024-01-01", "2023-12-31"), ("10m", "2024-05-01", "2024-04-30"),
    ("0s", "2024-05-01", "2024-05-01"), ("1d", "1970-01-01T00:00:00Z", "1969-12-31T00:00:00Z"),
    ("2h", "2024-05-01 01:30:00", "2024-04-30 23:30:00"),
    ("1m", "2024-05-01T00:00", "2024-04-30T23:59"),
    ("1s", "2024-05-01t00:00Z", "2024-04-30t23:59Z"),
    ("1h", "2024-05-01 00:30:00,5 UTC", "2024-04-30 23:30:00,5 UTC"),
    ("500", "12000", "11500"), ("500", "0400", "-100"), ("1", "1000", "0999"),
  ])
  func theFormOfAStringStays(lag: String, bookmark: String, expected: String) throws {
    #expect(try BookmarkLag(lag).before(.string(bookmark)) == .string(expected))
  }

  @Test(arguments: [
    ("500", "12000", "11500"), ("14", "1714.25", "1700.25"), ("10", "4.5", "-6"), ("3", "-1", "-4"),
    ("0", "7", "7"),
  ])
  func theFormOfANumberStays(lag: String, bookmark: String, expected: String) throws {
    let value = JSONOrdered.number(JSONNumber(text: bookmark))
    #expect(try BookmarkLag(lag).before(value).text == expected)
  }

  @Test(arguments: ["", "m", "-1m", "1.5h", "10 m", "1w", "99999999999999999999s", "10M"])
  func otherTextsAreNoLag(text: String) {
    #expect(throws: UsageError.self) { try BookmarkLag(text) }
  }

  @Test(arguments: [
    ("1h", JSONOrdered.number(JSONNumber(5)), "give --lag a number, without a unit"),
    ("1h", .string("12"), "give --lag a number, without a unit"),
    ("60", .string("2024-05-01"), "give --lag a unit"),
    ("1h", .string("abc"), "neither a whole number nor a time"),
    ("1h", .string("2024-02-30"), "neither a whole number nor a time"),
    ("1h", .string("2024-05-01Z"), "neither a whole number nor a time"),
    ("1h", .string("Mon, 11 May 2009 14:39:22 GMT"), "neither a whole number nor a time"),
    ("1d", .string("0000-01-01"), "neither a whole number nor a time"),
    ("1", .number(JSONNumber(text: "1e3")), "neither a whole number nor a time"),
  ])
  func whatDoesNotGoTogetherIsSaid(lag: String, bookmark: JSONOrdered, words: String) throws {
    let lag = try BookmarkLag(lag)
    let error = #expect(throws: UsageError.self) { try lag.before(bookmark) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }
}
