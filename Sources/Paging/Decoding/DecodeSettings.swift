package import JSON
import Text

/// The formats of bodies as a caller names them: `decode` of the params of `open`.
///
///     "csv"
///     {"csv": {"delimiter": ";", "quote": "'"}}
package struct DecodeSettings: Sendable {
  package let format: BodyFormat
  let table: TableSyntax

  /// A format as it is found.
  package init(_ format: BodyFormat, table: TableSyntax = TableSyntax()) {
    self.format = format
    self.table = table
  }

  /// Reads `decode`, which may be missing.
  package init(_ fields: inout JSONFields) throws(JSONFieldError) {
    guard case .object(let object)? = fields.value("decode") else {
      self.init(try fields.choice("decode", of: BodyFormat.self) ?? .auto)
      return
    }
    var members = JSONFields(object, path: fields.path(of: "decode"))
    guard var csv = try members.fields("csv") else {
      throw fields.error(
        "decode", expected: "the name of a format, or {\"csv\": {\"delimiter\": \";\"}}")
    }
    let table = try TableSyntax(&csv)
    try csv.finish()
    try members.finish()
    self.init(.csv, table: table)
  }
}

/// The characters that rows of a table are written with; nil: as they are found.
package struct TableSyntax: Sendable {
  /// Between two fields; nil: the one that the header has most of.
  private(set) var delimiter: UInt8?
  /// Around a field; nil: there are no quotes.
  private(set) var quote: UInt8? = ASCII.quote

  /// As most tables are written.
  package init() {}

  /// Reads `delimiter` and `quote`.
  init(_ fields: inout JSONFields) throws(JSONFieldError) {
    if let text = try fields.string("delimiter") {
      delimiter = try TableSyntax.character(text).orThrow(
        fields.error("delimiter", expected: "one ASCII character, such as \";\" or a tab"))
    }
    if let text = try fields.string("quote") {
      quote =
        text.isEmpty
        ? nil
        : try TableSyntax.character(text).orThrow(
          fields.error("quote", expected: "one ASCII character, or \"\" for none"))
    }
    if let delimiter, delimiter == quote {
      throw fields.error("quote", expected: "another character than the delimiter")
    }
  }

  /// The one byte of a text that may separate or enclose fields.
  private static func character(_ text: String) -> UInt8? {
    guard text.utf8.count == 1, let byte = text.utf8.first, (1..<0x7F).contains(byte),
      byte != ASCII.lineFeed, byte != ASCII.carriageReturn
    else { return nil }
    return byte
  }
}
