/// Reads dates that need no format.
///
/// | form | example |
/// | --- | --- |
/// | RFC 3339, ISO 8601 | `2009-05-11T10:39:22.777-04:00`, `2009-05-11 14:39:22` |
/// | date only | `2012-03-01` |
/// | RFC 1123 | `Mon, 11 May 2009 14:39:22 GMT` |
/// | RFC 850 | `Monday, 11-May-09 14:39:22 GMT` |
/// | asctime | `Mon May 11 14:39:22 2009` |
///
/// A text without a zone is UTC. The day of the week is not compared with the date. Seconds may be
/// omitted after a `T`, as ISO 8601 allows, but not after a space.
package enum DateReader {
  /// The date of a whole text; nil if it has none of the forms.
  package static func read(_ text: Span<UInt8>) -> Moment? {
    if ASCII.isLetter(text.byte(at: 0)) { return weekdayForm(text) }
    if text.byte(at: 4) == ASCII.minus { return isoForm(text) }
    var date = DateText()
    return date.readDayAndTime(text) ? date.fields.moment : nil
  }

  /// Seconds since 1970 at the date of a whole text; nil if it has none of the forms.
  package static func epochSeconds(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard let moment = read(bytes.span) else { return nil }
    let fraction = String(decoding: bytes[moment.fraction], as: UTF8.self)
    return Double(moment.seconds) + (Double("0." + fraction) ?? 0)
  }

  private static func isoForm(_ text: Span<UInt8>) -> Moment? {
    var date = DateText()
    guard let year = date.number(text, 4...4), date.skip(text, ASCII.minus),
      let month = date.number(text, 2...2), date.skip(text, ASCII.minus),
      let day = date.number(text, 2...2)
    else { return nil }
    (date.fields.year, date.fields.month, date.fields.day) = (year, month, day)
    guard date.offset < text.count else { return date.fields.moment }
    let separator = text[date.offset]
    date.offset += 1
    guard separator == ASCII.space || ASCII.lowercased(separator) == ASCII.lowerT,
      date.readTime(text, needsSeconds: separator == ASCII.space)
    else { return nil }
    if date.offset < text.count {
      _ = date.skip(text, ASCII.space)
      guard date.readZone(text), date.offset == text.count else { return nil }
    }
    return date.fields.moment
  }

  /// RFC 1123 and RFC 850 with their comma, or asctime.
  private static func weekdayForm(_ text: Span<UInt8>) -> Moment? {
    var date = DateText()
    guard date.weekday(text) else { return nil }
    if date.skip(text, ASCII.comma) {
      guard date.skip(text, ASCII.space), date.readDayAndTime(text) else { return nil }
      return date.fields.moment
    }
    guard date.skip(text, ASCII.space), let month = date.month(text), date.skip(text, ASCII.space)
    else { return nil }
    _ = date.skip(text, ASCII.space)
    guard let day = date.number(text, 1...2), date.skip(text, ASCII.space),
      date.readTime(text, needsSeconds: true), date.skip(text, ASCII.space),
      let year = date.number(text, 4...4), date.offset == text.count
    else { return nil }
    (date.fields.year, date.fields.month, date.fields.day) = (year, month, day)
    return date.fields.moment
  }
}

extension DateText {
  /// `11 May 2009 14:39:22 GMT` or `11-May-09 14:39:22 GMT` up to the end of the text.
  fileprivate mutating func readDayAndTime(_ text: Span<UInt8>) -> Bool {
    guard let day = number(text, 1...2) else { return false }
    let separator = text.byte(at: offset)
    guard separator == ASCII.space || separator == ASCII.minus, skip(text, separator),
      let month = month(text), skip(text, separator)
    else { return false }
    let yearStart = offset
    guard let year = number(text, 2...4) else { return false }
    let yearDigits = offset - yearStart
    guard yearDigits != 3, skip(text, ASCII.space), readTime(text, needsSeconds: false)
    else { return false }
    fields.year = yearDigits == 2 ? DateFields.year(ofTwoDigits: year) : year
    (fields.month, fields.day) = (month, day)
    guard offset < text.count else { return true }
    return skip(text, ASCII.space) && readZone(text) && offset == text.count
  }

  /// `14:39`, `14:39:22` or `14:39:22.777`.
  fileprivate mutating func readTime(_ text: Span<UInt8>, needsSeconds: Bool) -> Bool {
    guard let hour = number(text, 2...2), skip(text, ASCII.colon),
      let minute = number(text, 2...2)
    else { return false }
    (fields.hour, fields.minute) = (hour, minute)
    guard skip(text, ASCII.colon) else { return !needsSeconds }
    guard let second = number(text, 2...2) else { return false }
    fields.second = second
    guard skip(text, ASCII.dot) || skip(text, ASCII.comma) else { return true }
    guard let fraction = fraction(text) else { return false }
    fields.fraction = fraction
    return true
  }
}
