import HTTP
import JSON
import Testing

@testable import Decoding

/// XML as JSON.
struct XMLConversionTests {
  private func converted(
    _ text: String, encoding: String? = nil, bytesMax: Int = 100_000
  ) throws -> JSONValue {
    try converted(Array(text.utf8), encoding: encoding, bytesMax: bytesMax)
  }

  private func converted(
    _ bytes: [UInt8], encoding: String? = nil, bytesMax: Int = 100_000
  ) throws -> JSONValue {
    let json = try XMLConversion.json(of: bytes, encoding: encoding, bytesMax: bytesMax).json
    let document = try JSONDocument(json)
    return document.value(document.root)
  }

  private func value(_ json: String) throws -> JSONValue {
    let document = try JSONDocument(Array(json.utf8))
    return document.value(document.root)
  }

  @Test(arguments: [
    ("<r/>", "{}"), ("<r> \n </r>", "{}"), ("<r>t</r>", ##"{"#text":"t"}"##),
    (
      #"<r xmlns="u" n="1"><a>x</a><a/><b c="2">y</b></r>"#,
      ##"{"@xmlns":"u","@n":"1","a":["x",null],"b":{"@c":"2","#text":"y"}}"##
    ),
    ("<users n=\"1\"><user>1</user></users>", #"{"@n":"1","user":["1"]}"#),
    ("<r><ListRecords><x:record/></ListRecords></r>", #"{"ListRecords":{"x:record":[null]}}"#),
    (
      "<r><companies><company/></companies><bus><bu/></bus></r>",
      #"{"companies":{"company":[null]},"bus":{"bu":[null]}}"#
    ),
    (
      "<r><idSet><item>1</item></idSet><a type=\"array\"><b/></a></r>",
      #"{"idSet":{"item":["1"]},"a":{"@type":"array","b":[null]}}"#
    ),
    (
      "<rss><channel><title>t</title><item/></channel></rss>",
      #"{"channel":{"title":"t","item":[null]}}"#
    ),
    (
      "<r><address><street/></address><items><a/></items></r>",
      #"{"address":{"street":null},"items":{"a":null}}"#
    ),
    ("<r><a>1</a><b>2</b><a>3</a></r>", #"{"a":["1","3"],"b":"2"}"#),
    (
      "<r><a>1</a><a>2</a><b/><a>3</a><c/><b>4</b></r>",
      #"{"a":["1","2","3"],"b":[null,"4"],"c":null}"#
    ),
    (
      "<r><i><k>1</k><n/><k>2</k></i><x/><i/></r>",
      #"{"i":[{"k":["1","2"],"n":null},null],"x":null}"#
    ),
    ("<r>\n one <b>two</b> three\n</r>", ##"{"b":"two","#text":"one  three"}"##),
    ("<r><a> x </a><b>\n</b></r>", #"{"a":" x ","b":null}"#),
    ("<r><a>&lt;\"\\&#10;<![CDATA[<b>]]></a></r>", #"{"a":"<\"\\\n<b>"}"#),
    (
      #"<x:r xmlns:x="u"><x:a xmlns:y="v" y:b="&quot;"/></x:r>"#,
      #"{"@xmlns:x":"u","x:a":{"@y:b":"\""}}"#
    ),
    ("<!DOCTYPE r PUBLIC \"-//N//E\" \"http://127.0.0.1:1/e.dtd\"><r><a>1</a></r>", #"{"a":"1"}"#),
    ("<r><!-- c --><?p i?><a>1<!-- c -->2</a></r>", #"{"a":"12"}"#),
    (
      "<r><a/><b/><c/><d/><e/><f/><g/><h/><i/><a>1</a><j/></r>",
      #"{"a":[null,"1"],"b":null,"c":null,"d":null,"e":null,"f":null,"g":null,"h":null,"i":null,"j":null}"#
    ),
  ])
  func elementsAreMembers(text: String, expected: String) throws {
    #expect(try converted(text) == value(expected))
  }

  @Test func encodingsAreThoseOfTheDeclaration() throws {
    let latin =
      Array(#"<?xml version="1.0" encoding="ISO-8859-1"?><r><a>"#.utf8) + [0xE9]
      + Array("</a></r>".utf8)
    #expect(try converted(latin)["a"]?.stringValue == "é")
    let wide = "\u{FEFF}<r><a>é</a></r>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try converted(wide)["a"]?.stringValue == "é")
    let text = #"<?xml version="1.0" encoding="ISO-8859-1"?><r><a>é</a></r>"#
    #expect(try converted(text, encoding: "UTF-8")["a"]?.stringValue == "é")
  }

  @Test(arguments: [
    ("<r><a></r>", "mismatched tag"), ("<r/><r/>", "junk after document element"),
    ("{\"a\":1}", "set decode"), (#"<?xml version="1.0" encoding="x-none"?><r/>"#, "encoding"),
    ("<!DOCTYPE r [<!ENTITY a \"b\">]><r>&a;</r>", "declares the entity a"),
    ("<!DOCTYPE r [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><r>&a;</r>", "declares the entity a"),
    ("<!DOCTYPE r SYSTEM \"e.dtd\"><r>&eacute;</r>", "&eacute; is not declared"),
    ("<r>&eacute;</r>", "undefined entity"), ("<r a=\"1\" a=\"2\"/>", "duplicate attribute"),
    (String(repeating: "<a>", count: 300), "nested deeper than 250"),
  ])
  func wrongTextsAreRefused(text: String, words: String) {
    let fault = #expect(throws: BodyFault.self) { try converted(text) }
    #expect(fault?.isTruncated == false)
    #expect(fault?.detail.contains(words) == true, "\(fault?.detail ?? "")")
  }

  @Test func everyCutShows() throws {
    let text = Array(
      "<?xml version=\"1.0\"?><r a=\"é\"><i>1</i><i b='2'>&amp;<![CDATA[x]]></i><!-- c --></r>".utf8
    )
    _ = try converted(text)
    for end in 1..<text.count {
      let fault = #expect(throws: BodyFault.self) { try converted(Array(text[..<end])) }
      #expect(fault?.isTruncated == true, "\(end): \(fault?.detail ?? "")")
    }
  }

  @Test func whatAttributesOfTheDocumentTypeMakeIsBounded() {
    let value = String(repeating: "v", count: 1_000)
    let text =
      "<!DOCTYPE r [<!ATTLIST a b CDATA \"\(value)\">]><r>"
      + String(repeating: "<a/>", count: 1_000) + "</r>"
    let fault = #expect(throws: BodyFault.self) { try converted(text) }
    #expect(fault?.detail.contains("more than 100000 bytes") == true)
  }

  @Test func scatteredElementsAtEveryDepthAreGathered() throws {
    let depth = 200
    let text =
      String(repeating: "<a><x/><y/><x/>", count: depth) + String(repeating: "z", count: 200_000)
      + String(repeating: "</a>", count: depth)
    var value = try converted(text, bytesMax: 10_000_000)
    for _ in 1..<depth {
      #expect(value["x"] == [.null, .null])
      value = value["a"] ?? .null
    }
    #expect(value["#text"]?.stringValue?.count == 200_000)
  }

  @Test func namesInsideOfOneElementAreBounded() {
    let text = "<r>" + (0...XMLConversion.namesMax).map { "<a\($0)/>" }.joined() + "</r>"
    let fault = #expect(throws: BodyFault.self) { try converted(text, bytesMax: 10_000_000) }
    #expect(fault?.detail.contains("more than 100000 names") == true)
  }

  @Test func withoutTheLibraryTheErrorNamesThePackage() {
    let fault = #expect(throws: BodyFault.self) {
      try XMLConversion.json(of: Array("<r/>".utf8), encoding: nil, bytesMax: 10, library: nil)
    }
    #expect(fault?.detail.contains("libexpat1") == true)
  }
}
