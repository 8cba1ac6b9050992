import JSON
import Text

/// The parts of dates in texts: each function reads one from `offset` on and moves it after.
enum DateText {
  /// The number of at least `least` and at most `most` digits.
  @inline(__always)
  static func number(
    _ text: Span<UInt8>, _ offset: inout Int, least: Int, most: Int
  ) -> Int? {
    var number = 0
    var count = 0
    while count < most, ASCII.isDigit(text.byte(at: offset)) {
      number = number * 10 + Int(text[offset] - ASCII.zero)
      offset += 1
      count += 1
    }
    return count >= least ? number : nil
  }

  /// Whether the byte is at the offset.
  @inline(__always)
  static func skip(_ text: Span<UInt8>, _ offset: inout Int, _ byte: UInt8) -> Bool {
    guard text.byte(at: offset) == byte, offset < text.count else { return false }
    offset += 1
    return true
  }

  /// The digits of a fraction, at least one and however many there are.
  static func fraction(_ text: Span<UInt8>, _ offset: inout Int) -> Range<Int>? {
    let start = offset
    while ASCII.isDigit(text.byte(at: offset)) { offset += 1 }
    return offset > start ? start..<offset : nil
  }

  /// The number of the month (from 1) with this English name, short or full, in any case.
  static func month(_ text: Span<UInt8>, _ offset: inout Int) -> Int? {
    index(of: monthNames, text, &offset).map { $0 + 1 }
  }

  /// Whether an English name of a day of the week, short or full, is there.
  static func weekday(_ text: Span<UInt8>, _ offset: inout Int) -> Bool {
    index(of: weekdayNames, text, &offset) != nil
  }

  /// Seconds east of UTC: `Z`, `+01:00`, `-0400`, `+01`, `GMT`, `GMT+01:00`, `EST`.
  static func zone(_ text: Span<UInt8>, _ offset: inout Int) -> Int? {
    let start = offset
    while ASCII.isLetter(text.byte(at: offset)) { offset += 1 }
    let letters = start..<offset
    var named: Int?
    if !letters.isEmpty {
      var zone = zones.startIndex
      while zone < zones.endIndex, !isName(zones[zone].name, text, letters) { zone += 1 }
      guard zone < zones.endIndex else { return nil }
      named = zones[zone].hours * 3600
    }
    let sign = text.byte(at: offset)
    guard sign == ASCII.plus || sign == ASCII.minus, named ?? 0 == 0, letters.count != 1 else {
      return named
    }
    offset += 1
    guard let hours = number(text, &offset, least: 2, most: 2), hours <= 23 else { return nil }
    var minutes = 0
    let hasColon = skip(text, &offset, ASCII.colon)
    if hasColon || ASCII.isDigit(text.byte(at: offset)) {
      guard let number = number(text, &offset, least: 2, most: 2), number <= 59 else {
        return nil
      }
      minutes = number
    }
    return (hours * 3600 + minutes * 60) * (sign == ASCII.minus ? -1 : 1)
  }

  /// Which of the names, as a whole or by its first three letters, the letters are.
  private static func index(
    of names: [[UInt8]], _ text: Span<UInt8>, _ offset: inout Int
  ) -> Int? {
    let start = offset
    while ASCII.isLetter(text.byte(at: offset)) { offset += 1 }
    let letters = start..<offset
    for (index, name) in names.enumerated()
    where isName(letters.count == 3 ? name.prefix(3) : name[...], text, letters) {
      return index
    }
    return nil
  }

  private static func isName(
    _ name: ArraySlice<UInt8>, _ text: Span<UInt8>, _ letters: Range<Int>
  ) -> Bool {
    guard name.count == letters.count else { return false }
    for (letter, offset) in zip(name, letters)
    where letter != ASCII.lowercased(text[offset]) {
      return false
    }
    return true
  }

  private static let monthNames: [[UInt8]] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ].map { Array($0.utf8) }

  private static let weekdayNames: [[UInt8]] = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ].map { Array($0.utf8) }

  /// The zone names of RFC 822 section 5 but the military ones.
  private static let zones: [(name: ArraySlice<UInt8>, hours: Int)] = [
    ("z", 0), ("gmt", 0), ("utc", 0), ("ut", 0), ("est", -5), ("edt", -4), ("cst", -6),
    ("cdt", -5), ("mst", -7), ("mdt", -6), ("pst", -8), ("pdt", -7),
  ].map { (Array($0.0.utf8)[...], $0.1) }
}
