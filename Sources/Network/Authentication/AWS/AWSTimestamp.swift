import Text

/// A moment as signatures spell it: `20150830T123600Z`.
struct AWSTimestamp {
  let text: String
  /// The first eight digits.
  let day: String

  /// Makes a timestamp in the years 1970 to 9999, even if the clock is outside them.
  init(epochSeconds: Double) {
    let time = CalendarTime(
      epochSeconds: Int(
        min(max(epochSeconds, 0), Double(CalendarTime.epochSecondsBounds.upperBound))))
    day = time.dateText.filter { $0 != "-" }
    text = day + "T" + time.timeText.filter { $0 != ":" } + "Z"
  }
}
