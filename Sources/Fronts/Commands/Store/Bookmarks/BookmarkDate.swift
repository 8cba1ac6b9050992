import JSON
import Text

/// Checks a bookmark for a date that later items do not have.
enum BookmarkDate {
  /// Clocks and time zones may differ that much.
  private static let secondsMax = 2.0 * 86_400
  /// Members whose numbers are times, in seconds or milliseconds since 1970.
  private static let timeWords = ["time", "date", "created", "updated", "modified", "changed"]

  /// The warning about a bookmark in the future; nil if it is not in the future.
  static func warning(_ value: JSONOrdered, path: String, nowSeconds: Double) -> String? {
    let now = nowSeconds + secondsMax
    let isLater =
      switch value {
      case .string(let text): isLater(text, now)
      case .number(let number): isTime(path) && isLater(number, now)
      }
    guard isLater else { return nil }
    return "the bookmark \(ShownText.cut(value.text)) is in the future, so that later items "
      + "count as known; --fresh starts again"
  }

  /// A text that begins with a date, as ISO 8601 writes them.
  private static func isLater(_ text: String, _ seconds: Double) -> Bool {
    let date = Array(text.utf8.prefix(10))
    let limit = CalendarTime(epochSeconds: Int(seconds)).dateText
    return DateReader.read(date.span) != nil && limit.utf8.lexicographicallyPrecedes(date)
  }

  private static func isTime(_ path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix("_at") || path.hasSuffix("At") || timeWords.contains { name.contains($0) }
  }

  /// Seconds since 1970, or milliseconds, as no time of seconds is that far.
  private static func isLater(_ number: JSONNumber, _ seconds: Double) -> Bool {
    guard let value = number.double else { return false }
    return value
      > (value > Double(CalendarTime.epochSecondsBounds.upperBound) ? seconds * 1_000 : seconds)
  }
}
