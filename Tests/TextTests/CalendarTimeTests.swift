import Foundation
import Testing
import Text

struct CalendarTimeTests {
  @Test func daysAgreeWithFoundation() {
    let formatter = ISO8601DateFormatter()
    for day in stride(from: 0, to: 60_000, by: 13) {
      let seconds = day * 86_400 + day
      let expected = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
      let time = CalendarTime(epochSeconds: seconds)
      #expect(time.timestamp == expected)
      let midnight = CalendarTime.epochSeconds(
        year: time.year, month: time.month, day: time.day)
      #expect(midnight == day * 86_400)
    }
  }

  @Test(arguments: [
    (0, 1, 1, -62_167_219_200), (0, 3, 1, -62_162_035_200), (1969, 12, 31, -86_400),
    (1970, 1, 1, 0), (2000, 2, 29, 951_782_400), (2100, 3, 1, 4_107_542_400),
    (2023, 2, 31, 1_677_801_600), (9999, 12, 31, 253_402_214_400),
  ])
  func daysOfAllYearsAreCounted(_ year: Int, _ month: Int, _ day: Int, _ seconds: Int) {
    #expect(CalendarTime.epochSeconds(year: year, month: month, day: day) == seconds)
  }

  @Test func daysOfAllYearsAreReadBack() {
    for day in stride(from: -719_528, to: 2_932_897, by: 97) {
      let time = CalendarTime(epochSeconds: day * 86_400 + 86_399)
      let midnight = CalendarTime.epochSeconds(year: time.year, month: time.month, day: time.day)
      #expect(midnight == day * 86_400)
      #expect(time.timeText == "23:59:59")
      #expect(time.weekday == (day % 7 + 11) % 7)
    }
  }

  @Test func momentsOutOfBoundsAreBroughtIn() {
    #expect(CalendarTime(epochSeconds: .min).timestamp == "0000-01-01T00:00:00Z")
    #expect(CalendarTime(epochSeconds: .max).timestamp == "9999-12-31T23:59:59Z")
  }

  static let times: [(text: String, seconds: Double?)] = [
    ("1970-01-01T00:00:00Z", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("Sun Nov  6 08:49:37 1994", 784_111_777),
    ("2026-11-21T10:30:00.250+01:00", 1_795_253_400.25),
    ("2026-11-21T09:30:00", 1_795_253_400), ("2026-11-21T06:00:00-0330", 1_795_253_400),
    ("2026-13-21T09:30:00Z", nil), ("yesterday", nil), ("", nil), ("2026-11-21T09:30:00Zx", nil),
  ]

  @Test(arguments: times)
  func dateIsReadInSeconds(text: String, seconds: Double?) {
    #expect(DateReader.epochSeconds(text) == seconds)
  }
}
