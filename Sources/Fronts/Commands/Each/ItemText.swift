import JSON
import Text

/// The values in a text that comes in pieces: one a line, or one JSON array where `[` is the first
/// byte.
///
/// `5\n\nabc\n{"id":7}` are three values: a number, a text and an object. `[5,"abc",{"id":7}]` are
/// the same ones. However the text is split into pieces, its values are the same.
struct ItemText {
  /// The reason why a text cannot be read further.
  enum Problem: Error, Equatable {
    /// It ends before the value does that begins in this line, or is this element of the array.
    case cut(Place)
    case noJSON(Place)
    case tooLarge(Place, bytesMax: Int)
    /// Something follows the array.
    case behindArray
  }

  /// A value's place, counted from 1.
  enum Place: Equatable {
    case line(Int)
    case element(Int)
  }

  private enum Shape { case undecided, lines, array, arrayEnded }

  /// The most bytes of one value.
  static let itemBytesMax = 16 << 20
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private var shape = Shape.undecided
  private var rest: [UInt8] = []
  /// Lines or elements that are done.
  private var count = 0
  /// Inside an element: open brackets, and whether a string is open, or an escape in it.
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// The reason why nothing can be read after the values that were given.
  private(set) var problem: Problem?

  /// The values that are whole with these bytes; of a text with a problem, those before it.
  mutating func take(_ bytes: [UInt8]) -> [JSONValue] {
    var bytes = bytes[...]
    if shape == .undecided {
      rest += bytes
      // The first byte decides the kind of text, unless a byte order mark comes before it.
      let mayBeMark = rest.count < ItemText.mark.count && ItemText.mark.starts(with: rest)
      if mayBeMark { return [] }
      bytes = begin()[...]
    }
    return values(bytes)
  }

  /// The values that the end of the text makes whole.
  mutating func finish() -> [JSONValue] {
    let items = shape == .undecided ? values(begin()[...]) : []
    if problem != nil { return items }
    if shape == .array { problem = .cut(.element(count + 1)) }
    guard shape == .lines else { return items }
    let line = Array(rest.trimmed(ASCII.isBlank))
    if let first = line.first, "{[\"".utf8.contains(first), (try? JSONDocument(line)) == nil {
      problem = .cut(.line(count + 1))
      return items
    }
    return items + ItemText.value(ofLine: line)
  }

  private mutating func values(_ bytes: ArraySlice<UInt8>) -> [JSONValue] {
    var items: [JSONValue] = []
    if problem != nil { return items }
    do throws(Problem) {
      if shape == .lines { try lines(bytes, &items) } else { try elements(bytes, &items) }
    } catch {
      problem = error
    }
    return items
  }

  /// Decides what the text is, and gives what has come of it.
  private mutating func begin() -> [UInt8] {
    defer { rest = [] }
    let text = rest.starts(with: ItemText.mark) ? Array(rest.dropFirst(3)) : rest
    shape = text.first == UInt8(ascii: "[") ? .array : .lines
    return text
  }

  // MARK: Lines

  private mutating func lines(
    _ bytes: ArraySlice<UInt8>, _ items: inout [JSONValue]
  ) throws(Problem) {
    var begin = bytes.startIndex
    while let end = bytes[begin...].firstIndex(of: UInt8(ascii: "\n")) {
      rest += bytes[begin..<end]
      begin = end + 1
      try checkSize(.line(count + 1))
      count += 1
      items += ItemText.value(ofLine: Array(rest.trimmed(ASCII.isBlank)))
      rest.removeAll(keepingCapacity: true)
    }
    rest += bytes[begin...]
    try checkSize(.line(count + 1))
  }

  private static func value(ofLine line: [UInt8]) -> [JSONValue] {
    line.isEmpty ? [] : [JSONValue(json: line) ?? .string(String(decoding: line, as: UTF8.self))]
  }

  private func checkSize(_ place: Place) throws(Problem) {
    if rest.count > ItemText.itemBytesMax {
      throw .tooLarge(place, bytesMax: ItemText.itemBytesMax)
    }
  }

  // MARK: An array

  private mutating func elements(
    _ bytes: ArraySlice<UInt8>, _ items: inout [JSONValue]
  ) throws(Problem) {
    for byte in bytes {
      if shape == .arrayEnded {
        guard ASCII.isBlank(byte) else { throw .behindArray }
      } else if endsElement(byte) {
        let isLast = byte == UInt8(ascii: "]")
        let text = Array(rest.trimmed(ASCII.isBlank))
        rest.removeAll(keepingCapacity: true)
        if isLast { shape = .arrayEnded }
        if isLast, text.isEmpty, count == 0 { continue }
        count += 1
        guard let item = JSONValue(json: text) else { throw .noJSON(.element(count)) }
        items.append(item)
      } else if depth > 1 || byte != UInt8(ascii: "[") {
        rest.append(byte)
        try checkSize(.element(count + 1))
      }
    }
  }

  /// Takes in one byte; whether it is what follows an element.
  private mutating func endsElement(_ byte: UInt8) -> Bool {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      return false
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      depth -= 1
      return depth <= 0
    case UInt8(ascii: ","): return depth <= 1
    default: break
    }
    return false
  }
}
