import HTTP
import JSON
import TestInput
import Testing

@testable import Decoding

/// Bodies of each format as JSON.
struct BodyFormatTests {
  private func response(_ body: [UInt8], _ type: String?, status: Int = 200) -> HTTPResponse {
    let fields = type.map { [HTTPField(name: "Content-Type", value: $0)] } ?? []
    return HTTPResponse(status: HTTPStatus(status), headers: HTTPHeaders(fields), body: body)
  }

  private func decoded(
    _ text: String, _ type: String?, as format: BodyFormat = .auto, status: Int = 200
  ) -> HTTPResponse {
    var response = response(Array(text.utf8), type, status: status)
    response.decode(as: DecodeSettings(format), bytesMax: 1 << 20)
    return response
  }

  @Test(
    arguments: [
      (
        "{\"a\":1}\n", "application/x-ndjson; charset=utf-8", BodyFormat.auto, "[{\"a\":1}]",
        BodyForm.lines
      ),
      ("{\"a\":1}\n{\"a\":2}", "text/plain", .auto, "[{\"a\":1},{\"a\":2}]", .lines),
      ("{\"a\":1}\n", nil, .auto, "{\"a\":1}\n", .json),
      (")]}'\n[{\"a\":1}]", "application/json", .auto, "[{\"a\":1}]", .json),
      ("while(1);{\"a\":1}", "text/javascript", .json, "{\"a\":1}", .json),
      (")]}' [", nil, .csv, "[]", .table(uneven: 0, columns: ["\")]}' [\""])),
      ("for(;;);a", nil, .auto, "for(;;);a", .json),
      ("{\"a\":1}\n", nil, .jsonLines, "[{\"a\":1}]", .lines),
      ("1\n[2]\n", nil, .jsonLines, "[1,[2]]", .lines),
      ("[1,\"a\"]\n", "application/x-ndjson", .auto, "[[1,\"a\"]]", .lines),
      ("[{\"a\":1}]\n", "application/x-ndjson", .auto, "[{\"a\":1}]\n", .json),
      ("1\n2\n", "application/jsonl", .auto, "[1,2]", .lines),
      (
        "\u{1E}{\"a\":1}\n\u{1E}{\n\"a\":2}\n", "application/json-seq", .auto,
        "[{\"a\":1}\n,{\n\"a\":2}\n]", .lines
      ),
      ("{\"a\":1}\n{\"a\":2}", nil, .json, "{\"a\":1}\n{\"a\":2}", .json),
      (
        "a\n1\n", "Text/CSV;header=present", .auto, #"[{"a":"1"}]"#,
        .table(uneven: 0, columns: ["\"a\""])
      ),
      (
        "a,b\n1\n", "text/plain", .csv, #"[{"a":"1"}]"#,
        .table(uneven: 1, columns: ["\"a\"", "\"b\""])
      ),
      (
        "7,x\n8\n\n9,z,y\n", "text/csv; charset=utf-8; header=absent", .auto,
        ##"[{"1":"7","2":"x"},{"1":"8"},{"1":"9","2":"z","#more":["y"]}]"##,
        .table(uneven: 2, columns: ["\"1\"", "\"2\""])
      ),
      (
        "\u{FEFF}sep=|\n7|x", "Text/CSV;Header=\"Absent\"", .csv, #"[{"1":"7","2":"x"}]"#,
        .table(uneven: 0, columns: ["\"1\"", "\"2\""])
      ),
      (
        "7\tx\n", "text/tab-separated-values; header=absent", .auto, #"[{"1":"7","2":"x"}]"#,
        .table(uneven: 0, columns: ["\"1\"", "\"2\""])
      ),
      ("a,b\n1\n", "text/plain", .auto, "a,b\n1\n", .json),
      (#"{"error":1}"#, "text/csv", .auto, #"{"error":1}"#, .json),
      ("\u{FEFF} [1]", "text/csv", .auto, "\u{FEFF} [1]", .json),
      ("\u{FEFF}\n", "text/csv", .auto, "\u{FEFF}\n", .table(uneven: 0, columns: [])),
      ("<!DOCTYPE html>\n<p>a,b", "text/csv", .auto, "<!DOCTYPE html>\n<p>a,b", .json),
      ("\n<html>\n", "text/tab-separated-values", .auto, "\n<html>\n", .json),
      ("\u{FEFF}<HTML lang=\"en\">", nil, .csv, "\u{FEFF}<HTML lang=\"en\">", .json),
      ("<html>", "application/x-ndjson", .auto, "<html>", .json),
      (
        "a,b\tc\n1\t2\n", "text/tab-separated-values", .auto, #"[{"a,b":"1","c":"2"}]"#,
        .table(uneven: 0, columns: ["\"a,b\"", "\"c\""])
      ),
      ("<a><b>1</b></a>", "application/atom+xml", .auto, #"{"b": "1"}"#, .xml(root: "a")),
      (" <?xml version=\"1.0\"?><a/>".trimmed, nil, .auto, "{}", .xml(root: "a")),
      ("<a/>", "text/html", .auto, "<a/>", .json),
      ("<a/>", "text/html", .xml, "{}", .xml(root: "a")),
      (#"{"a":1}"#, "text/xml", .auto, #"{"a":1}"#, .json),
      ("<a/>", "text/plain", .auto, "<a/>", .json),
      ("", "text/xml", .auto, "", .json),
      (" \n", "text/csv", .auto, " \n", .table(uneven: 0, columns: [])),
      ("", "application/x-ndjson", .auto, "", .lines), ("", "text/plain", .jsonLines, "", .lines),
      ("", "application/json", .auto, "", .json),
    ] as [(String, String?, BodyFormat, String, BodyForm)])
  func bodiesAreJSON(
    text: String, type: String?, format: BodyFormat, body: String, form: BodyForm
  ) {
    let response = decoded(text, type, as: format)
    #expect(String(decoding: response.body, as: UTF8.self) == body)
    #expect(response.form == form)
  }

  @Test func anErrorIsReadAsXMLAndNotAsRows() {
    let xml = decoded("<Error><Code>x</Code></Error>", "application/xml", status: 404)
    #expect(String(decoding: xml.body, as: UTF8.self) == #"{"Code": "x"}"#)
    #expect(decoded("<Error>", "application/xml", status: 404).form == .json)
    for format in [BodyFormat.csv, .jsonLines, .auto] {
      let text = decoded("no such table", "text/csv", as: format, status: 404)
      #expect(String(decoding: text.body, as: UTF8.self) == "no such table")
    }
  }

  @Test func whatIsWrongStaysAsItCame() {
    let response = decoded("a\n\"1", "text/csv")
    #expect(String(decoding: response.body, as: UTF8.self) == "a\n\"1")
    guard case .faulty(let fault) = response.form else {
      Issue.record("\(response.form)")
      return
    }
    #expect(fault.isTruncated)
  }

  @Test func theStatedCharsetBeatsTheDeclaration() {
    let text = #"<?xml version="1.0" encoding="UTF-8"?><r><a>"#
    var latin = response(
      Array(text.utf8) + [0xE9] + Array("</a></r>".utf8), "text/xml; charset=ISO-8859-1")
    latin.decode(as: DecodeSettings(.auto), bytesMax: 1_000)
    #expect(String(decoding: latin.body, as: UTF8.self) == #"{"a": "é"}"#)
  }

  @Test(arguments: [
    ("; charset=utf-8", "ISO-8859-1", Array("é€".utf8), "é€"),
    ("; charset=utf-8", "UTF-16", Array("é€".utf8), "é€"),
    ("", "windows-1252", [0xE9, 0x80], "é€"), ("", "ISO-8859-15", [0xE9, 0xA4], "é€"),
    ("", "ISO-8859-1", [0xE9], "é"), ("; charset=iso-8859-15", "windows-1252", [0xA4], "€"),
    ("; charset=us-ascii", "ISO-8859-15", [0x65], "e"),
    ("; charset=shift_jis", "ISO-8859-15", [0xA4], "€"),
  ])
  func theCharsetOfXMLIsTheStatedOneElseTheDeclaredOne(
    parameter: String, declared: String, bytes: [UInt8], expected: String
  ) {
    let text = Array("<?xml version='1.0' encoding = '\(declared)' ?><r><a>".utf8) + bytes
    var response = response(text + Array("</a></r>".utf8), "application/xml" + parameter)
    response.decode(as: DecodeSettings(.auto), bytesMax: 1_000)
    #expect(String(decoding: response.body, as: UTF8.self) == #"{"a": "\#(expected)"}"#)
  }

  @Test(arguments: ["", "; charset=utf-8", "; charset=iso-8859-1", "; charset=utf-16"])
  func aByteOrderMarkBeatsWhatIsStated(parameter: String) {
    let text = "\u{FEFF}<?xml version='1.0' encoding='ISO-8859-1'?><r><a>é€</a></r>"
    let wide = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for bytes in [Array(text.utf8), wide] {
      var response = response(bytes, "application/xml" + parameter)
      response.decode(as: DecodeSettings(.auto), bytesMax: 1_000)
      #expect(String(decoding: response.body, as: UTF8.self) == #"{"a": "é€"}"#)
    }
  }

  /// All bytes that may come are made JSON, or said to be at fault.
  @Test(arguments: [1 as UInt64, 2, 3, 4])
  func damagedBodiesAreJSONOrAtFault(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let texts = [
      "id,\"na\"\"me\"\r\n1,\"a\nb\"\r\n2,c,d\r\n",
      "<?xml version=\"1.0\"?><r a='1'><i>&#233;<j/></i><k/><i><![CDATA[x]]></i>t</r>",
      "{\"a\":1}\n{\"a\":[2]}\n\u{1E}{\"b\":\"\\u00e9\"}\n",
    ]
    for format in [BodyFormat.csv, .xml, .auto, .jsonLines] {
      for text in texts {
        for _ in 0..<300 {
          var body = Array(text.utf8)
          for _ in 0..<random.below(4) {
            let place = random.below(body.count)
            switch random.below(3) {
            case 0: body[place] = UInt8(random.below(256))
            case 1: body.removeSubrange(place..<min(body.count, place + 3))
            default: body.insert(contentsOf: body[place...].prefix(5), at: place)
            }
            if body.isEmpty { body = [0x20] }
          }
          var response = response(Array(body.prefix(1 + random.below(body.count))), nil)
          let came = response.body
          response.decode(as: DecodeSettings(format), bytesMax: 1 << 20)
          switch response.form {
          case .table, .xml:
            #expect(JSONDocument.isJSONOrNotUTF8(response.body), "seed \(seed): \(came)")
          case .faulty: #expect(response.body == came)
          case .json, .lines: break
          }
        }
      }
    }
  }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}

extension JSONDocument {
  /// True when a text is JSON; one whose bytes are not UTF-8 is refused for that alone.
  fileprivate static func isJSONOrNotUTF8(_ bytes: [UInt8]) -> Bool {
    if String(validating: bytes, as: UTF8.self) == nil { return true }
    return (try? JSONDocument(bytes)) != nil
  }
}
