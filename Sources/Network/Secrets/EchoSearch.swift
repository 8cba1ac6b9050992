import Text

/// Every place where one of some secrets is in a text, in any escaping: as it is, percent-encoded any
/// number of times, or escaped as in JSON.
struct EchoSearch {
  let bytes: [UInt8]
  /// The byte strings to look for, longest first; at least two bytes each.
  let needles: [[UInt8]]

  /// The places, in order.
  var places: [Range<Int>] { matches().map(\.place) }

  /// Those places in order, each with the number of its secret.
  func matches() -> [(place: Range<Int>, needle: Int)] {
    // 1: a secret may begin there; 2: it may continue there.
    var marks = [UInt8](repeating: 0, count: 256)
    for byte in Self.escapeStarts { marks[Int(byte)] = 3 }
    for needle in needles {
      marks[Int(needle[0])] |= 1
      marks[Int(needle[1])] |= 2
    }
    var places: [(place: Range<Int>, needle: Int)] = []
    var index = 0
    let text = bytes.span
    let kinds = marks.span
    while index < text.count {
      var end = index + 1
      let isEscape = kinds[Int(text[index])] == 3
      if kinds[Int(text[index])] & 1 != 0,
        isEscape || end == text.count || kinds[Int(text[end])] & 2 != 0
      {
        for (number, needle) in needles.enumerated() {
          let found = endOfMatch(needle, at: index) ?? endOfMatch(needle, at: index, isRaw: true)
          guard let matched = found else { continue }
          places.append((index..<matched, number))
          end = matched
          break
        }
      }
      index = end
    }
    return places
  }

  /// Returns the end of the secret that starts at `index`; nil if it is not there. A percent sign
  /// or a backslash of the secret may be as it is (`isRaw`), or encoded itself.
  private func endOfMatch(_ needle: [UInt8], at index: Int, isRaw: Bool = false) -> Int? {
    var index = index
    var matched = 0
    while matched < needle.count {
      guard index < bytes.count else { return nil }
      let byte = needle[matched]
      if isRaw, bytes[index] == byte {
        matched += 1
        index += 1
        continue
      }
      if let escape = escape(at: index, of: needle[matched...]) {
        matched += escape.text.count
        index += escape.length
        continue
      }
      if let length = percentEncoding(of: byte, at: index) {
        index += length
      } else if let deep = PercentCoding.repeatedlyEncoded(in: bytes, at: index), deep.byte == byte
      {
        index += deep.length
      } else if bytes[index] == byte {
        index += 1
      } else if bytes[index] == UInt8(ascii: "+"), byte == UInt8(ascii: " ") {
        index += 1
      } else if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count,
        bytes[index + 1] == byte
      {
        index += 2
      } else {
        return nil
      }
      matched += 1
    }
    return index
  }

  /// The escape at the index, if it encodes the beginning of a text.
  private func escape(
    at index: Int, of text: ArraySlice<UInt8>
  ) -> (text: [UInt8], length: Int)? {
    func fitting(_ escape: (text: [UInt8], length: Int)?) -> (text: [UInt8], length: Int)? {
      escape.flatMap { text.starts(with: $0.text) ? $0 : nil }
    }
    switch bytes[index] {
    case UInt8(ascii: "\\"): return fitting(escape(at: index)) ?? fitting(nestedEscape(at: index))
    case UInt8(ascii: "&"): return fitting(reference(at: index))
    default: return nil
    }
  }

  /// Decodes the JSON escape at a backslash (`\/`, `\n`, `\u0026`, `\ud83d\ude00`) into its text in
  /// UTF-8 and its length; nil if it is not an escape.
  private func escape(at index: Int) -> (text: [UInt8], length: Int)? {
    guard index + 1 < bytes.count else { return nil }
    switch bytes[index + 1] {
    case UInt8(ascii: "b"): return ([0x08], 2)
    case UInt8(ascii: "f"): return ([0x0C], 2)
    case UInt8(ascii: "n"): return ([0x0A], 2)
    case UInt8(ascii: "r"): return ([0x0D], 2)
    case UInt8(ascii: "t"): return ([0x09], 2)
    case let byte where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\"): return ([byte], 2)
    case UInt8(ascii: "/"): return ([UInt8(ascii: "/")], 2)
    case UInt8(ascii: "u"): break
    default: return nil
    }
    guard let first = unit(at: index) else { return nil }
    let units = (0xD800..<0xDC00).contains(first) ? [first, unit(at: index + 6) ?? 0] : [first]
    let text = String(decoding: units, as: UTF16.self)
    return (Array(text.utf8), 6 * units.count)
  }

