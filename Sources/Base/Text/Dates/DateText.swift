/// The parts of a date in a text: each function reads one from `offset` on and moves it after.
package struct DateText {
  package var offset = 0
  package var fields = DateFields()

  package init() {}

  /// Reads a number with a digit count in that range; nil if there is none.
  @inline(__always)
  package mutating func number(_ text: Span<UInt8>, _ digits: ClosedRange<Int>) -> Int? {
    var number = 0
    var count = 0
    while count < digits.upperBound, ASCII.isDigit(text.byte(at: offset)) {
      number = number * 10 + Int(text[offset] - ASCII.zero)
      offset += 1
      count += 1
    }
    return count >= digits.lowerBound ? number : nil
  }

  /// True when the byte is at the offset; then skips it.
  @inline(__always)
  package mutating func skip(_ text: Span<UInt8>, _ byte: UInt8) -> Bool {
    guard text.byte(at: offset) == byte, offset < text.count else { return false }
    offset += 1
    return true
  }

  /// The digits of a fraction, at least one and however many there are.
  package mutating func fraction(_ text: Span<UInt8>) -> Range<Int>? {
    let start = offset
    while ASCII.isDigit(text.byte(at: offset)) { offset += 1 }
    return offset > start ? start..<offset : nil
  }

  /// The number of the month (from 1) with this English name, short or full, in any case.
  package mutating func month(_ text: Span<UInt8>) -> Int? {
    index(of: Self.monthNames, text).map { $0 + 1 }
  }

  /// True when an English weekday name, short or full, is there.
  package mutating func weekday(_ text: Span<UInt8>) -> Bool {
    index(of: Self.weekdayNames, text) != nil
  }

  /// Seconds east of UTC: `Z`, `+01:00`, `-0400`, `+01`, `GMT`, `GMT+01:00`, `EST`.
  mutating func zone(_ text: Span<UInt8>) -> Int? {
    let start = offset
    while ASCII.isLetter(text.byte(at: offset)) { offset += 1 }
    let letters = start..<offset
    var named: Int?
    if !letters.isEmpty {
      var zone = Self.zones.startIndex
      while zone < Self.zones.endIndex, !Self.isName(Self.zones[zone].name, text, letters) {
        zone += 1
      }
      guard zone < Self.zones.endIndex else { return nil }
      named = Self.zones[zone].hours * 3600
    }
    let sign = text.byte(at: offset)
    guard sign == ASCII.plus || sign == ASCII.minus, named ?? 0 == 0, letters.count != 1 else {
      return named
    }
    offset += 1
    guard let hours = number(text, 2...2), hours <= 23 else { return nil }
    var minutes = 0
    let hasColon = skip(text, ASCII.colon)
    if hasColon || ASCII.isDigit(text.byte(at: offset)) {
      guard let number = number(text, 2...2), number <= 59 else { return nil }
      minutes = number
    }
    return (hours * 3600 + minutes * 60) * (sign == ASCII.minus ? -1 : 1)
  }

  /// True when a zone is there; then records it.
  package mutating func readZone(_ text: Span<UInt8>) -> Bool {
    guard let zone = zone(text) else { return false }
    fields.offset = zone
    return true
  }

  /// Returns the index of the name that the letters spell, in full or by its first three letters.
  private mutating func index(of names: [[UInt8]], _ text: Span<UInt8>) -> Int? {
    let start = offset
    while ASCII.isLetter(text.byte(at: offset)) { offset += 1 }
    let letters = start..<offset
    for (index, name) in names.enumerated()
    where Self.isName(letters.count == 3 ? name.prefix(3) : name[...], text, letters) {
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
