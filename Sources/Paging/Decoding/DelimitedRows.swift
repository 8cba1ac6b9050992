import HTTP
import Text

/// Rows of text with a header (CSV, TSV; RFC 4180) as a list of objects, whose values are texts.
///
///     id;name\r\n007;"O""Neil"\r\n        [{"id":"007","name":"O\"Neil"}]
///     id,id,\n1,2,3,4\n                   [{"id":"1","id_2":"2","3":"3","#more":["4"]}]
///     sep=|\nid|n\n1|a\n                 [{"id":"1","n":"a"}]
///
/// The delimiter is the one that the header has most of, unless it is given, by the caller or by a first
/// line of Excel's. A row with fewer fields than the header lacks the last members; blank lines are
/// skipped.
struct DelimitedRows {
  /// The number of rows that have more or fewer fields than the header.
  private(set) var unevenCount = 0
  /// The first names of the header, as JSON writes them.
  private(set) var columns: [String] = []
  private let bytes: [UInt8]
  private let delimiter: UInt8
  /// nil: no character quotes a field.
  private let quote: UInt8?
  /// The first row is one, and columns have numbers.
  private let isWithoutHeader: Bool
  private let bytesMax: Int
  private var offset: Int
  private var json: [UInt8] = []

  /// The most fields of a header, as in the spreadsheets that write such files.
  static let columnsMax = 16_384
  /// The number of names that are kept.
  private static let columnsKept = 8

  /// The member for fields beyond those of the header.
  private static let more = Array("\"#more\"".utf8)

  init(
    _ bytes: [UInt8], isTabbed: Bool, _ syntax: TableSyntax = TableSyntax(),
    isWithoutHeader: Bool = false, bytesMax: Int
  ) {
    self.bytes = bytes
    self.isWithoutHeader = isWithoutHeader
    self.bytesMax = bytesMax
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let stated = DelimitedRows.separatorLine(bytes[start...])
    offset = stated?.end ?? start
    quote = syntax.quote
    delimiter =
      syntax.delimiter ?? stated?.delimiter
      ?? (isTabbed ? ASCII.tab : DelimitedRows.delimiter(of: bytes, quote: syntax.quote))
  }

  /// The delimiter that a first line names for Excel, and the line's end: `sep=;`.
  private static func separatorLine(
    _ bytes: ArraySlice<UInt8>
  ) -> (delimiter: UInt8, end: Int)? {
    let line = bytes.prefix { $0 != ASCII.lineFeed && $0 != ASCII.carriageReturn }
    guard line.count == 5, let delimiter = line.last, delimiter < 0x7F, delimiter != ASCII.quote,
      ASCII.equalsIgnoringCase(String(decoding: line.dropLast(), as: UTF8.self), "sep=")
    else { return nil }
    return (delimiter, line.endIndex)
  }

  /// The list as JSON.
  mutating func list() throws(BodyFault) -> [UInt8] {
    if let invalid { throw BodyFault(offset: invalid, detail: "its text is not UTF-8") }
    json.reserveCapacity(bytes.count * 2)
    skipLineEnds()
    let keys = try header()
    json.append(ASCII.leftBracket)
    skipLineEnds()
    while offset < bytes.count {
      if json.count > 1 { json.append(ASCII.comma) }
      try row(keys)
      skipLineEnds()
    }
    json.append(ASCII.rightBracket)
    return json
  }

