import JSON
import Text

/// A date's `format`: fields of Unicode TR35 and literal text, as `MM/dd/yyyy 'at' h:mm a`.
///
/// | field | reads |
/// | --- | --- |
/// | `y` `yyy` | 1 to 4 digits; `yy` two digits, 1970 to 2069; `yyyy` four digits |
/// | `M` `MM` | 1 or 2 digits; `MMM` `MMMM` an English name, short or full |
/// | `d` `H` `h` `m` `s`, once or twice | 1 or 2 digits |
/// | `S` | the digits of a fraction |
/// | `a` | AM or PM in any case; it counts where there is an `h` |
/// | `E` | the English name of a day, short or full; it is not compared with the date |
/// | `Z` `X` | a zone: `Z`, `+01:00`, `-0400`, `+01`, `GMT`, `GMT+01:00`, `EST` |
///
/// If fields of digits are adjacent, as in `yyyyMMdd`, each has exactly as many digits as letters.
/// `'...'` is literal text and `''` a quote; any other character that is not a letter is literal,
/// too. A field that the format omits has its value from 1970-01-01T00:00:00Z.
struct DatePattern: Sendable {
  private enum Element: Sendable, Equatable {
    case literal(UInt8)
    case field(letter: UInt8, count: Int, isAbutting: Bool)
  }

  private var elements: [Element] = []

  /// The pattern of a format that is at `place` in the params.
  init(_ format: String, at place: String) throws(JSONFieldError) {
    guard format.utf8.count <= MappingLimits.formatBytesMax else {
      throw JSONFieldError(
        place, expected: "a format of at most \(MappingLimits.formatBytesMax) bytes")
    }
    let bytes = Array(format.utf8)
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == Self.apostrophe {
        guard let end = appendLiteral(bytes, offset) else {
          throw JSONFieldError(place, expected: "a format whose quotes end")
        }
        offset = end
      } else if ASCII.isLetter(byte) {
        let end = bytes[offset...].firstIndex { $0 != byte } ?? bytes.endIndex
        let element = Element.field(letter: byte, count: end - offset, isAbutting: false)
        guard Self.isKnown(byte, end - offset), !has(byte) else {
          throw JSONFieldError(place, expected: Self.words)
        }
        elements.append(element)
        offset = end
      } else {
        elements.append(.literal(byte))
        offset += 1
      }
    }
    guard elements.contains(where: { if case .field = $0 { true } else { false } }) else {
      throw JSONFieldError(place, expected: Self.words)
    }
    markAbutting()
  }

  /// The date of a whole text; nil where the text does not have the pattern.
  func read(_ text: Span<UInt8>) -> Moment? {
    var date = DateText()
    for element in elements {
      switch element {
      case .literal(let byte):
        guard date.skip(text, byte) else { return nil }
      case .field(let letter, let count, let isAbutting):
        guard Self.read(letter, count, isAbutting, text, &date) else { return nil }
      }
    }
    return date.offset == text.count ? date.fields.moment : nil
  }

  private static func read(
    _ letter: UInt8, _ count: Int, _ isAbutting: Bool, _ text: Span<UInt8>, _ date: inout DateText
  ) -> Bool {
    switch letter {
    case UInt8(ascii: "E"):
      return date.weekday(text)
    case UInt8(ascii: "a"):
      let half = ASCII.lowercased(text.byte(at: date.offset))
      guard half == UInt8(ascii: "a") || half == UInt8(ascii: "p"),
        ASCII.lowercased(text.byte(at: date.offset + 1)) == UInt8(ascii: "m")
      else { return false }
      date.fields.isAfternoon = half == UInt8(ascii: "p")
      date.offset += 2
      return true
    case UInt8(ascii: "Z"), UInt8(ascii: "X"):
      return date.readZone(text)
    case UInt8(ascii: "M") where count > 2:
      guard let month = date.month(text) else { return false }
      date.fields.month = month
      return true
    case UInt8(ascii: "S"):
      let start = date.offset
      guard let digits = date.fraction(text) else { return false }
      if isAbutting {
        guard digits.count >= count else { return false }
        date.offset = start + count
      }
      date.fields.fraction = start..<date.offset
      return true
    default:
      return readNumber(letter, count, isAbutting, text, &date)
    }
  }

  private static func readNumber(
    _ letter: UInt8, _ count: Int, _ isAbutting: Bool, _ text: Span<UInt8>, _ date: inout DateText
  ) -> Bool {
    let isYear = letter == UInt8(ascii: "y")
    let isExact = isAbutting || (isYear && (count == 2 || count == 4))
    let digits = isExact ? count...count : 1...(isYear ? 4 : 2)
    guard let number = date.number(text, digits) else { return false }
    switch letter {
    case UInt8(ascii: "y"):
      date.fields.year = count == 2 ? DateFields.year(ofTwoDigits: number) : number
    case UInt8(ascii: "M"): date.fields.month = number
    case UInt8(ascii: "d"): date.fields.day = number
    case UInt8(ascii: "H"): date.fields.hour = number
    case UInt8(ascii: "h"): date.fields.hourOfHalf = number
    case UInt8(ascii: "m"): date.fields.minute = number
    default: date.fields.second = number
    }
    return true
  }

  private static let apostrophe = UInt8(ascii: "'")

  private static let words =
    "a format of the fields y M d H h m s S Z X a E, each once, with other letters in quotes"

  /// The maximum number of letters in each field.
  private static let lettersMax = [
    ("yME", 4), ("dHhms", 2), ("S", Int.max), ("Z", 5), ("Xa", 3),
  ]

  /// True when a field may have that many letters.
  private static func isKnown(_ letter: UInt8, _ count: Int) -> Bool {
    lettersMax.contains { letters, most in letters.utf8.contains(letter) && count <= most }
  }

  private func has(_ wanted: UInt8) -> Bool {
    elements.contains {
      if case .field(wanted, _, _) = $0 { true } else { false }
    }
  }

  /// Appends what is between the quotes; the offset after them, or nil where they do not end.
  private mutating func appendLiteral(_ bytes: [UInt8], _ start: Int) -> Int? {
    var offset = start + 1
    if offset < bytes.count, bytes[offset] == Self.apostrophe {
      elements.append(.literal(Self.apostrophe))
      return offset + 1
    }
    while offset < bytes.count {
      if bytes[offset] != Self.apostrophe {
        elements.append(.literal(bytes[offset]))
      } else if offset + 1 < bytes.count, bytes[offset + 1] == Self.apostrophe {
        elements.append(.literal(Self.apostrophe))
        offset += 1
      } else {
        return offset + 1
      }
      offset += 1
    }
    return nil
  }

  /// Marks the fields of digits that are at once before or after another one; a fraction only
  /// before it, because at the end of the digits it may be as long as it likes.
  private mutating func markAbutting() {
    for index in elements.indices {
      guard case .field(let letter, let count, _) = elements[index], isNumeric(index) else {
        continue
      }
      let isAbutting =
        isNumeric(index + 1) || (isNumeric(index - 1) && letter != UInt8(ascii: "S"))
      elements[index] = .field(letter: letter, count: count, isAbutting: isAbutting)
    }
  }

  private func isNumeric(_ index: Int) -> Bool {
    guard elements.indices.contains(index), case .field(let letter, let count, _) = elements[index]
    else { return false }
    return switch letter {
    case UInt8(ascii: "M"): count <= 2
    case UInt8(ascii: "E"), UInt8(ascii: "a"), UInt8(ascii: "Z"), UInt8(ascii: "X"): false
    default: true
    }
  }
}
