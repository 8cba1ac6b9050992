import JSON
import Text

/// The time span of an exchange, by `startedDateTime` (RFC 3339) and `time` (milliseconds).
///
///     "2026-11-21T10:30:00.250+01:00" and 250 end at 1795253400.5
enum EntryTime {
  /// Seconds since 1970 at which the response was there; nil where the entry does not tell.
  static func endEpochSeconds(_ entry: RecordedEntry) -> Double? {
    guard let start = entry.text(.startedDateTime).flatMap(DateReader.epochSeconds) else {
      return nil
    }
    let milliseconds = entry.document.double(entry[.time]) ?? 0
    return start + min(max(milliseconds, 0), longestMilliseconds) / 1_000
  }

  /// A day: no exchange takes longer.
  private static let longestMilliseconds = 86_400_000.0
}
