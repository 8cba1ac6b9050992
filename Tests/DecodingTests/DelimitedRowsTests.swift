import HTTP
import JSON
import Testing

@testable import Decoding

/// CSV and TSV as JSON.
struct DelimitedRowsTests {
  private func list(_ text: String, isTabbed: Bool = false) throws -> String {
    var rows = DelimitedRows(Array(text.utf8), isTabbed: isTabbed, bytesMax: 1_000)
    return String(decoding: try rows.list(), as: UTF8.self)
  }

  @Test(arguments: [
    (
      "id,name\r\n007,Ann\r\n8,\"O\"\"Neil\"",
      #"[{"id":"007","name":"Ann"},{"id":"8","name":"O\"Neil"}]"#
    ),
    ("\u{FEFF}a;b,c;d\n1;2;3\n", #"[{"a":"1","b,c":"2","d":"3"}]"#),
    ("\"a|b\",c\n\"x\ny\r\n\",\n", #"[{"a|b":"x\ny\r\n","c":""}]"#),
    ("a\tb\n1,5\t2\n", #"[{"a":"1,5","b":"2"}]"#),
    ("id,id,\n1,2,3,4,5\n6\n", ##"[{"id":"1","id_2":"2","3":"3","#more":["4","5"]},{"id":"6"}]"##),
    ("id,id_2,id\n1,2,3\n", #"[{"id":"1","id_2":"2","id_3":"3"}]"#),
    ("\n\na\n\n1\n\n\n2", #"[{"a":"1"},{"a":"2"}]"#),
    ("a\\b,\u{1}\n\t,5\" pipe\n", #"[{"a\\b":"\t","\u0001":"5\" pipe"}]"#),
    ("sep=;\r\nid;n,m\r\n1;a\r\n", #"[{"id":"1","n,m":"a"}]"#),
    ("\u{FEFF}SEP=|\na|b;c\n1|2\n", #"[{"a":"1","b;c":"2"}]"#), ("sep=,", "[]"),
    ("sep=\n1\n", #"[{"sep=":"1"}]"#), ("sep=;a\n1;2\n", #"[{"sep=":"1","a":"2"}]"#),
    ("a,b\n", "[]"), ("a", "[]"), ("name\rAnn\r", #"[{"name":"Ann"}]"#),
  ])
  func rowsAreObjects(text: String, expected: String) throws {
    #expect(try list(text) == expected)
  }

  @Test(arguments: [
    ("a\nb\n", [0xFC, 0x0A], 4), ("ä,", [0xC3, 0x28], 3), ("a\n\"", [0xE2, 0x82], 3),
  ])
  func otherCharsetsAreRefused(text: String, bytes: [UInt8], offset: Int) {
    var rows = DelimitedRows(Array(text.utf8) + bytes, isTabbed: false, bytesMax: 1_000)
    #expect(throws: BodyFault(offset: offset, detail: "its text is not UTF-8")) {
      try rows.list()
    }
  }

  @Test func tabsAreGivenByTheType() throws {
    #expect(try list("a,b\tc\n1\t2\n", isTabbed: true) == #"[{"a,b":"1","c":"2"}]"#)
  }

  @Test(arguments: [
    (#"{"delimiter": ":"}"#, "a:b;c\n1:\"2:3\"\n", #"[{"a":"1","b;c":"2:3"}]"#),
    (#"{"quote": "'"}"#, "a;b\n'x;''y\"';2\n", #"[{"a":"x;'y\"","b":"2"}]"#),
    (#"{"quote": ""}"#, "a,b\n\"x,2\n", #"[{"a":"\"x","b":"2"}]"#),
    (#"{"delimiter": "\t", "quote": "|"}"#, "a\tb\n|1\n2|\t3\n", #"[{"a":"1\n2","b":"3"}]"#),
    ("{}", "a;b\n\"1\";2\n", #"[{"a":"1","b":"2"}]"#),
    (#"{"delimiter": ":"}"#, "sep=;\na:b\n1:2\n", #"[{"a":"1","b":"2"}]"#),
  ])
  func theCharactersMayBeGiven(syntax: String, text: String, expected: String) throws {
    let document = try JSONDocument(Array(#"{"decode":{"csv":\#(syntax)}}"#.utf8))
    var fields = try JSONFields(document.value(document.root), path: "")
    let settings = try DecodeSettings(&fields)
    #expect(settings.format == .csv)
    var rows = DelimitedRows(
      Array(text.utf8), isTabbed: false, settings.table, bytesMax: 1_000)
    #expect(String(decoding: try rows.list(), as: UTF8.self) == expected)
  }

  @Test(arguments: [
    (#"{"csv": {"delimiter": "ab"}}"#, "decode.csv.delimiter"),
    (#"{"csv": {"delimiter": "\n"}}"#, "decode.csv.delimiter"),
    (#"{"csv": {"delimiter": ""}}"#, "decode.csv.delimiter"),
    (#"{"csv": {"quote": "é"}}"#, "decode.csv.quote"),
    (#"{"csv": {"delimiter": "'", "quote": "'"}}"#, "decode.csv.quote"),
    (#"{"csv": {"quotes": "'"}}"#, "decode.csv.quotes"), (#"{"xml": {}}"#, "decode"),
    (#"{"csv": {}, "xml": {}}"#, "decode.xml"), (#""cvs""#, "decode"), ("7", "decode"),
  ])
  func wrongCharactersAreRefused(decode: String, path: String) throws {
    let document = try JSONDocument(Array(#"{"decode":\#(decode)}"#.utf8))
    let value = document.value(document.root)
    let error = #expect(throws: JSONFieldError.self) {
      var fields = try JSONFields(value, path: "")
      _ = try DecodeSettings(&fields)
    }
    #expect(error?.path == path)
  }

  @Test func rowsOfAnotherWidthAreCounted() throws {
    var rows = DelimitedRows(Array("a,b\n1,2\n3\n4,5,6\n".utf8), isTabbed: false, bytesMax: 1_000)
    _ = try rows.list()
    #expect(rows.unevenCount == 2)
  }

  @Test(arguments: [("a,\"b\n1,2\n", 2), ("a\n1\n\"2\n", 4)])
  func anOpenQuoteIsACutBody(text: String, offset: Int) {
    let fault = #expect(throws: BodyFault.self) { try list(text) }
    #expect(fault?.isTruncated == true && fault?.offset == offset)
  }

  @Test func textAfterAQuoteIsRefused() {
    let fault = #expect(throws: BodyFault.self) { try list("a,b\n\"x\"y,2\n") }
    #expect(fault?.isTruncated == false && fault?.offset == 7)
  }

  @Test func aLongHeaderOverShortRowsIsBounded() {
    let text = String(repeating: "n", count: 300) + "\n" + String(repeating: "1\n", count: 100)
    let fault = #expect(throws: BodyFault.self) { try list(text) }
    #expect(fault?.detail.contains("more than 1000 bytes") == true)
  }

  @Test func aHeaderHasABoundedNumberOfFields() throws {
    let most = DelimitedRows.columnsMax
    func header(_ fields: Int) -> String {
      (1...fields).map { "c\($0)" }.joined(separator: ",") + "\n"
    }
    var whole = DelimitedRows(Array(header(most).utf8), isTabbed: false, bytesMax: 1_000)
    #expect(try whole.list() == Array("[]".utf8))
    var wide = DelimitedRows(Array(header(most + 1).utf8), isTabbed: false, bytesMax: 1_000)
    let fault = #expect(throws: BodyFault.self) { try wide.list() }
    #expect(fault?.detail.contains("more than 16384 fields") == true)
  }
}
