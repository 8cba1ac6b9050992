import Text

extension JSONScanner {
  /// The end of a string, with a flag for backslashes in it.
  struct StringEnd {
    /// The offset after the closing quote.
    let end: Int
    let hasEscapes: Bool
  }

  /// The end of the string whose first byte after the opening quote is at `start`.
  @inline(__always)
  static func skipString(_ bytes: Span<UInt8>, _ start: Int) throws(JSONSyntaxError) -> StringEnd {
    let offset = skipPlainBlocks(bytes, start)
    return bytes.byte(at: offset) == ASCII.quote
      ? StringEnd(end: offset &+ 1, hasEscapes: false) : try skipStringRest(bytes, offset)
  }

  /// The offset after the string that starts at `start`, if it has nothing but plain text; else
  /// `start`.
  @inline(__always)
  static func skipPlainString(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    let end = skipPlainBlocks(bytes, start &+ 1)
    return bytes.byte(at: end) == ASCII.quote ? end &+ 1 : start
  }

  /// The same as `skipPlainText` gives, unless the text ends within fewer than 16 plain bytes.
  @inline(__always)
  static func skipPlainBlocks(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var offset = start
    // Offsets are those of bytes in memory, so that these sums cannot overflow.
    let last = bytes.count &- 16
    while offset <= last {
      let specials = specials(bytes.uncheckedVector(offset))
      if specials[0] != 0 { return offset &+ specials[0].trailingZeroBitCount / 8 }
      if specials[1] != 0 { return offset &+ 8 &+ specials[1].trailingZeroBitCount / 8 }
      offset &+= 16
    }
    return offset
  }

  /// The same for what the fast loop does not know: escapes, sequences, a text's last bytes.
  @inline(never)
  private static func skipStringRest(
    _ bytes: Span<UInt8>, _ start: Int
  ) throws(JSONSyntaxError) -> StringEnd {
    var offset = start
    var hasEscapes = false
    while true {
      offset = skipTextAndLetterEscapes(bytes, offset, &hasEscapes)
      guard offset < bytes.count else { throw failure(bytes, offset) }
      let byte = bytes[offset]
      if byte == ASCII.quote {
        return StringEnd(end: offset + 1, hasEscapes: hasEscapes)
      } else if byte == ASCII.backslash {
        hasEscapes = true
        offset = try skipEscapes(bytes, offset)
      } else if byte < 0x20 {
        throw JSONSyntaxError(.controlCharacter, offset)
      } else {
        offset = try skipMultibyteRun(bytes, offset)
      }
    }
  }

  /// The same as `skipPlainText` gives, but most escapes of one letter are passed over, too.
  ///
  /// A step passes up to sixteen bytes of plain text and an escape after them without a branch that
  /// depends on where it is: text within text has one every few bytes.
  @inline(__always)
  private static func skipTextAndLetterEscapes(
    _ bytes: Span<UInt8>, _ start: Int, _ hasEscapes: inout Bool
  ) -> Int {
    var offset = start
    var escapes = 0
    while bytes.count - offset >= 20 {
      let plain = plainCount(bytes.vector(at: offset))
      let pair = bytes.halfWord(at: offset + plain)
      let letter = UInt64(pair >> 8 & 0xFF)
      let letters = letter & 0x40 == 0 ? escapeLettersBelow64 : escapeLettersFrom64
      let isLetter = Int(truncatingIfNeeded: letters >> (letter & 63) & 1 & ~(letter >> 7))
      let isEscape = isLetter & (pair & 0xFF == UInt32(ASCII.backslash) ? 1 : 0)
      escapes |= isEscape
      offset += plain + isEscape * 2
      if plain < 16, isEscape == 0 { break }
    }
    if escapes != 0 { hasEscapes = true }
    return skipPlainText(bytes, offset)
  }

  /// The characters below 64 that may follow a backslash, one bit each: `"` and `/`.
  private static let escapeLettersBelow64: UInt64 = 1 << 0x22 | 1 << 0x2F
  /// The same for those from 64 on: `\`, `b`, `f`, `n`, `r` and `t`.
  private static let escapeLettersFrom64: UInt64 =
    1 << 0x1C | 1 << 0x22 | 1 << 0x26 | 1 << 0x2E | 1 << 0x32 | 1 << 0x34

