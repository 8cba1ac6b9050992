import Foundation
import System
import Testing

struct SystemClockTests {
  @Test func nowIsNow() throws {
    let before = SystemClock.epochSeconds.rounded(.down)
    let now = try Date(SystemClock.timestamp, strategy: .iso8601).timeIntervalSince1970
    #expect((before...SystemClock.epochSeconds).contains(now))
  }
}
