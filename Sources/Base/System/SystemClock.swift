import CLibrary
import Text

/// The system's clocks.
package enum SystemClock {
  /// Seconds of a clock that only goes forward.
  package static var monotonicSeconds: Double { seconds(CLOCK_MONOTONIC) }

  /// Seconds since 1970-01-01 00:00:00 UTC.
  package static var epochSeconds: Double { seconds(CLOCK_REALTIME) }

  /// Now in UTC, as RFC 3339 with whole seconds: `2026-11-21T09:30:00Z`.
  package static var timestamp: String { CalendarTime(epochSeconds: Int(epochSeconds)).timestamp }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