  /// The offset of the first byte from `start` on that is a quote, a backslash, a control character
  /// or not ASCII; the end if all bytes are plain.
  @inline(__always)
  static func skipPlainText(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var offset = start
    while bytes.count - offset >= 16 {
      let plain = plainCount(bytes.vector(at: offset))
      if plain < 16 { return offset + plain }
      offset += 16
    }
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte < 0x20 || byte >= 0x80 || byte == ASCII.quote || byte == ASCII.backslash { break }
      offset += 1
    }
    return offset
  }

  /// The number of bytes before the first one that `skipPlainText` stops at: 16 if all are plain.
  /// In text that is known to be `valid` UTF-8, bytes that are not ASCII are plain.
  @inline(__always)
  static func plainCount(_ bytes: SIMD16<Int8>, valid: Bool = false) -> Int {
    let words = specials(bytes, valid: valid)
    let bits = words[0] != 0 ? words[0].trailingZeroBitCount : 64 + words[1].trailingZeroBitCount
    return bits / 8
  }

  /// All bits of the bytes that `plainCount` stops at.
  @inline(__always)
  private static func specials(_ bytes: SIMD16<Int8>, valid: Bool = false) -> SIMD2<UInt64> {
    // Bytes that are not ASCII are negative. The type is spelled out: without it the compiler takes
    // operators that go byte by byte.
    var specials = bytes .< SIMD16<Int8>(repeating: 0x20)
    if valid { specials = specials .& (bytes .>= SIMD16<Int8>(repeating: 0)) }
    specials = specials .| (bytes .== SIMD16<Int8>(repeating: 0x22))
    specials = specials .| (bytes .== SIMD16<Int8>(repeating: 0x5C))
    // A mask has all bits of a special byte; taken so, it stays in registers.
    return unsafeBitCast(specials, to: SIMD2<UInt64>.self)
  }

  /// The offset of the first quote, backslash or control character at or after `start`; the end if
  /// there is none. The bytes must be UTF-8.
  @inline(__always)
  static func skipValidText(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var offset = start
    while bytes.count - offset >= 16 {
      let plain = plainCount(bytes.vector(at: offset), valid: true)
      if plain < 16 { return offset + plain }
      offset += 16
    }
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte < 0x20 || byte == ASCII.quote || byte == ASCII.backslash { break }
      offset += 1
    }
    return offset
  }

  /// The offset after the run of escapes whose first backslash is at `start`.
  private static func skipEscapes(
    _ bytes: Span<UInt8>, _ start: Int
  ) throws(JSONSyntaxError) -> Int {
    var offset = start
    repeat {
      switch bytes.byte(at: offset + 1) {
      case ASCII.quote, ASCII.backslash, ASCII.slash,
        0x62, ASCII.lowerF, ASCII.lowerN, 0x72, ASCII.lowerT:
        offset += 2
      case ASCII.lowerU:
        if offset + 6 <= bytes.count, isHex(bytes.halfWord(at: offset + 2)) {
          offset += 6
        } else {
          throw hexFailure(bytes, offset + 2)
        }
      default:
        throw failure(bytes, offset + 1, .invalidEscape)
      }
    } while bytes.byte(at: offset) == ASCII.backslash
    return offset
  }

  /// True when all four bytes are hexadecimal digits.
  @inline(__always)
  private static func isHex(_ word: UInt32) -> Bool {
    guard word & 0x8080_8080 == 0 else { return false }
    let lower = word | 0x2020_2020
    let digits = (word + 0x5050_5050) & ~(word + 0x4646_4646)
    let letters = (lower + 0x1F1F_1F1F) & ~(lower + 0x1919_1919)
    return (digits | letters) & 0x8080_8080 == 0x8080_8080
  }

  @inline(never)
  private static func hexFailure(_ bytes: Span<UInt8>, _ start: Int) -> JSONSyntaxError {
    var offset = start
    while offset < start + 3, ASCII.hexValue(bytes.byte(at: offset)) != nil { offset += 1 }
    return failure(bytes, offset, .invalidEscape)
  }

  /// The offset after the run of UTF-8 sequences that starts at `start`; single spaces in it
  /// belong to the run.
  @inline(__always)
  static func skipMultibyteRun(_ bytes: Span<UInt8>, _ start: Int) throws(JSONSyntaxError) -> Int {
    var offset = start
    while true {
      guard bytes.count - offset >= 4 else {
        return try skipSequence(bytes, offset)
      }
      let word = bytes.halfWord(at: offset)
      if word & 0xC0E0 == 0x80C0, word & 0x1E != 0 {
        offset += 2
      } else if word & 0xC0_C0F0 == 0x80_80E0, word & 0x200F != 0, word & 0x200F != 0x200D {
        offset += 3
      } else if word & 0xC0C0_C0F8 == 0x8080_80F0, word & 0x3007 != 0,
        word & 0x04 == 0 || word & 0x3003 == 0
      {
        offset += 4
      } else {
        throw sequenceFailure(bytes, offset)
      }
      let next = bytes.byte(at: offset)
      if next >= 0x80 { continue }
      guard next == ASCII.space, bytes.byte(at: offset + 1) >= 0x80 else { return offset }
      offset += 1
    }
  }

  /// The offset after the one UTF-8 sequence at `start`, for the last bytes of a text.
  private static func skipSequence(
    _ bytes: Span<UInt8>, _ start: Int
  ) throws(JSONSyntaxError) -> Int {
    let length = validSequence(bytes, start)
    guard length.isWhole else { throw failure(bytes, start + length.count, .invalidUTF8) }
    return start + length.count
  }

  @inline(never)
  private static func sequenceFailure(_ bytes: Span<UInt8>, _ start: Int) -> JSONSyntaxError {
    failure(bytes, start + validSequence(bytes, start).count, .invalidUTF8)
  }

  /// The number of bytes from `start` on that fit a UTF-8 sequence (RFC 3629 section 4); `isWhole`
  /// when they complete it.
  private static func validSequence(
    _ bytes: Span<UInt8>, _ start: Int
  ) -> (count: Int, isWhole: Bool) {
    let first = bytes.byte(at: start)
    let length: Int
    let second: ClosedRange<UInt8>
    switch first {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return (0, false)
    }
    guard second.contains(bytes.byte(at: start + 1)) else { return (1, false) }
    for index in 2..<max(length, 2) where !(0x80...0xBF).contains(bytes.byte(at: start + index)) {
      return (index, false)
    }
    return (length, true)
  }
}
