import JSON
import Testing

@testable import Commands

/// Cells of CSV and TSV.
struct DelimitedTextTests {
  static func cell(_ json: String, keepsFormulas: Bool = false) throws -> String {
    let document = try JSONDocument(Array(json.utf8))
    var bytes: [UInt8] = []
    let text = DelimitedText(separator: UInt8(ascii: ","), keepsFormulas: keepsFormulas)
    text.append([document.root], of: document, to: &bytes)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  /// A text that a spreadsheet would run does not run; numbers are what they were.
  @Test(arguments: [
    (#""=cmd|' /C calc'!A0""#, "'=cmd|' /C calc'!A0"), (#""@SUM(1)""#, "'@SUM(1)"),
    (#""+1+1""#, "'+1+1"), (#""-a""#, "'-a"), (#""-""#, "'-"), (#""-1.""#, "'-1."),
    (#""\t=1""#, "'\t=1"), (#""\r=1""#, "\"'\r=1\""), (#""=a,b""#, "\"'=a,b\""),
    (#""-1""#, "-1"), (#""+49.50""#, "+49.50"), ("-1", "-1"), ("-1.5e9", "-1.5e9"),
    (#""a=1""#, "a=1"), (#""""#, "\"\""), ("null", "\"\""), (#"["=1"]"#, "\"[\"\"=1\"\"]\""),
  ])
  func formulasDoNotRun(json: String, expected: String) throws {
    #expect(try Self.cell(json) == expected)
  }

  @Test func formulasStayWhereThatIsAskedFor() throws {
    #expect(try Self.cell(#""=1+1""#, keepsFormulas: true) == "=1+1")
  }
}
