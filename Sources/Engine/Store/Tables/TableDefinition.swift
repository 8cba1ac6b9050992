import Text

/// The text of a CREATE TABLE statement, to be changed in places: what users have added stays.
///
/// From `CREATE TABLE "t"("id" INTEGER, "a" TEXT, PRIMARY KEY("id")) STRICT` with `a` widened and
/// the name `t_2` comes `CREATE TABLE "t_2"("id" INTEGER, "a" ANY, PRIMARY KEY("id")) STRICT`.
struct TableDefinition {
  /// A word, a quoted name, a text or a single sign.
  private struct Token {
    let range: Range<Int>
    /// The name that it may be, without quotes, as SQLite compares names.
    let name: [UInt8]
    /// The sign, for those that are one byte long.
    let sign: UInt8
  }

  private let sql: [UInt8]
  private let tokens: [Token]

  init(_ text: String) {
    sql = Array(text.utf8)
    tokens = TableDefinition.tokens(of: sql)
  }

  /// The statement for a table of another name whose columns of these names hold any type; nil
  /// where the text is not understood.
  func widened(_ columns: [String], name: String) -> String? {
    guard let open = tokens.firstIndex(where: { $0.sign == UInt8(ascii: "(") }), open > 0 else {
      return nil
    }
    var changes = [(tokens[open - 1].range, SQLName.quoted(name))]
    let folded = Set(columns.map(SQLName.folded))
    var depth = 1
    var isStart = true
    var index = open + 1
    while index < tokens.count, depth > 0 {
      let token = tokens[index]
      if isStart, depth == 1, folded.contains(token.name), index + 1 < tokens.count {
        changes.append((tokens[index + 1].range, ColumnType.any.rawValue))
      }
      isStart = token.sign == UInt8(ascii: ",") && depth == 1
      if token.sign == UInt8(ascii: "(") { depth += 1 }
      if token.sign == UInt8(ascii: ")") { depth -= 1 }
      index += 1
    }
    guard changes.count == folded.count + 1 else { return nil }
    var result = sql
    for (range, text) in changes.reversed() { result.replaceSubrange(range, with: text.utf8) }
    return String(decoding: result, as: UTF8.self)
  }

  // MARK: Tokens

  private static func tokens(of sql: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    var offset = 0
    while offset < sql.count {
      let start = offset
      switch sql[offset] {
      case UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "'"):
        offset = quotedEnd(sql, offset, closing: sql[offset])
      case UInt8(ascii: "["):
        offset = quotedEnd(sql, offset, closing: UInt8(ascii: "]"))
      case UInt8(ascii: "-") where offset + 1 < sql.count && sql[offset + 1] == sql[offset]:
        while offset < sql.count, sql[offset] != UInt8(ascii: "\n") { offset += 1 }
        continue
      case UInt8(ascii: "/") where offset + 1 < sql.count && sql[offset + 1] == UInt8(ascii: "*"):
        offset = commentEnd(sql, offset + 2)
        continue
      case let byte where isWordByte(byte):
        while offset < sql.count, isWordByte(sql[offset]) { offset += 1 }
      case 0x09, 0x0A, 0x0C, 0x0D, 0x20:
        offset += 1
        continue
      default: offset += 1
      }
      tokens.append(token(sql, start..<offset))
    }
    return tokens
  }

  private static func token(_ sql: [UInt8], _ range: Range<Int>) -> Token {
    let first = sql[range.lowerBound]
    var text = String(decoding: sql[range], as: UTF8.self)
    if "\"`'[".utf8.contains(first) {
      let quote = first == UInt8(ascii: "[") ? "]" : String(UnicodeScalar(first))
      text = String(decoding: sql[range].dropFirst().dropLast(), as: UTF8.self)
        .replacing(quote + quote, with: quote)
    }
    let isSign = range.count == 1 && !isWordByte(first)
    return Token(range: range, name: SQLName.folded(text), sign: isSign ? first : 0)
  }

  private static func quotedEnd(_ sql: [UInt8], _ start: Int, closing: UInt8) -> Int {
    var offset = start + 1
    while offset < sql.count {
      let isClosing = sql[offset] == closing
      offset += 1
      guard isClosing else { continue }
      guard closing != 0x5D, offset < sql.count, sql[offset] == closing else { return offset }
      offset += 1
    }
    return offset
  }

  private static func commentEnd(_ sql: [UInt8], _ start: Int) -> Int {
    sql[start...].firstRange(of: "*/".utf8)?.upperBound ?? sql.count
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"): true
    default: byte >= 0x80
    }
  }
}
