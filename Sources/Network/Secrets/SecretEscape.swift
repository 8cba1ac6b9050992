import Text

/// The escaping of an echoed secret's bytes.
enum SecretEscape: Character, CaseIterable {
  case none = "0"
  /// `%2F`
  case percent = "1"
  /// `%2f`
  case lowercasePercent = "2"
  /// `%2F`, and `+` for a blank.
  case form = "3"
  /// `\"`
  case json = "4"
  /// `\"` and `\/`
  case jsonSlash = "5"

  /// `%25252F`
  case percentThrice = "6"
  /// `%25252f`
  case lowercasePercentThrice = "7"

  /// Finds the escape that spells a secret this way. For mixed escapes, finds one with the same
  /// meaning; nil if there is none because the secret was percent-encoded more than once.
  init?(of secret: [UInt8], as spelling: ArraySlice<UInt8>) {
    if let escape = Self.allCases.first(where: { $0.escaped(secret).elementsEqual(spelling) }) {
      self = escape
    } else if spelling.contains(UInt8(ascii: "%")) {
      let meaning = PercentCoding.decoded(spelling)
      // `&` and `/` mean something else where they are not encoded.
      let escapes = [Self.percent, .form, .json, .jsonSlash, .none]
      let fitting = escapes.first { PercentCoding.decoded($0.escaped(secret)) == meaning }
      guard let fitting else { return nil }
      self = fitting
    } else {
      self = spelling.contains(UInt8(ascii: "\\")) ? .json : .none
    }
  }

  /// The bytes in this escape.
  func escaped(_ bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    switch self {
    case .none: return bytes
    case .percent: return Array(PercentCoding.encode(text).utf8)
    case .lowercasePercent:
      var output: [UInt8] = []
      for byte in bytes {
        var encoded: [UInt8] = []
        PercentCoding.append(byte, to: &encoded, keeping: ASCII.isUnreserved)
        output += encoded.count == 1 ? encoded : encoded.map(ASCII.lowercased)
      }
      return output
    case .percentThrice: return Self.encodedTwice(Self.percent.escaped(bytes))
    case .lowercasePercentThrice:
      return Self.encodedTwice(Self.lowercasePercent.escaped(bytes))
    case .form:
      let words = text.split(separator: " ", omittingEmptySubsequences: false)
      return Array(words.map { PercentCoding.encode(String($0)) }.joined(separator: "+").utf8)
    case .json, .jsonSlash: return bytes.flatMap(jsonEscaped)
    }
  }

  private static func encodedTwice(_ bytes: [UInt8]) -> [UInt8] {
    percent.escaped(percent.escaped(bytes))
  }

  private func jsonEscaped(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return [UInt8(ascii: "\\"), byte]
    case UInt8(ascii: "/") where self == .jsonSlash: return [UInt8(ascii: "\\"), byte]
    case 0..<0x20: return Array("\\u00".utf8) + Hexadecimal.encode([byte]).utf8
    default: return [byte]
    }
  }
}