  /// The first byte that is not UTF-8.
  private var invalid: Int? {
    guard bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil
    else { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var offset = 0
    while case .valid(let scalar) = parser.parseScalar(from: &rest) { offset += scalar.count }
    return offset
  }

  private static func delimiter(of bytes: [UInt8], quote: UInt8?) -> UInt8 {
    var counts = [UInt8: Int]()
    var isQuoted = false
    for byte in bytes.drop(while: { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }) {
      if byte == quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == ASCII.lineFeed || byte == ASCII.carriageReturn { break }
      if byte == ASCII.comma || byte == UInt8(ascii: ";") || byte == ASCII.tab
        || byte == UInt8(ascii: "|")
      {
        counts[byte, default: 0] += 1
      }
    }
    let most = counts.values.max() ?? 0
    if counts[ASCII.comma] == most { return ASCII.comma }
    return counts.filter { $0.value == most }.keys.min() ?? ASCII.comma
  }

  /// The keys of the members, each with its colon, and with the comma before it.
  private mutating func header() throws(BodyFault) -> [[UInt8]] {
    var keys: [[UInt8]] = []
    var counts: [[UInt8]: Int] = [DelimitedRows.more: 1]
    let start = offset
    while true {
      json.removeAll(keepingCapacity: true)
      try field()
      // A copy, as the buffer has room for the whole body.
      let hasName = json.count > 2 && !isWithoutHeader
      var name = hasName ? Array(json[...]) : Array("\"\(keys.count + 1)\"".utf8)
      if var count = counts[name] {
        let known = name
        repeat {
          count += 1
          name = known.dropLast() + Array("_\(count)\"".utf8)
        } while counts[name] != nil
        counts[known] = count
      }
      counts[name] = 1
      if columns.count < DelimitedRows.columnsKept {
        columns.append(String(decoding: name, as: UTF8.self))
      }
      keys.append((keys.isEmpty ? [] : [ASCII.comma]) + name + [ASCII.colon])
      guard takeDelimiter() else { break }
      guard keys.count < DelimitedRows.columnsMax else {
        throw BodyFault(
          offset: offset,
          detail: "its header has more than \(DelimitedRows.columnsMax) fields; set decode to what "
            + "it is")
      }
    }
    json.removeAll(keepingCapacity: true)
    if isWithoutHeader { offset = start }
    return keys
  }

  private mutating func row(_ keys: [[UInt8]]) throws(BodyFault) {
    json.append(ASCII.leftBrace)
    var count = 0
    repeat {
      if count < keys.count {
        json += keys[count]
      } else if count == keys.count {
        json.append(ASCII.comma)
        json += DelimitedRows.more
        json += [ASCII.colon, ASCII.leftBracket]
      } else {
        json.append(ASCII.comma)
      }
      try field()
      count += 1
      guard json.count <= bytesMax else {
        throw BodyFault(
          offset: offset,
          detail: "its rows become more than \(bytesMax) bytes of JSON (fetching.responseBytesMax)")
      }
    } while takeDelimiter()
    if count > keys.count { json.append(ASCII.rightBracket) }
    if count != keys.count { unevenCount += 1 }
    json.append(ASCII.rightBrace)
  }

  /// Writes the field at the offset as a string, and moves to its end.
  private mutating func field() throws(BodyFault) {
    json.append(ASCII.quote)
    if let quote, offset < bytes.count, bytes[offset] == quote {
      try quotedText(by: quote)
    } else {
      let start = offset
      while !isAtEnd { offset += 1 }
      append(start..<offset)
    }
    json.append(ASCII.quote)
  }

  private mutating func quotedText(by quote: UInt8) throws(BodyFault) {
    let opening = offset
    while true {
      offset += 1
      let start = offset
      while offset < bytes.count, bytes[offset] != quote { offset += 1 }
      append(start..<offset)
      guard offset < bytes.count else {
        throw BodyFault(
          offset: opening, detail: "the quote at byte \(opening) is not closed", isTruncated: true)
      }
      offset += 1
      guard offset < bytes.count, bytes[offset] == quote else { break }
      append(offset..<offset + 1)
    }
    guard isAtEnd else {
      throw BodyFault(
        offset: offset,
        detail:
          "text follows the closing quote at byte \(offset - 1); a quote inside a quoted field "
          + "is written twice")
    }
  }

  private mutating func append(_ range: Range<Int>) {
    let bytes = bytes
    json.append(text: bytes.span.extracting(range))
  }

  /// True at the end of a field.
  private var isAtEnd: Bool {
    guard offset < bytes.count else { return true }
    let byte = bytes[offset]
    return byte == delimiter || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
  }

  private mutating func takeDelimiter() -> Bool {
    guard offset < bytes.count, bytes[offset] == delimiter else { return false }
    offset += 1
    return true
  }

  private mutating func skipLineEnds() {
    while offset < bytes.count,
      bytes[offset] == ASCII.lineFeed || bytes[offset] == ASCII.carriageReturn
    {
      offset += 1
    }
  }
}
