import JSON
import Text

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
  /// The date of a whole text; nil where it is none of the forms.
  package static func read(_ text: Span<UInt8>) -> Moment? {
    if ASCII.isLetter(text.byte(at: 0)) { return weekdayForm(text) }
    if text.byte(at: 4) == ASCII.minus { return isoForm(text) }
    var fields = DateFields()
    var offset = 0
    return readDayAndTime(text, &offset, &fields) ? fields.moment : nil
  }

  private static func isoForm(_ text: Span<UInt8>) -> Moment? {
    var offset = 0
    var fields = DateFields()
    guard let year = DateText.number(text, &offset, least: 4, most: 4),
      DateText.skip(text, &offset, ASCII.minus),
      let month = DateText.number(text, &offset, least: 2, most: 2),
      DateText.skip(text, &offset, ASCII.minus),
      let day = DateText.number(text, &offset, least: 2, most: 2)
    else { return nil }
    (fields.year, fields.month, fields.day) = (year, month, day)
    guard offset < text.count else { return fields.moment }
    let separator = text[offset]
    offset += 1
    guard separator == ASCII.space || ASCII.lowercased(separator) == ASCII.lowerT,
      readTime(text, &offset, &fields, needsSeconds: separator == ASCII.space)
    else { return nil }
    if offset < text.count {
      _ = DateText.skip(text, &offset, ASCII.space)
      guard let zone = DateText.zone(text, &offset), offset == text.count else { return nil }
      fields.offset = zone
    }
    return fields.moment
  }

  /// RFC 1123 and RFC 850 with their comma, or asctime.
  private static func weekdayForm(_ text: Span<UInt8>) -> Moment? {
    var fields = DateFields()
    var offset = 0
    guard DateText.weekday(text, &offset) else { return nil }
    if DateText.skip(text, &offset, ASCII.comma) {
      guard DateText.skip(text, &offset, ASCII.space) else { return nil }
      return readDayAndTime(text, &offset, &fields) ? fields.moment : nil
    }
    guard DateText.skip(text, &offset, ASCII.space),
      let month = DateText.month(text, &offset), DateText.skip(text, &offset, ASCII.space)
    else { return nil }
    _ = DateText.skip(text, &offset, ASCII.space)
    guard let day = DateText.number(text, &offset, least: 1, most: 2),
      DateText.skip(text, &offset, ASCII.space),
      readTime(text, &offset, &fields, needsSeconds: true),
      DateText.skip(text, &offset, ASCII.space),
      let year = DateText.number(text, &offset, least: 4, most: 4), offset == text.count
    else { return nil }
    (fields.year, fields.month, fields.day) = (year, month, day)
    return fields.moment
  }

  /// `11 May 2009 14:39:22 GMT` or `11-May-09 14:39:22 GMT` up to the end of the text.
  private static func readDayAndTime(
    _ text: Span<UInt8>, _ offset: inout Int, _ fields: inout DateFields
  ) -> Bool {
    guard let day = DateText.number(text, &offset, least: 1, most: 2) else { return false }
    let separator = text.byte(at: offset)
    guard separator == ASCII.space || separator == ASCII.minus,
      DateText.skip(text, &offset, separator), let month = DateText.month(text, &offset),
      DateText.skip(text, &offset, separator)
    else { return false }
    let yearStart = offset
    guard let year = DateText.number(text, &offset, least: 2, most: 4) else { return false }
    let yearDigits = offset - yearStart
    guard yearDigits != 3, DateText.skip(text, &offset, ASCII.space),
      readTime(text, &offset, &fields, needsSeconds: false)
    else { return false }
    fields.year = yearDigits == 2 ? DateFields.year(ofTwoDigits: year) : year
    (fields.month, fields.day) = (month, day)
    guard offset < text.count else { return true }
    guard DateText.skip(text, &offset, ASCII.space), let zone = DateText.zone(text, &offset)
    else { return false }
    fields.offset = zone
    return offset == text.count
  }

  /// `14:39`, `14:39:22` or `14:39:22.777`.
  private static func readTime(
    _ text: Span<UInt8>, _ offset: inout Int, _ fields: inout DateFields, needsSeconds: Bool
  ) -> Bool {
    guard let hour = DateText.number(text, &offset, least: 2, most: 2),
      DateText.skip(text, &offset, ASCII.colon),
      let minute = DateText.number(text, &offset, least: 2, most: 2)
    else { return false }
    (fields.hour, fields.minute) = (hour, minute)
    guard DateText.skip(text, &offset, ASCII.colon) else { return !needsSeconds }
    guard let second = DateText.number(text, &offset, least: 2, most: 2) else { return false }
    fields.second = second
    guard
      DateText.skip(text, &offset, ASCII.dot) || DateText.skip(text, &offset, ASCII.comma)
    else { return true }
    guard let fraction = DateText.fraction(text, &offset) else { return false }
    fields.fraction = fraction
    return true
  }
}