  /// The UTF-16 unit of the escape `\u0026` at the index.
  private func unit(at index: Int) -> UInt16? {
    guard index + 5 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt16 = 0
    for place in (index + 2)..<(index + 6) {
      guard let digit = ASCII.hexValue(bytes[place]) else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// Decodes a unit in JSON that is a text of JSON, however deep: `\\u002B`, `\\\\u002B`.
  private func nestedEscape(at index: Int) -> (text: [UInt8], length: Int)? {
    var last = index
    while last < bytes.count, bytes[last] == UInt8(ascii: "\\"), last - index < 16 { last += 1 }
    guard last - index > 1, let unit = unit(at: last - 1) else { return nil }
    return (Array(String(decoding: [unit], as: UTF16.self).utf8), last - index + 5)
  }

  /// Decodes a reference of XML or HTML to an ASCII character: `&#43;`, `&#x2B;`, `&plus;`.
  private func reference(at index: Int) -> (text: [UInt8], length: Int)? {
    guard index + 3 < bytes.count,
      let end = bytes[index...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
    else { return nil }
    let name = bytes[(index + 1)..<end]
    guard name.first == UInt8(ascii: "#") else {
      let byte = Self.entities[String(decoding: name, as: UTF8.self)]
      return byte.map { ([$0], end + 1 - index) }
    }
    let digits = String(decoding: name.dropFirst(), as: UTF8.self)
    let isHex = digits.first == "x" || digits.first == "X"
    guard let value = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits),
      let scalar = Unicode.Scalar(value)
    else { return nil }
    return (Array(String(scalar).utf8), end + 1 - index)
  }

  /// The length of a byte that is percent-encoded up to three times, its digits included
  /// (`%25%36%31`); nil if it is another one.
  private func percentEncoding(of byte: UInt8, at index: Int) -> Int? {
    guard bytes[index] == UInt8(ascii: "%") else { return nil }
    for times in 1...3 {
      if let found = character(at: index, decodedTimes: times), found.length > 1,
        found.byte == byte
      {
        return found.length
      }
    }
    return nil
  }

  private func character(at index: Int, decodedTimes times: Int) -> (byte: UInt8, length: Int)? {
    guard index < bytes.count else { return nil }
    guard times > 0 else { return (bytes[index], 1) }
    guard let sign = character(at: index, decodedTimes: times - 1) else { return nil }
    guard sign.byte == UInt8(ascii: "%"),
      let high = character(at: index + sign.length, decodedTimes: times - 1),
      let low = character(at: index + sign.length + high.length, decodedTimes: times - 1),
      let first = ASCII.hexValue(high.byte), let second = ASCII.hexValue(low.byte)
    else { return sign }
    return (first << 4 | second, sign.length + high.length + low.length)
  }

  private static let escapeStarts = Array("%+\\&".utf8)

  /// Names of ASCII characters in HTML.
  private static let entities: [String: UInt8] = [
    "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27, "plus": 0x2B, "sol": 0x2F,
    "equals": 0x3D, "num": 0x23, "percnt": 0x25, "colon": 0x3A, "semi": 0x3B, "comma": 0x2C,
    "period": 0x2E, "excl": 0x21, "quest": 0x3F, "commat": 0x40, "dollar": 0x24, "ast": 0x2A,
    "lpar": 0x28, "rpar": 0x29, "lowbar": 0x5F, "grave": 0x60, "bsol": 0x5C, "Hat": 0x5E,
    "lbrack": 0x5B, "lsqb": 0x5B, "rsqb": 0x5D, "rbrack": 0x5D, "lbrace": 0x7B, "lcub": 0x7B,
    "rbrace": 0x7D, "rcub": 0x7D, "verbar": 0x7C, "vert": 0x7C, "Tab": 0x09, "NewLine": 0x0A,
    "hyphen": 0x2D, "dash": 0x2D,
  ]
}
