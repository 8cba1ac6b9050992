import Text

/// The validating pass over one JSON text (RFC 8259, UTF-8, bounded depth).
///
/// The functions take the bytes and the offset of a token and return the offset after it:
/// with `{"a":[1,2]}` and offset 5, `skipValue` returns 10. Nothing is decoded and nothing is
/// stored; the span's end is the text's end. Containers are walked in one loop with a stack of
/// one bit each, so that deep input costs a native call for 64 containers.
struct JSONScanner {
  /// The maximum nesting depth of containers.
  let depthMax: Int
  /// A raw CR or LF was skipped outside strings.
  var hasLineBreaks = false
  /// The number of elements and element values that the plan's lists may still take.
  var listValuesLeft: Int

  init(depthMax: Int, listValuesMax: Int = JSONPlan.listValuesMax) {
    self.depthMax = depthMax
    listValuesLeft = listValuesMax
  }

  /// The offset of the first byte at or after `start` that is not blank.
  @inline(__always)
  mutating func skipBlanks(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    let first = bytes.byte(at: start)
    if first > ASCII.space { return start }
    // Many APIs write one space after a colon and a comma.
    if first == ASCII.space, bytes.byte(at: start &+ 1) > ASCII.space { return start &+ 1 }
    return skipBlankRun(bytes, start)
  }

