import JSON
import Testing

@testable import Series

@Suite struct SliceScaleTests {
  @Test(arguments: [
    ("2008-01-01", "2008-01-01"), ("2008-01-01T00:00:00Z", "2008-01-01T00:00:00Z"),
    ("2008-01-01T01:02:03.045-05:30", "2008-01-01T01:02:03.045-05:30"),
    ("0000-01-01", "0000-01-01"), ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"),
  ])
  func aBoundKeepsItsForm(text: String, same: String) throws {
    let scale = try #require(SliceScale(.string(text)))
    let position = try #require(scale.position(of: .string(text)))
    #expect(scale.bound(position) == .string(same))
  }

  @Test(arguments: [
    "", "now", "2008-1-1", "2008-01-01 00:00:00Z", "2008-01-01T00:00:00", "2008-01-01T00:00Z",
    "2008-01-01T00:00:00.1234567Z", "2008-13-01",
  ])
  func anyOtherTextIsNone(text: String) {
    #expect(SliceScale(.string(text)) == nil)
  }

  /// What an item says of itself, at the step below it.
  @Test(arguments: [
    ("2008-01-01", "2008-01-03T23:59:59Z", 13_881), ("2008-01-01", "2008-01-03", 13_881),
    ("1970-01-01T00:00:00Z", "1970-01-01T00:00:07.9Z", 7),
    ("1970-01-01T00:00:00.0Z", "1970-01-01T01:00:07.96+01:00", 79),
    ("1970-01-01T00:00:00Z", "1969-12-31T23:59:59.5Z", -1),
  ])
  func anItemsTimeIsFloored(from: String, value: String, position: Int) throws {
    let scale = try #require(SliceScale(.string(from)))
    #expect(scale.position(of: .string(value)) == position)
  }

  @Test func numbersMayBeTimes() throws {
    let seconds = try #require(SliceScale(0))
    #expect(seconds.position(of: "1970-01-01T00:01:00Z") == 60)
    #expect(seconds.position(of: "17") == 17)
    #expect(seconds.position(of: 17.9) == 17)
    #expect(seconds.position(of: -0.5) == -1)
    let milliseconds = try #require(SliceScale(1_136_073_600_000))
    #expect(milliseconds.position(of: "1970-01-01T00:01:00.5Z") == 60_500)
    #expect(milliseconds.position(atSeconds: 2) == 2_000)
  }

  /// Nothing that comes from an API or a client is out of bounds.
  @Test(
    arguments: [
      .integer(Int.min), .integer(Int.max), "9223372036854775807", 1e300, -1e300, .null, true, [],
    ] as [JSONValue])
  func valuesOutOfBoundsAreNone(value: JSONValue) throws {
    #expect(SliceScale(value) == nil)
    #expect(try #require(SliceScale(0)).position(of: value) == nil)
  }
}
