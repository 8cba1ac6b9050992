import TestSupport
import Testing

@testable import JSON

@Suite struct JSONCompactionTests {
  private func compacted(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
    var output: [UInt8] = [0x78]
    JSONCompaction.append(bytes, range, to: &output)
    return Array(output.dropFirst())
  }

  static let cases: [(String, String)] = [
    ("", ""), (" \n\r\t ", ""), ("1", "1"), ("[ 1 , 2 ]", "[1,2]"),
    (#"{ "a b" : " c\" d " , "e\\" : [ ] }"#, #"{"a b":" c\" d ","e\\":[]}"#),
    ("\n\n[\n          \"x          y\"\n]\n", "[\"x          y\"]"),
    (#""\\" "#, #""\\""#), (#", "a": "#, #","a":"#),
  ]

  @Test(arguments: cases) func leavesOutBlanksOutsideOfStrings(_ text: String, _ expected: String) {
    let bytes = Array(text.utf8)
    #expect(String(decoding: compacted(bytes, 0..<bytes.count), as: UTF8.self) == expected)
  }

  @Test(arguments: CorpusText.accepted) func keepsTheValue(_ text: CorpusText) throws {
    let document = try JSONDocument(text.bytes)
    try verify(document)
  }

  @Test func keepsTheValueOfRandomTexts() throws {
    var random = SeededGenerator("compaction")
    for _ in 0..<300 {
      try verify(try JSONDocument(Array(JSONText(isPlain: true).value(&random).utf8)))
    }
  }

  private func verify(_ document: JSONDocument) throws {
    let bytes = compacted(document.bytes, document.root.range)
    let again = try JSONDocument(bytes)
    #expect(again.root.range == 0..<bytes.count)
    #expect(!bytes.contains(0x0A) && !bytes.contains(0x0D))
    #expect(again.value(again.root) == document.value(document.root))
    #expect(strings(bytes) == strings(Array(document.bytes[document.root.range])))
    #expect(compacted(bytes, 0..<bytes.count) == bytes)
  }

  /// The literal strings of a text, found byte by byte.
  private func strings(_ bytes: [UInt8]) -> [[UInt8]] {
    var strings: [[UInt8]] = []
    var current: [UInt8]?
    var isEscaped = false
    for byte in bytes {
      if current == nil {
        if byte == 0x22 { current = [] }
      } else if isEscaped || byte != 0x22 {
        current?.append(byte)
        isEscaped = !isEscaped && byte == 0x5C
      } else {
        current.map { strings.append($0) }
        current = nil
      }
    }
    return strings
  }
}
