import JSON
import Text

/// Writes a value as the type that an attribute asks for.
///
/// | value | type | written |
/// | --- | --- | --- |
/// | `187` | string | `"187"` |
/// | `"3e2"` | integer | `300` |
/// | `"YES"` | boolean | `true` |
/// | `"2012-03-01"` | date | `"2012-03-01T00:00:00Z"` |
///
/// Each function returns false where the value does not fit, and has written nothing then.
struct Coercion {
  let reading: AttributeDefinition.Reading
  let resolveURL: @Sendable (String) -> String?

  /// The cost of reading a value besides its bytes, in steps of a mapping; URLs are resolved by
  /// libcurl.
  var steps: Int {
    if case .type(.url) = reading { 4_096 } else { 64 }
  }

  /// Writes a value that is there.
  func write(_ value: JSONSlice, _ document: JSONDocument, to sink: inout ByteSink) -> Bool {
    let bytes = document.bytes.span
    if case .type(.array) = reading {
      Self.writeArray(value, bytes, to: &sink)
      return true
    }
    guard !value.isNull else {
      sink.append("null")
      return true
    }
    switch reading {
    case .verbatim, .type(.any), .type(.array):
      break
    case .type(.object):
      guard value.kind == .object else { return false }
    case .type(.string):
      return Self.writeString(value, bytes, to: &sink)
    case .type(.url):
      return writeURL(value, document, to: &sink)
    case .type(.boolean) where value.kind == .boolean:
      break
    case .type(.number) where value.kind == .number:
      break
    default:
      guard value.kind == .string else {
        guard value.kind == .number else { return false }
        return write(text: bytes.extracting(value.range), isString: false, to: &sink)
      }
      if value.hasEscapes {
        let text = Array((document.string(value) ?? "").utf8)
        return write(text: text.span, isString: true, to: &sink)
      }
      return write(text: bytes.extracting(value.content), isString: true, to: &sink)
    }
    sink.append(bytes, Int(value.start), Int(value.end))
    return true
  }

  /// Writes what a number's or string's text means.
  private func write(text: Span<UInt8>, isString: Bool, to sink: inout ByteSink) -> Bool {
    if case .type(.boolean) = reading {
      return Self.writeBoolean(text, isString: isString, to: &sink)
    }
    if text.isEmpty {
      sink.append("null")
      return true
    }
    switch reading {
    case .type(.integer):
      return WholeNumber.write(text, to: &sink)
    case .type(.number):
      guard NumberLiteral(text) != nil else { return false }
      sink.append(text)
      return true
    case .epochMilliseconds:
      return EpochDate.write(text, decimals: 3, to: &sink)
    case .pattern(let pattern):
      guard let moment = pattern.read(text) else { return false }
      sink.append(moment, text)
      return true
    default:
      if isString, let moment = DateReader.read(text) {
        sink.append(moment, text)
        return true
      }
      return EpochDate.write(text, decimals: 0, to: &sink)
    }
  }

  private static func writeArray(
    _ value: JSONSlice, _ bytes: Span<UInt8>, to sink: inout ByteSink
  ) {
    guard value.kind != .array else { return sink.append(bytes, Int(value.start), Int(value.end)) }
    sink.append(ASCII.leftBracket)
    if !value.isNull { sink.append(bytes, Int(value.start), Int(value.end)) }
    sink.append(ASCII.rightBracket)
  }

  private static func writeString(
    _ value: JSONSlice, _ bytes: Span<UInt8>, to sink: inout ByteSink
  ) -> Bool {
    switch value.kind {
    case .string:
      sink.append(bytes, Int(value.start), Int(value.end))
    case .number, .boolean:
      sink.append(ASCII.quote)
      sink.append(bytes, Int(value.start), Int(value.end))
      sink.append(ASCII.quote)
    default:
      return false
    }
    return true
  }

  private func writeURL(
    _ value: JSONSlice, _ document: JSONDocument, to sink: inout ByteSink
  ) -> Bool {
    guard let reference = document.string(value), let url = resolveURL(reference) else {
      return false
    }
    var writer = JSONWriter()
    writer.string(url)
    sink.append(writer.bytes.span)
    return true
  }

  private static func writeBoolean(
    _ text: Span<UInt8>, isString: Bool, to sink: inout ByteSink
  ) -> Bool {
    if isString {
      guard text.count <= 5 else { return false }
      switch String(decoding: lowercased(text), as: UTF8.self) {
      case "true", "t", "yes", "y", "1": sink.append("true")
      case "false", "f", "no", "n", "0": sink.append("false")
      default: return false
      }
      return true
    }
    guard let text = JSONDecimal(text)?.text, ["0", "1e0"].contains(text) else { return false }
    sink.append(text == "0" ? "false" : "true")
    return true
  }

  private static func lowercased(_ text: Span<UInt8>) -> [UInt8] {
    text.indices.map { ASCII.lowercased(text[$0]) }
  }
}

/// Writes whole numbers with all their digits.
enum WholeNumber {
  /// Writes the digits of a whole number: `3.0` gives `3`, `3e2` gives `300`, `-0` gives `0`.
  ///
  /// False for fractions, for what is not a number and for more than `MappingLimits.digitsMax`
  /// digits.
  static func write(_ text: Span<UInt8>, to sink: inout ByteSink) -> Bool {
    guard let number = NumberLiteral(text) else { return false }
    if number.isPlain, number.whole.count <= MappingLimits.digitsMax,
      text[number.whole.lowerBound] != ASCII.zero
    {
      sink.append(text)
      return true
    }
    let (digits, point) = number.digits(text)
    guard let first = digits.firstIndex(where: { $0 != ASCII.zero }) else {
      sink.append(ASCII.zero)
      return true
    }
    let count = point - first
    guard count > 0, count <= MappingLimits.digitsMax,
      digits.dropFirst(point).allSatisfy({ $0 == ASCII.zero })
    else { return false }
    if number.isNegative { sink.append(ASCII.minus) }
    let written = digits[first..<min(point, digits.count)]
    for digit in written { sink.append(digit) }
    for _ in written.count..<count { sink.append(ASCII.zero) }
    return true
  }
}
