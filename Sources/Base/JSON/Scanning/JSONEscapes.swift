import Text

/// Resolves and makes the escapes of JSON strings (RFC 8259 section 7).
enum JSONEscapes {
  private static let replacement: UInt32 = 0xFFFD

  /// The UTF-8 of a valid string's content with its escapes resolved.
  ///
  /// `caf\u00e9 \ud83d\ude00` gives "café 😀"; a lone surrogate gives U+FFFD.
  static func resolved(_ bytes: Span<UInt8>, _ content: Range<Int>) -> [UInt8] {
    // Every valid escape is at least as long as the text it represents.
    [UInt8](unsafeUninitializedCapacity: content.count + 8) { output, end in
      let room = UnsafeMutableRawBufferPointer(output)
      var offset = content.lowerBound
      while offset < content.upperBound {
        if content.upperBound - offset >= 8 {
          // Eight bytes are written, and then as many kept as are in front of a backslash.
          let word = bytes.word(at: offset)
          room.storeBytes(of: word.littleEndian, toByteOffset: end, as: UInt64.self)
          let plain = backslashes(word).trailingZeroBitCount / 8
          end += plain
          offset += plain
          if plain == 8 { continue }
        }
        let byte = bytes[offset]
        guard byte == ASCII.backslash, offset + 1 < content.upperBound else {
          output[end] = byte
          end += 1
          offset += 1
          continue
        }
        let letter = bytes[offset + 1]
        offset += 2
        if letter == ASCII.lowerU {
          let (scalar, length) = scalar(bytes, offset, content)
          for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
            output[end] = byte
            end += 1
          }
          offset += length
        } else {
          output[end] = plain(letter)
          end += 1
        }
      }
    }
  }

  /// The high bits of bytes that are backslashes; only the lowest one is exact.
  @inline(__always)
  private static func backslashes(_ word: UInt64) -> UInt64 {
    let others = word ^ 0x5C5C_5C5C_5C5C_5C5C
    return (others &- 0x0101_0101_0101_0101) & ~others & 0x8080_8080_8080_8080
  }

  /// The scalar of the digits after `\u`, and of a low surrogate after them; how long they are.
  private static func scalar(
    _ bytes: Span<UInt8>, _ offset: Int, _ content: Range<Int>
  ) -> (scalar: Unicode.Scalar, length: Int) {
    var code = hexDigits(bytes, offset, content.upperBound) ?? replacement
    var length = 4
    if (0xD800...0xDBFF).contains(code), let low = lowSurrogate(bytes, offset + 4, content) {
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      length += 6
    }
    return (Unicode.Scalar(code) ?? "\u{FFFD}", length)
  }

  /// True when an escape in a valid string's content is half of a surrogate pair.
  static func hasLoneSurrogate(_ bytes: Span<UInt8>, _ content: Range<Int>) -> Bool {
    var offset = content.lowerBound
    while offset + 1 < content.upperBound {
      guard bytes[offset] == ASCII.backslash else {
        offset += 1
        continue
      }
      let isUnicode = bytes[offset + 1] == ASCII.lowerU
      offset += 2
      guard isUnicode else { continue }
      let scalar = hexDigits(bytes, offset, content.upperBound) ?? replacement
      offset += 4
      guard (0xD800...0xDFFF).contains(scalar) else { continue }
      guard scalar < 0xDC00, lowSurrogate(bytes, offset, content) != nil else { return true }
      offset += 6
    }
    return false
  }

  /// The byte that a backslash and this letter stand for.
  private static func plain(_ letter: UInt8) -> UInt8 {
    switch letter {
    case 0x62: 0x08
    case ASCII.lowerF: 0x0C
    case ASCII.lowerN: ASCII.lineFeed
    case 0x72: ASCII.carriageReturn
    case ASCII.lowerT: ASCII.tab
    default: letter
    }
  }

  /// The low surrogate whose escape starts at `offset`.
  private static func lowSurrogate(
    _ bytes: Span<UInt8>, _ offset: Int, _ content: Range<Int>
  ) -> UInt32? {
    guard offset + 6 <= content.upperBound, bytes[offset] == ASCII.backslash,
      bytes[offset + 1] == ASCII.lowerU,
      let low = hexDigits(bytes, offset + 2, content.upperBound),
      (0xDC00...0xDFFF).contains(low)
    else { return nil }
    return low
  }

  /// The number that four hexadecimal digits make.
  private static func hexDigits(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> UInt32? {
    guard start + 4 <= end else { return nil }
    var number: UInt32 = 0
    for offset in start..<(start + 4) {
      guard let digit = ASCII.hexValue(bytes[offset]) else { return nil }
      number = number << 4 | UInt32(digit)
    }
    return number
  }

  /// Escapes in place what is from `start` on: quotes, backslashes and control characters.
  ///
  /// Anything else goes as it is, the slash and non-ASCII included.
  static func escape(_ bytes: inout [UInt8], from start: Int) {
    let first = JSONScanner.skipValidText(bytes.span, start)
    guard first < bytes.count else { return }
    let text = Array(bytes[first...])
    bytes.removeSubrange(first...)
    append(text.span, to: &bytes)
  }

  /// Appends a text, escaped in the same way.
  static func append(_ text: Span<UInt8>, to output: inout [UInt8]) {
    var offset = 0
    while offset < text.count {
      let end = min(text.count, offset + bytesAtOnce)
      var written = output.count
      output.append(contentsOf: repeatElement(0, count: (end - offset) * 2 + 8))
      output.withUnsafeMutableBytes { room in
        offset = escapeByLetters(text, offset..<end, into: room, &written)
      }
      output.removeLast(output.count - written)
      // A control character that takes more than a letter rarely comes alone.
      let rest = offset < end ? min(end, offset + bytesOneByOne) : offset
      while offset < rest {
        append(escaping: text[offset], to: &output)
        offset += 1
      }
    }
  }

  /// Room is made for the escapes of this many bytes at once.
  private static let bytesAtOnce = 4_096
  /// The number of bytes written one by one after a byte that needs more than a letter.
  private static let bytesOneByOne = 128

  /// Writes a text with every byte that needs it after a backslash, up to one that takes more than
  /// a letter, whose offset it returns. Sixteen bytes are written at once, and then as many are
  /// kept as needed no backslash.
  @inline(__always)
  private static func escapeByLetters(
    _ text: Span<UInt8>, _ range: Range<Int>, into room: UnsafeMutableRawBufferPointer,
    _ end: inout Int
  ) -> Int {
    let letters = letters.span
    var offset = range.lowerBound
    while offset < range.upperBound {
      if range.upperBound - offset >= 16 {
        let vector = text.vector(at: offset)
        room.storeBytes(of: vector, toByteOffset: end, as: SIMD16<Int8>.self)
        let plain = JSONScanner.plainCount(vector, valid: true)
        end += plain
        offset += plain
        // Without this branch it takes half as long again: texts within texts are regular.
        if plain == 16 { continue }
      }
      let entry = letters[Int(text[offset])]
      guard entry != unwritable else { break }
      room[end] = ASCII.backslash
      end += Int(entry >> 8)
      room[end] = UInt8(truncatingIfNeeded: entry)
      end += 1
      offset += 1
    }
    return offset
  }

  private static let unwritable: UInt16 = 0x1FF

  /// The replacement of each byte; 1 is added where a backslash precedes it.
  private static let letters: [UInt16] = (0...255).map { (byte: UInt16) in
    switch UInt8(byte) {
    case ASCII.quote, ASCII.backslash: 0x100 | byte
    case 0x08: 0x162
    case 0x0C: 0x100 | UInt16(ASCII.lowerF)
    case ASCII.lineFeed: 0x100 | UInt16(ASCII.lowerN)
    case ASCII.carriageReturn: 0x172
    case ASCII.tab: 0x100 | UInt16(ASCII.lowerT)
    case 0x00..<0x20: unwritable
    default: byte
    }
  }

  private static func append(escaping byte: UInt8, to output: inout [UInt8]) {
    let entry = letters[Int(byte)]
    if entry == unwritable {
      output.append("\\u00")
      output.append(ASCII.lowercased(ASCII.hexDigit(byte >> 4)))
      output.append(ASCII.lowercased(ASCII.hexDigit(byte & 0x0F)))
    } else {
      if entry >> 8 == 1 { output.append(ASCII.backslash) }
      output.append(UInt8(truncatingIfNeeded: entry))
    }
  }
}
