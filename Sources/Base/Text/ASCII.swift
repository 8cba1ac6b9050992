/// The bytes that grammars of texts name: JSON, HTTP, URLs.
///
/// Public, as the compiler inlines nothing less across targets: as calls they made reading a page a
/// quarter dearer.
public enum ASCII {
  @inlinable @inline(__always) public static var tab: UInt8 { 0x09 }
  @inlinable @inline(__always) public static var lineFeed: UInt8 { 0x0A }
  @inlinable @inline(__always) public static var carriageReturn: UInt8 { 0x0D }
  @inlinable @inline(__always) public static var space: UInt8 { 0x20 }
  @inlinable @inline(__always) public static var quote: UInt8 { 0x22 }
  @inlinable @inline(__always) public static var percent: UInt8 { 0x25 }
  @inlinable @inline(__always) public static var ampersand: UInt8 { 0x26 }
  @inlinable @inline(__always) public static var plus: UInt8 { 0x2B }
  @inlinable @inline(__always) public static var comma: UInt8 { 0x2C }
  @inlinable @inline(__always) public static var minus: UInt8 { 0x2D }
  @inlinable @inline(__always) public static var dot: UInt8 { 0x2E }
  @inlinable @inline(__always) public static var slash: UInt8 { 0x2F }
  @inlinable @inline(__always) public static var zero: UInt8 { 0x30 }
  @inlinable @inline(__always) public static var nine: UInt8 { 0x39 }
  @inlinable @inline(__always) public static var colon: UInt8 { 0x3A }
  @inlinable @inline(__always) public static var equals: UInt8 { 0x3D }
  @inlinable @inline(__always) public static var leftBracket: UInt8 { 0x5B }
  @inlinable @inline(__always) public static var backslash: UInt8 { 0x5C }
  @inlinable @inline(__always) public static var rightBracket: UInt8 { 0x5D }
  @inlinable @inline(__always) public static var lowerE: UInt8 { 0x65 }
  @inlinable @inline(__always) public static var lowerF: UInt8 { 0x66 }
  @inlinable @inline(__always) public static var lowerN: UInt8 { 0x6E }
  @inlinable @inline(__always) public static var lowerT: UInt8 { 0x74 }
  @inlinable @inline(__always) public static var lowerU: UInt8 { 0x75 }
  @inlinable @inline(__always) public static var leftBrace: UInt8 { 0x7B }
  @inlinable @inline(__always) public static var rightBrace: UInt8 { 0x7D }
  @inlinable @inline(__always) public static var tilde: UInt8 { 0x7E }

  /// True when the byte is one of `0` to `9`.
  @inlinable @inline(__always)
  public static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }

  /// True when the byte is a Latin letter.
  @inlinable @inline(__always)
  public static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// True when the byte is a Latin capital.
  @inlinable @inline(__always)
  public static func isUpper(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

  /// True when the byte is a small Latin letter.
  @inlinable @inline(__always)
  public static func isSmall(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }

  /// True when the byte is a Latin letter or a digit.
  @inlinable @inline(__always)
  public static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

  /// True when the byte is a letter, a digit or an underscore, as in identifiers.
  @inlinable @inline(__always)
  public static func isWord(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || byte == 0x5F }

  /// True when the byte is one of the four blanks of RFC 8259 section 2.
  @inlinable @inline(__always)
  public static func isBlank(_ byte: UInt8) -> Bool {
    byte == space || byte == lineFeed || byte == carriageReturn || byte == tab
  }

  /// True when the byte is a space or a tab, the blanks within a line.
  @inlinable @inline(__always)
  public static func isSpaceOrTab(_ byte: UInt8) -> Bool { byte == space || byte == tab }

  /// True when the byte may be part of a method or a field name ("tchar", RFC 9110 section 5.6.2).
  @inlinable
  public static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }

  /// True when the byte is a letter, a digit or one of `-._~` (RFC 3986 section 2.3).
  @inlinable
  public static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }

  /// The small letter of a Latin capital; every other byte is itself.
  @inlinable @inline(__always)
  public static func lowercased(_ byte: UInt8) -> UInt8 { isUpper(byte) ? byte | 0x20 : byte }

  /// The text with its Latin capitals in lower case; everything else stays.
  package static func lowercased(_ text: String) -> String {
    let bytes = text.utf8.span
    // Most texts have no capitals.
    for index in bytes.indices where isUpper(bytes[index]) {
      return String(decoding: text.utf8.map { lowercased($0) }, as: UTF8.self)
    }
    return text
  }

  /// True when two texts differ at most in the case of Latin letters.
  package static func equalsIgnoringCase(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8) { lowercased($0) == lowercased($1) }
  }

  /// The number that decimal digits spell; nil for none, for any other byte, and above Int.max.
  package static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// The value of a hexadecimal digit, or nil.
  @inlinable
  public static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// The hexadecimal digit of a value from 0 to 15, a capital letter above 9.
  @inlinable
  public static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? zero + value : 0x41 + value - 10
  }
}

extension Span<UInt8> {
  /// The byte at an offset, or 0 outside of the text.
  ///
  /// Public, as ``ASCII``.
  @inlinable @inline(__always)
  public func byte(at offset: Int) -> UInt8 {
    // Compared without signs: a negative offset is outside, too.
    UInt(bitPattern: offset) < UInt(bitPattern: count) ? self[unchecked: offset] : 0
  }
}

extension BidirectionalCollection<UInt8> {
  /// The bytes without those at both ends that are blank: spaces and tabs unless said otherwise.
  ///
  /// Public, as ``ASCII``.
  @inlinable
  public func trimmed(_ isBlank: (UInt8) -> Bool = ASCII.isSpaceOrTab) -> SubSequence {
    var (start, end) = (startIndex, endIndex)
    while start < end, isBlank(self[start]) { formIndex(after: &start) }
    while start < end, isBlank(self[index(before: end)]) { formIndex(before: &end) }
    return self[start..<end]
  }
}

extension StringProtocol where UTF8View: BidirectionalCollection<UInt8> {
  /// True when the text is a token (RFC 9110 section 5.6.2), as methods and field names are.
  @inlinable public var isToken: Bool { !isEmpty && utf8.allSatisfy(ASCII.isToken) }

  /// The text without control characters and spaces at either end.
  @inlinable public var trimmingBlanks: String {
    String(decoding: utf8.trimmed { $0 <= ASCII.space }, as: UTF8.self)
  }
}