  @inline(never)
  private mutating func skipBlankRun(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var offset = start
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == ASCII.lineFeed || byte == ASCII.carriageReturn {
        hasLineBreaks = true
      } else if byte != ASCII.space && byte != ASCII.tab {
        return offset
      }
      offset += 1
      while bytes.count - offset >= 8, bytes.word(at: offset) == 0x2020_2020_2020_2020 {
        offset += 8
      }
    }
    return offset
  }

  /// The slice of the value that starts at `start`, validated; `depth` containers are open.
  mutating func scanValue(
    _ bytes: Span<UInt8>, _ start: Int, depth: Int
  ) throws(JSONSyntaxError) -> JSONSlice {
    switch bytes.byte(at: start) {
    case ASCII.quote:
      let string = try Self.skipString(bytes, start &+ 1)
      return JSONSlice(start, string.end, .string, hasEscapes: string.hasEscapes)
    case ASCII.leftBrace:
      return JSONSlice(start, try skipValue(bytes, start, depth: depth), .object)
    case ASCII.leftBracket:
      return JSONSlice(start, try skipValue(bytes, start, depth: depth), .array)
    case ASCII.minus, ASCII.zero...ASCII.nine:
      return JSONSlice(start, try Self.skipNumber(bytes, start), .number)
    case ASCII.lowerT, ASCII.lowerF:
      return JSONSlice(start, try Self.skipLiteral(bytes, start), .boolean)
    case ASCII.lowerN:
      return JSONSlice(start, try Self.skipLiteral(bytes, start), .null)
    default:
      throw Self.failure(bytes, start)
    }
  }

  /// The offset after the value that starts at `start`; `depth` containers are open around it.
  mutating func skipValue(
    _ bytes: Span<UInt8>, _ start: Int, depth: Int
  ) throws(JSONSyntaxError) -> Int {
    // The containers that are open, a bit each, the innermost lowest: 1 is an object. What is inside
    // of 64 is a call of its own.
    var kinds: UInt64 = 0
    var level = depth
    var offset = start
    while true {
      let byte = bytes.byte(at: offset)
      switch byte {
      case ASCII.quote:
        offset = try Self.skipString(bytes, offset &+ 1).end
      case ASCII.leftBrace, ASCII.leftBracket:
        guard level < depthMax else { throw JSONSyntaxError(.tooDeep, offset) }
        let opening = offset
        offset = skipBlanks(bytes, offset &+ 1)
        if bytes.byte(at: offset) == Self.closing(byte) {
          offset &+= 1
        } else {
          if level &- depth == 64 {
            offset = try skipValue(bytes, opening, depth: level)
            break
          }
          level &+= 1
          kinds = kinds << 1 | (byte == ASCII.leftBrace ? 1 : 0)
          if byte == ASCII.leftBrace { offset = try skipKey(bytes, offset) }
          continue
        }
      case ASCII.minus, ASCII.zero...ASCII.nine:
        offset = try Self.skipNumber(bytes, offset)
      case ASCII.lowerT, ASCII.lowerF, ASCII.lowerN:
        offset = try Self.skipLiteral(bytes, offset)
      default:
        throw Self.failure(bytes, offset)
      }
      while true {
        if level == depth { return offset }
        let isObject = kinds & 1 == 1
        if isObject {
          let separator = bytes.keySeparatorLength(at: offset)
          if separator > 0 {
            offset = try skipColon(bytes, Self.skipString(bytes, offset &+ separator).end)
            break
          }
        }
        offset = skipBlanks(bytes, offset)
        let separator = bytes.byte(at: offset)
        if separator == ASCII.comma {
          offset = skipBlanks(bytes, offset &+ 1)
          if isObject { offset = try skipKey(bytes, offset) }
          break
        }
        guard separator == (isObject ? ASCII.rightBrace : ASCII.rightBracket) else {
          throw Self.failure(bytes, offset)
        }
        offset &+= 1
        level &-= 1
        kinds >>= 1
      }
    }
  }

  /// The offset of the value after the key, the colon and the blanks that start at `start`.
  @inline(__always)
  mutating func skipKey(_ bytes: Span<UInt8>, _ start: Int) throws(JSONSyntaxError) -> Int {
    guard bytes.byte(at: start) == ASCII.quote else { throw Self.failure(bytes, start) }
    return try skipColon(bytes, Self.skipString(bytes, start &+ 1).end)
  }

  /// The offset of the value after the colon and the blanks around it.
  @inline(__always)
  mutating func skipColon(_ bytes: Span<UInt8>, _ start: Int) throws(JSONSyntaxError) -> Int {
    let colon = skipBlanks(bytes, start)
    guard bytes.byte(at: colon) == ASCII.colon else { throw Self.failure(bytes, colon) }
    return skipBlanks(bytes, colon &+ 1)
  }

  /// The bracket that closes the given one: two code points on in both pairs.
  @inline(__always)
  static func closing(_ bracket: UInt8) -> UInt8 { bracket + 2 }

  /// The error for a byte that cannot be at `offset`, or for the end of the text there.
  @inline(never)
  static func failure(
    _ bytes: Span<UInt8>, _ offset: Int,
    _ reason: JSONSyntaxError.Reason = .unexpectedByte
  ) -> JSONSyntaxError {
    offset < bytes.count
      ? JSONSyntaxError(reason, offset) : JSONSyntaxError(.unexpectedEnd, bytes.count)
  }

  /// The offset after the number that starts at `start` with a minus or a digit.
  @inline(__always)
  static func skipNumber(_ bytes: Span<UInt8>, _ start: Int) throws(JSONSyntaxError) -> Int {
    let end = skipFewDigits(bytes, start)
    return end > start ? end : try skipAnyNumber(bytes, start)
  }

  /// The offset after a few digits, perhaps with a few decimals, as most numbers are; else `start`.
  @inline(__always)
  static func skipFewDigits(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    let whole = fewDigits(bytes, start)
    guard whole > start, whole == start &+ 1 || bytes.byte(at: start) != ASCII.zero else {
      return start
    }
    let next = bytes.byte(at: whole)
    if next | 0x20 != ASCII.lowerE, next != ASCII.dot { return whole }
    guard next == ASCII.dot else { return start }
    let end = fewDigits(bytes, whole &+ 1)
    return end > whole &+ 1 && bytes.byte(at: end) | 0x20 != ASCII.lowerE ? end : start
  }

  /// The number of leading digits among the eight bytes, the first one lowest.
  @inline(__always)
  private static func digitCount(_ word: UInt64) -> Int {
    // A digit's low four bits are below 10 and its others are 3; anything else gets a high bit.
    let rest = word ^ 0x3030_3030_3030_3030
    let others = ((rest &+ 0x7676_7676_7676_7676) | rest) & 0x8080_8080_8080_8080
    return others.trailingZeroBitCount / 8
  }

  /// The offset after one to seven digits that end within the next eight bytes; otherwise `start`.
  @inline(__always)
  private static func fewDigits(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    guard bytes.count &- start >= 8 else { return start }
    return start &+ (digitCount(bytes.uncheckedWord(at: start)) & 7)
  }

  @inline(never)
  private static func skipAnyNumber(
    _ bytes: Span<UInt8>, _ start: Int
  ) throws(JSONSyntaxError) -> Int {
    var offset = start
    if bytes.byte(at: offset) == ASCII.minus { offset += 1 }
    if bytes.byte(at: offset) == ASCII.zero {
      offset += 1
      if ASCII.isDigit(bytes.byte(at: offset)) { throw JSONSyntaxError(.invalidNumber, offset) }
    } else {
      offset = try skipDigits(bytes, offset)
    }
    if bytes.byte(at: offset) == ASCII.dot {
      offset = try skipDigits(bytes, offset + 1)
    }
    if bytes.byte(at: offset) | 0x20 == ASCII.lowerE {
      offset += 1
      let sign = bytes.byte(at: offset)
      if sign == ASCII.plus || sign == ASCII.minus { offset += 1 }
      offset = try skipDigits(bytes, offset)
    }
    return offset
  }

  /// The offset after one or more digits.
  @inline(__always)
  private static func skipDigits(
    _ bytes: Span<UInt8>, _ start: Int
  ) throws(JSONSyntaxError) -> Int {
    guard ASCII.isDigit(bytes.byte(at: start)) else {
      throw failure(bytes, start, .invalidNumber)
    }
    var offset = start + 1
    while bytes.count - offset >= 8 {
      let digits = digitCount(bytes.word(at: offset))
      offset += digits
      if digits < 8 { return offset }
    }
    while ASCII.isDigit(bytes.byte(at: offset)) { offset += 1 }
    return offset
  }

  /// The offset after `true`, `false` or `null`, of which the first letter is at `start`.
  @inline(__always)
  static func skipLiteral(_ bytes: Span<UInt8>, _ start: Int) throws(JSONSyntaxError) -> Int {
    if let end = skipLiteral(bytes, start) { return end }
    throw literalFailure(bytes, start)
  }

  /// The offset after such a word; nil if none begins there.
  @inline(__always)
  static func skipLiteral(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    guard start &+ 4 <= bytes.count else { return nil }
    let word = bytes.halfWord(at: start)
    if word == 0x6575_7274 || word == 0x6C6C_756E { return start + 4 }
    return word == 0x736C_6166 && bytes.byte(at: start + 4) == ASCII.lowerE ? start + 5 : nil
  }

  @inline(never)
  private static func literalFailure(_ bytes: Span<UInt8>, _ start: Int) -> JSONSyntaxError {
    let name: String =
      switch bytes.byte(at: start) {
      case ASCII.lowerT: "true"
      case ASCII.lowerF: "false"
      default: "null"
      }
    var offset = start
    for letter in name.utf8 {
      if bytes.byte(at: offset) != letter { break }
      offset += 1
    }
    return failure(bytes, offset)
  }
}
