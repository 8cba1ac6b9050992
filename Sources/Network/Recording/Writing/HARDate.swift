import Text

/// Moments as HAR files have them: ISO 8601 in UTC with milliseconds, `2026-11-22T09:30:00.125Z`.
enum HARDate {
  /// The text of a moment in seconds since 1970.
  static func text(epochSeconds: Double) -> String {
    let most = Double(CalendarTime.epochSecondsBounds.upperBound)
    let milliseconds = Int(max(0, min(epochSeconds, most)) * 1_000)
    let (seconds, fraction) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    let time = CalendarTime(epochSeconds: seconds)
    return "\(time.dateText)T\(time.timeText).\(CalendarTime.digits(fraction, 3))Z"
  }
}
