import TestSupport
import Testing

@testable import JSON

@Suite struct JSONWriterTests {
  private func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func putsTheCommas() throws {
    let document = try JSONDocument(Array("[ 1, \"é\" ]".utf8))
    let text = written {
      $0.beginObject()
      $0.member("a", 1)
      $0.member("b", "x")
      $0.member("c", true)
      $0.member("d", nil as Int?)
      $0.member("e", nil as String?)
      $0.member("f", nil as Bool?)
      $0.key(text: "g")
      $0.beginArray()
      $0.beginArray()
      $0.endArray()
      $0.beginObject()
      $0.endObject()
      $0.null()
      $0.boolean(false)
      $0.double(1.5)
      $0.raw(document, document.root)
      $0.raw(document, .absent)
      $0.raw([0x37])
      $0.raw("{}")
      $0.value(["k": [1, .null]])
      _ = $0.string(ifUTF8: [0x61])
      $0.endArray()
      $0.key("h")
      $0.integer(Int.min)
      $0.endObject()
    }
    let expected =
      #"{"a":1,"b":"x","c":true,"d":null,"e":null,"f":null,"g":[[],{},null,false,1.5,"#
      + #"[ 1, "é" ],null,7,{},{"k":[1,null]},"a"],"h":-9223372036854775808}"#
    #expect(text == expected)
  }

  static let strings: [(String, String)] = [
    ("", #""""#), ("abc", #""abc""#), ("a\"b", #""a\"b""#), ("\\", #""\\""#), ("a/b", #""a/b""#),
    ("\u{8}\u{C}\n\r\t", #""\b\f\n\r\t""#), ("\u{0}\u{1F}", #""\u0000\u001f""#),
    ("\u{7F}", "\"\u{7F}\""), ("é中😀\u{2028}", "\"é中😀\u{2028}\""),
    ("0123456789abcdef\n", #""0123456789abcdef\n""#), ("é\"é", #""é\"é""#),
  ]

  @Test(arguments: strings) func escapesWhatMustBe(_ string: String, _ expected: String) throws {
    #expect(written { $0.string(string) } == expected)
    #expect(written { _ = $0.string(ifUTF8: Array(string.utf8)) } == expected)
    let object = written {
      $0.beginObject()
      $0.key(text: string)
      $0.string(string)
      $0.endObject()
    }
    #expect(object == "{\(expected):\(expected)}")
    let document = try JSONDocument(Array(expected.utf8))
    #expect(document.string(document.root) == string)
  }

  @Test func everyScalarSurvives() throws {
    var string = ""
    for code in (0 as UInt32)..<0x3000 {
      Unicode.Scalar(code).map { string.unicodeScalars.append($0) }
    }
    let document = try JSONDocument(Array(written { $0.string(string) }.utf8))
    #expect(document.string(document.root) == string)
  }

  /// Longer than what is written at once, with everything that has an escape at any place.
  @Test func longTextsAreEscapedAsShortOnesAre() throws {
    var random = SeededGenerator("long texts")
    let parts = ["\"", "\\", "\n", "\u{1}", "é", "😀", "x", "plain text of some length "]
    for _ in 0..<40 {
      var string = ""
      for _ in 0..<Int.random(in: 0..<3_000, using: &random) {
        string += parts.randomElement(using: &random) ?? ""
      }
      let text = written { _ = $0.string(ifUTF8: Array(string.utf8)) }
      let short = written { $0.string(string) }
      #expect(text == short)
      let document = try JSONDocument(Array(text.utf8))
      #expect(document.string(document.root) == string)
    }
    var writer = JSONWriter()
    let isWritten = writer.string(ifUTF8: [0x61, 0xFF])
    #expect(!isWritten)
    #expect(writer.bytes.isEmpty)
  }

  static let doubles: [(Double, String)] = [
    (0, "0.0"), (-0.5, "-0.5"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"),
    (.nan, "null"),
    (.infinity, "null"), (-.infinity, "null"), (12.1, "12.1"),
  ]

  @Test(arguments: doubles) func writesFiniteDoubles(_ double: Double, _ expected: String) throws {
    let text = written { $0.double(double) }
    #expect(text == expected)
    let document = try JSONDocument(Array(text.utf8))
    #expect(document.double(document.root) == (double.isFinite ? double : nil))
  }
}
