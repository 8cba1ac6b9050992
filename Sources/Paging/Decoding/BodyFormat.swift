package import HTTP
import JSON
import Text

/// The format of the bodies that hold the items, as `decode` names it. Each body becomes JSON before
/// anything reads it, so that key paths, counts and mappings are the same for all.
///
///     application/x-ndjson   {"id": 1}\n{"id": 2}                  [{"id": 1},{"id": 2}]
///     text/csv               id,name\n007,Ann                      [{"id":"007","name":"Ann"}]
///     application/xml        <list n="1"><item>a</item></list>     {"@n":"1","item":"a"}
package enum BodyFormat: String, Sendable, CaseIterable {
  /// As the media type and the first bytes of each response say.
  case auto
  case json, jsonLines, csv, xml

  /// The form of a body of no byte; nil: the media type says it.
  fileprivate var formOfNothing: BodyForm? {
    switch self {
    case .auto: nil
    case .jsonLines: .lines
    case .csv: .table(uneven: 0, columns: [])
    case .json, .xml: .json
    }
  }
}

extension HTTPResponse {
  /// Makes the body JSON in UTF-8, and notes the form that it was in. What is at fault stays as it
  /// came; so does the body of a response that is an error, unless it is XML. `bytesMax`: what may
  /// come of it.
  package mutating func decode(as settings: DecodeSettings, bytesMax: Int) {
    let isConverted = decodeText()
    if [.auto, .json].contains(settings.format) { dropScriptGuard() }
    let type = MediaType(headers["Content-Type"] ?? "")
    let text = text
    guard let first = text.first else {
      form = settings.format.formOfNothing ?? type.formOfNothing
      return
    }
    let isJSON = first == ASCII.leftBrace || first == ASCII.leftBracket
    let isHTML = first == UInt8(ascii: "<") && HTTPResponse.isHTML(text)
    do throws(BodyFault) {
      switch settings.format {
      case .json: break
      case .auto:
        if !isJSON, type.isXML(body) {
          try decodeXML(isConverted, bytesMax)
        } else if status.isSuccess, !isJSON, type.isTable {
          if !isHTML { try decodeTable(type, TableSyntax(), bytesMax) }
        } else if status.isSuccess,
          let list = JSONLines.list(body, isStated: JSONLines.isType(name: type.name))
        {
          body = list
          form = .lines
        }
      case .jsonLines where status.isSuccess:
        body = JSONLines.joined(body)
        form = .lines
      case .csv where status.isSuccess && !isHTML:
        try decodeTable(type, settings.table, bytesMax)
      case .xml: try decodeXML(isConverted, bytesMax)
      case .jsonLines, .csv: break
      }
    } catch {
      if status.isSuccess { form = .faulty(error) }
    }
  }

  /// Removes what keeps JSON from being run as a script: `)]}'`, as Gerrit and others begin.
  private mutating func dropScriptGuard() {
    let text = text
    guard let first = text.first, HTTPResponse.guardBytes.contains(first) else { return }
    for beginning in [")]}'", "while(1);", "while (1);", "for(;;);", "for (;;);"]
    where text.starts(with: beginning.utf8) {
      let json = text.dropFirst(beginning.utf8.count)
        .drop { ASCII.isBlank($0) || $0 == UInt8(ascii: ",") }
      if let first = json.first, first == ASCII.leftBrace || first == ASCII.leftBracket {
        body = Array(json)
      }
      return
    }
  }

  private static let guardBytes = Array(")wf".utf8)

  /// The body from the first character on that is no blank.
  private var text: ArraySlice<UInt8> {
    body[(body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)...].drop(while: ASCII.isBlank)
  }

  private static func isHTML(_ text: ArraySlice<UInt8>) -> Bool {
    let beginning = ASCII.lowercased(String(decoding: text.prefix(14), as: UTF8.self))
    return ["<!doctype html", "<html"].contains(where: beginning.hasPrefix)
  }

  private mutating func decodeTable(
    _ type: MediaType, _ syntax: TableSyntax, _ bytesMax: Int
  ) throws(BodyFault) {
    var rows = DelimitedRows(
      body, isTabbed: type.isTabbed, syntax, isWithoutHeader: type.lacksHeader, bytesMax: bytesMax)
    body = try rows.list()
    form = .table(uneven: rows.unevenCount, columns: rows.columns)
  }

  private mutating func decodeXML(_ isConverted: Bool, _ bytesMax: Int) throws(BodyFault) {
    let isUTF8 = decodeXMLText(isConverted: isConverted)
    let made = try XMLConversion.json(
      of: body, encoding: isUTF8 ? "UTF-8" : nil, bytesMax: bytesMax)
    body = made.json
    form = .xml(root: made.root)
  }
}

/// The media type of a response, and whether its body can be that.
private struct MediaType {
  /// In lower case, without parameters.
  let name: String
  private let text: String

  init(_ text: String) {
    self.text = text
    name = ASCII.lowercased(
      String(Substring(text.utf8.prefix { $0 != UInt8(ascii: ";") })).trimmingBlanks)
  }

  /// The first row of a table is no header (RFC 4180): `text/csv; header=absent`.
  var lacksHeader: Bool { MediaTypeParameter.value(of: "header", in: text) == "absent" }

  var isTabbed: Bool { name == "text/tab-separated-values" }

  var isTable: Bool {
    isTabbed || ["text/csv", "application/csv", "text/x-csv"].contains(name)
  }

  /// The form of a body of no byte.
  var formOfNothing: BodyForm {
    isTable ? .table(uneven: 0, columns: []) : JSONLines.isType(name: name) ? .lines : .json
  }

  /// True for a media type of XML; where that says nothing of the text, for an XML declaration. The
  /// body does not begin as JSON.
  func isXML(_ body: [UInt8]) -> Bool {
    if name == "text/html" || name.hasSuffix("xhtml+xml") { return false }
    if name.hasSuffix("/xml") || name.hasSuffix("+xml") { return true }
    return body.drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || ASCII.isBlank($0) }
      .starts(with: "<?xml".utf8)
  }
}

extension [UInt8] {
  /// Appends a text as the inside of a JSON string.
  mutating func append(text: Span<UInt8>) {
    var special: UInt8 = 0
    for index in text.indices {
      let byte = text[index]
      special |= byte < 0x20 || byte == ASCII.quote || byte == ASCII.backslash ? 1 : 0
    }
    if special == 0 {
      text.withUnsafeBufferPointer { append(contentsOf: $0) }
    } else {
      JSONWriter.append(escaping: text, to: &self)
    }
  }
}
