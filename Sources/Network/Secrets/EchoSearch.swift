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
    guard !needles.isEmpty else { return [] }
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
      if bytes[index] == UInt8(ascii: "\\"), let escape = escape(at: index),
        needle[matched...].starts(with: escape.text)
      {
        matched += escape.text.count
        index += escape.length
        continue
      }
      if PercentCoding.byte(in: bytes, at: index) == byte {
        index += 3
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

  private static let escapeStarts = Array("%+\\".utf8)
}
