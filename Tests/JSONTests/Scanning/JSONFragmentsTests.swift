import Testing

@testable import JSON

@Suite struct JSONFragmentsTests {
  @Test func joinsItsPieces() throws {
    let document = try JSONDocument(Array(#"{"items":[1, 2]}"#.utf8))
    let items = try #require(document.member("items", of: document.root))
    var fragments = JSONFragments(Array("{\"a\":".utf8))
    fragments.append(document, range: items.range)
    fragments.append(Array("}".utf8))
    fragments.append([])
    #expect(fragments.pieces.count == 3)
    #expect(String(decoding: fragments.joined(), as: UTF8.self) == #"{"a":[1, 2]}"#)
    #expect(fragments.byteCount == fragments.joined().count)
    #expect(JSONFragments().joined().isEmpty)
    var twice = fragments
    twice.append(fragments)
    #expect(twice.joined() == fragments.joined() + fragments.joined())
    #expect(twice.byteCount == twice.joined().count)
  }

  @Test func aSingleLineHasNoLineBreaksAndLeavesOthersAlone() throws {
    let pretty = try JSONDocument(Array("[\r\n  1,\n  \"a \\n b\"\n]".utf8))
    let plain = try JSONDocument(Array("[1, 2]\n".utf8))
    var fragments = JSONFragments(Array("{\n\"a\": ".utf8))
    fragments.append(pretty, range: pretty.root.range)
    fragments.append(Array(", \"b\": ".utf8))
    fragments.append(plain, range: plain.root.range)
    fragments.append(Array("\r}".utf8))
    let line = fragments.singleLine()
    let expected = #"{"a":[1,"a \n b"], "b": [1, 2]}"#
    #expect(String(decoding: line.joined(), as: UTF8.self) == expected)
    #expect(line.byteCount == expected.utf8.count)
  }

  @Test func lineBreaksAreFoundAtEveryPlace() {
    for length in 1..<30 {
      for place in 0..<length {
        for lineBreak: UInt8 in [0x0A, 0x0D] {
          var bytes = [UInt8](repeating: 0x20, count: length)
          bytes[place] = lineBreak
          #expect(JSONFragments(bytes).singleLine().joined().isEmpty)
        }
      }
      for other: UInt8 in [0x20, 0x09, 0x0B, 0x0C, 0x8A, 0x8D, 0xFF] {
        let bytes = [UInt8](repeating: other, count: length)
        #expect(JSONFragments(bytes).singleLine().joined() == bytes)
      }
    }
  }
}
