import Text

/// A charset other than UTF-8 that the text of a body may be in.
///
/// `application/json; charset=ISO-8859-1` is read as Windows-1252, as browsers do, which differs
/// from it in control characters only.
package enum BodyCharset: Sendable, Equatable {
  case windows1252
  /// Latin-9, which has the euro sign.
  case latin9
  /// `nil`: a byte order mark decides, or else the bytes of the first character do.
  case utf16(isBigEndian: Bool?)

  /// The charset that a `Content-Type` states; nil where it states none, UTF-8, or one that is not
  /// known here.
  package init?(contentType: String) {
    // The usual types are recognized without parsing them.
    guard contentType.contains(byte: UInt8(ascii: ";")), !contentType.hasSuffix("charset=utf-8")
    else { return nil }
    guard let name = MediaTypeParameter.value(of: "charset", in: contentType) else { return nil }
    self.init(name: name)
  }

  /// The charset of a name in lower case.
  package init?(name: String) {
    switch name {
    case "iso-8859-1", "iso8859-1", "latin1", "latin-1", "l1", "windows-1252", "cp1252", "us-ascii",
      "ascii", "ansi":
      self = .windows1252
    case "iso-8859-15", "iso8859-15", "latin9", "latin-9": self = .latin9
    case "utf-16": self = .utf16(isBigEndian: nil)
    case "utf-16le": self = .utf16(isBigEndian: false)
    case "utf-16be": self = .utf16(isBigEndian: true)
    default: return nil
    }
  }

  /// A byte is a character.
  package var hasBytes: Bool { self == .windows1252 || self == .latin9 }

  /// True when a body begins with the byte order mark of UTF-16.
  package static func hasMark(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
  }

  /// The text in UTF-8; nil if it is UTF-8 already, regardless of the stated charset.
  package func utf8(_ bytes: [UInt8]) -> [UInt8]? {
    switch self {
    case .windows1252, .latin9:
      guard bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil
      else { return nil }
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count + bytes.count / 8)
      for byte in bytes {
        if byte < 0x80 { text.append(byte) } else { text += UTF8.encode(scalar(byte)) ?? .init() }
      }
      return text
    case .utf16(let isBigEndian):
      guard bytes.count >= 2 else { return nil }
      let isMarked = BodyCharset.hasMark(bytes)
      // A JSON text begins with ASCII, one half of which is zero.
      guard isMarked || bytes[0] == 0 || bytes[1] == 0 else { return nil }
      let isBig = isMarked ? bytes[0] == 0xFE : isBigEndian ?? (bytes[0] == 0)
      let units = stride(from: isMarked ? 2 : 0, to: bytes.count - 1, by: 2).map { index in
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return isBig ? first << 8 | second : second << 8 | first
      }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    }
  }

  private func scalar(_ byte: UInt8) -> Unicode.Scalar {
    switch self {
    case .windows1252 where (0x80...0x9F).contains(byte):
      Unicode.Scalar(BodyCharset.windows[Int(byte) - 0x80]) ?? "\u{FFFD}"
    case .latin9:
      BodyCharset.latin9Only[byte] ?? Unicode.Scalar(byte)
    default: Unicode.Scalar(byte)
    }
  }

  /// 0x80 to 0x9F; what is undefined is the control character of that number.
  private static let windows: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  private static let latin9Only: [UInt8: Unicode.Scalar] = [
    0xA4: "€", 0xA6: "Š", 0xA8: "š", 0xB4: "Ž", 0xB8: "ž", 0xBC: "Œ", 0xBD: "œ", 0xBE: "Ÿ",
  ]
}

extension HTTPResponse {
  /// Puts the text of the body into UTF-8, from the charset that is stated, or that of a byte order
  /// mark. False: it stays as it is.
  @discardableResult
  package mutating func decodeText() -> Bool {
    guard let type = headers["Content-Type"], let stated = BodyCharset(contentType: type) else {
      return false
    }
    let charset = BodyCharset.hasMark(body) ? .utf16(isBigEndian: nil) : stated
    guard let text = charset.utf8(body) else { return false }
    body = text
    return true
  }
}
