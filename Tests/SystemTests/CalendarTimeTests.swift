import Foundation
import System
import Testing

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

  @Test func momentsOutOfBoundsAreBroughtIn() {
    #expect(CalendarTime(epochSeconds: .min) == CalendarTime(epochSeconds: 0))
    #expect(CalendarTime(epochSeconds: .max).timestamp == "9999-12-31T23:59:59Z")
  }

  @Test func nowIsNow() throws {
    let before = SystemClock.epochSeconds.rounded(.down)
    let now = try Date(SystemClock.timestamp, strategy: .iso8601).timeIntervalSince1970
    #expect((before...SystemClock.epochSeconds).contains(now))
  }
}
