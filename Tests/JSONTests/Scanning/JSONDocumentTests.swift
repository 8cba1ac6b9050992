import TestSupport
import Testing

@testable import JSON

@Suite struct JSONDocumentTests {
  @Test(.enabled(if: CaseFile.runsAll)) func corpusIsThere() {
    #expect(CorpusText.accepted.count >= 60)
    #expect(CorpusText.rejected.count >= 150)
  }

  @Test(arguments: CorpusText.accepted) func accepts(_ text: CorpusText) throws {
    let document = try JSONDocument(text.bytes)
    #expect(!document.root.isAbsent)
  }

  @Test(arguments: CorpusText.rejected) func rejects(_ text: CorpusText) {
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(text.bytes) }
  }

  /// Every byte before the offset can still become a text; with the byte at the offset none can.
  @Test(arguments: CorpusText.rejected) func offsetIsTheFirstWrongByte(_ text: CorpusText) {
    guard let error = syntaxError(text.bytes) else { return }
    verifyOffset(text.bytes, error)
  }

  @Test(arguments: CorpusText.accepted) func isRejectedWhereverItIsCut(_ text: CorpusText) throws {
    let root = try JSONDocument(text.bytes).root
    let end = root.kind == .number ? Int(root.start) : Int(root.end) - 1
    for cut in 0...end {
      let error = syntaxError(Array(text.bytes[..<cut]))
      #expect(error == JSONSyntaxError(.unexpectedEnd, cut), "cut at \(cut)")
    }
  }

  @Test(arguments: CorpusText.accepted)
  func readsAPartOfLargerBytesAlike(_ text: CorpusText) throws {
    let whole = try JSONDocument(text.bytes)
    let bytes = Array("]\"\\ ".utf8) + text.bytes + Array("}\"12345".utf8)
    let part = try JSONDocument(bytes, in: 4..<(4 + text.bytes.count))
    #expect(part.root.kind == whole.root.kind)
    #expect(part.text(part.root) == whole.text(whole.root))
    #expect(part.value(part.root) == whole.value(whole.root))
    #expect(part.hasLineBreaks == whole.hasLineBreaks)
  }

  @Test func errorsOfAPartCountFromTheStartOfTheBytes() {
    let bytes = Array("xx[1,2yy]".utf8)
    #expect(
      syntaxError(bytes, in: 2..<6) == JSONSyntaxError(.unexpectedEnd, 6))
    #expect(
      syntaxError(bytes, in: 2..<8) == JSONSyntaxError(.unexpectedByte, 6))
    #expect(syntaxError(bytes, in: 2..<2) == JSONSyntaxError(.unexpectedEnd, 2))
  }

  static let errorCases = [
    TestCase("empty", "", JSONSyntaxError(.unexpectedEnd, 0)),
    TestCase("blanks", "  ", JSONSyntaxError(.unexpectedEnd, 2)),
    TestCase("letter", "a", JSONSyntaxError(.unexpectedByte, 0)),
    TestCase("literalLetter", "trux", JSONSyntaxError(.unexpectedByte, 3)),
    TestCase("literalCut", "tru", JSONSyntaxError(.unexpectedEnd, 3)),
    TestCase("literalGlued", "truex", JSONSyntaxError(.trailingBytes, 4)),
    TestCase("twoValues", "1 2", JSONSyntaxError(.trailingBytes, 2)),
    TestCase("zeroZero", "00", JSONSyntaxError(.invalidNumber, 1)),
    TestCase("minusLetter", "-a", JSONSyntaxError(.invalidNumber, 1)),
    TestCase("dotLetter", "[1.x]", JSONSyntaxError(.invalidNumber, 3)),
    TestCase("dotCut", "1.", JSONSyntaxError(.unexpectedEnd, 2)),
    TestCase("exponentLetter", "1e+x", JSONSyntaxError(.invalidNumber, 3)),
    TestCase("plus", "+1", JSONSyntaxError(.unexpectedByte, 0)),
    TestCase("trailingComma", "[1,]", JSONSyntaxError(.unexpectedByte, 3)),
    TestCase("trailingCommaInObject", "{\"a\":1,}", JSONSyntaxError(.unexpectedByte, 7)),
    TestCase("wrongBracket", "[1}", JSONSyntaxError(.unexpectedByte, 2)),
    TestCase("noColon", "{\"a\" 1}", JSONSyntaxError(.unexpectedByte, 5)),
    TestCase("numberKey", "{1:1}", JSONSyntaxError(.unexpectedByte, 1)),
    TestCase("control", "\"ab\u{1}\"", JSONSyntaxError(.controlCharacter, 3)),
    TestCase("newline", "\"0123456789\n\"", JSONSyntaxError(.controlCharacter, 11)),
    TestCase("escape", "\"ab\\x\"", JSONSyntaxError(.invalidEscape, 4)),
    TestCase("escapeDigit", "\"\\u12g4\"", JSONSyntaxError(.invalidEscape, 5)),
    TestCase("escapeCut", "\"\\u12", JSONSyntaxError(.unexpectedEnd, 5)),
    TestCase("stringCut", "\"0123456789", JSONSyntaxError(.unexpectedEnd, 11)),
    TestCase("closedTwice", "{}}", JSONSyntaxError(.trailingBytes, 2)),
  ]

  @Test(arguments: errorCases) func tellsWhatIsWrongAndWhere(
    _ test: TestCase<String, JSONSyntaxError>
  ) {
    #expect(syntaxError(Array(test.input.utf8)) == test.expected)
  }

  static let sequenceCases: [([UInt8], Int)] = [
    ([0x80], 0), ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xC3, 0x28], 1), ([0xC3, 0x22], 1),
    ([0xE0, 0x9F, 0xBF], 1), ([0xE4, 0xB8, 0x20], 2), ([0xE4, 0x41], 1), ([0xED, 0xA0, 0x80], 1),
    ([0xF0, 0x8F, 0xBF, 0xBF], 1), ([0xF0, 0x9F, 0x98, 0x41], 3), ([0xF0, 0x9F, 0x41], 2),
    ([0xF4, 0x90, 0x80, 0x80], 1), ([0xF5, 0x80, 0x80, 0x80], 0), ([0xFF], 0),
  ]

  @Test(arguments: sequenceCases)
  func tellsTheWrongByteOfASequence(_ sequence: [UInt8], _ wrong: Int) {
    for before in 0..<20 {
      for after in [0, 1, 2, 12] {
        let bytes =
          [0x22] + Array(repeating: 0x61, count: before) + sequence
          + Array(repeating: 0x61, count: after) + [0x22]
        let expected = JSONSyntaxError(.invalidUTF8, 1 + before + wrong)
        #expect(syntaxError(bytes) == expected, "\(before) before, \(after) after")
      }
    }
  }

  @Test func findsSpecialBytesAtEveryPlaceOfAString() throws {
    for length in 0..<40 {
      for place in 0..<length {
        for (byte, reason) in [
          (0x09 as UInt8, JSONSyntaxError.Reason.controlCharacter),
          (0x1F, .controlCharacter), (0x80, .invalidUTF8),
        ] {
          var bytes = [UInt8](repeating: 0x7F, count: length + 2)
          bytes[0] = 0x22
          bytes[length + 1] = 0x22
          bytes[place + 1] = byte
          #expect(syntaxError(bytes) == JSONSyntaxError(reason, place + 1))
        }
        var quoted = [UInt8](repeating: 0x20, count: length + 2)
        quoted[0] = 0x22
        quoted[place + 1] = 0x22
        quoted[length + 1] = 0x78
        let expected = JSONSyntaxError(.trailingBytes, length + 1)
        #expect(syntaxError(quoted) == expected)
      }
    }
  }

  @Test func sequencesAreCheckedAtEveryPlace() throws {
    for text in ["é", "中", "😀", "é中😀 é", "\u{10FFFF}\u{800}\u{80}"] {
      for before in 0..<18 {
        let bytes = Array("\"\(String(repeating: "a", count: before))\(text)\"".utf8)
        let document = try JSONDocument(bytes)
        #expect(document.string(document.root)?.hasSuffix(text) == true)
        for cut in 0..<bytes.count {
          let expected = JSONSyntaxError(.unexpectedEnd, cut)
          #expect(syntaxError(Array(bytes[..<cut])) == expected)
        }
      }
    }
  }

  static let brackets: [(String, String)] = [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")]

  @Test(arguments: brackets) func isAsDeepAsAllowedAndNoDeeper(_ open: String, _ close: String) {
    let levels = open.utf8.filter { $0 == 0x5B || $0 == 0x7B }.count
    let count = 512 / levels
    let deepest =
      String(repeating: open, count: count) + "0" + String(repeating: close, count: count)
    #expect(syntaxError(Array(deepest.utf8)) == nil)
    let inner = open == "[" ? "[]" : "{}"
    let tooDeep = Array(
      (String(repeating: open, count: count) + inner + String(repeating: close, count: count))
        .utf8)
    let expected = JSONSyntaxError(.tooDeep, open.utf8.count * count)
    #expect(syntaxError(tooDeep) == expected)
  }

  /// Numbers of any length, whatever is after them and however near the text's end is.
  @Test func numbersEndWhereTheyEnd() {
    let wholes = ["0", "7", "42", "1234567", "12345678", "123456789012345678901"]
    for whole in wholes + wholes.map({ "-" + $0 }) {
      for rest in ["", ".5", ".1234567", ".12345678", "e5", "E+10", ".25e-7", ".5E123456789"] {
        let number = whole + rest
        for blanks in 0..<10 {
          #expect(syntaxError(Array((number + String(repeating: " ", count: blanks)).utf8)) == nil)
        }
        for (wrong, shift) in [
          ("x", 0), (".x", number.contains(/[.eE]/) ? 0 : 1),
          ("ex", number.contains(/[eE]/) ? 0 : 1),
        ] {
          let text = "[\(number)\(wrong), 1, 2, 3]"
          #expect(syntaxError(Array(text.utf8))?.offset == 1 + number.utf8.count + shift, "\(text)")
        }
      }
    }
    for text in ["00", "01.5", "-00", "012345678", "0123"] {
      let offset = text.hasPrefix("-") ? 2 : 1
      #expect(
        syntaxError(Array("\(text)         ".utf8))
          == JSONSyntaxError(.invalidNumber, offset))
    }
  }

  @Test func depthMaxIsTheCallersChoice() throws {
    let bytes = Array("[[1]]".utf8)
    #expect(try JSONDocument(bytes, depthMax: 2).root.kind == .array)
    #expect(throws: JSONSyntaxError(.tooDeep, 1)) {
      try JSONDocument(bytes, depthMax: 1)
    }
    #expect(try JSONDocument(Array("1".utf8), depthMax: 0).root.kind == .number)
  }

  @Test func aHundredThousandBracketsAreNoDanger() {
    let expected = JSONSyntaxError(.tooDeep, 512)
    #expect(syntaxError([UInt8](repeating: 0x5B, count: 100_000)) == expected)
    let bytes =
      [UInt8](repeating: 0x5B, count: 100_000) + [UInt8](repeating: 0x5D, count: 100_000)
    #expect(syntaxError(bytes, depthMax: 100_000) == nil)
    #expect(syntaxError(bytes, depthMax: 99_999)?.offset == 99_999)
  }

  @Test func aNumberOfFiveThousandDigitsIsOne() throws {
    let digits = String(repeating: "9", count: 5000)
    let document = try JSONDocument(Array("-\(digits).\(digits)e\(digits)".utf8))
    #expect(document.root.range == 0..<15_003)
    #expect(document.integer(document.root) == nil)
  }

  /// A page may have millions of items.
  @Test func sliceTakesEightBytes() {
    #expect(MemoryLayout<JSONSlice>.stride == 8)
    let last = JSONDocument.bytesMax
    let slice = JSONSlice(last - 2, last, .string, hasEscapes: true)
    #expect((Int(slice.start), Int(slice.end)) == (last - 2, last))
    #expect(slice.kind == .string && slice.hasEscapes)
    let whole = JSONSlice(0, last, .object)
    #expect((Int(whole.start), Int(whole.end)) == (0, last))
    #expect(whole.kind == .object && !whole.hasEscapes)
    let moved = JSONSlice(1, 3, .array).moved(by: 4)
    #expect(moved == JSONSlice(5, 7, .array))
  }

  @Test func moreBytesThanOffsetsAreRefused() throws {
    try JSONDocument.checkSize(JSONDocument.bytesMax)
    let expected = JSONSyntaxError(.tooLarge, JSONDocument.bytesMax)
    #expect(throws: expected) { try JSONDocument.checkSize(JSONDocument.bytesMax + 1) }
  }

  static let lineBreakCases: [(String, Bool)] = [
    ("{}", false), ("{\n}", true), ("[\r]", true), ("[1,\n2]", true), ("[1\n,2]", true),
    ("{\"a\"\n:1}", true), ("{\"a\":\r1}", true), ("{\"a\":1,\n\"b\":2}", true),
    ("\n\r\n{}\n", false), ("{}\r\n", false), ("[\"\\n\\r\"]", false), ("[ \t ]", false),
    ("[[[\n]]]", true), ("\n5\n", false), ("[          \n         ]", true),
  ]

  @Test(arguments: lineBreakCases)
  func lineBreaksCountInsideOfTheRootOnly(_ text: String, _ expected: Bool) throws {
    #expect(try JSONDocument(Array(text.utf8)).hasLineBreaks == expected)
    let scan = try JSONDocument.scan(Array(text.utf8), plan: .everywhere)
    #expect(scan.document.hasLineBreaks == expected)
  }
}

extension JSONPlan {
  /// A plan that descends into what the tests' texts hold.
  static var everywhere: JSONPlan {
    var plan = JSONPlan()
    for key in ["a", "b"] {
      _ = plan.capture(JSONPath(components: [.init(key)]))
      _ = plan.captureList(JSONPath(components: [.init(key)]), elementPaths: [.root])
    }
    _ = plan.captureList(.root, elementPaths: [.root])
    return plan
  }
}

/// The error of a text that is none, else nil; a pass with a plan must agree.
func syntaxError(_ bytes: [UInt8], depthMax: Int = 512) -> JSONSyntaxError? {
  var scanned: JSONSyntaxError?
  do throws(JSONSyntaxError) {
    _ = try JSONDocument.scan(bytes, plan: .everywhere, depthMax: depthMax)
  } catch {
    scanned = error
  }
  let error = syntaxError(bytes, in: 0..<bytes.count, depthMax: depthMax)
  #expect(scanned == error)
  return error
}

/// The error of a part that is no text, else nil.
func syntaxError(_ bytes: [UInt8], in range: Range<Int>, depthMax: Int = 512) -> JSONSyntaxError? {
  do throws(JSONSyntaxError) {
    _ = try JSONDocument(bytes, in: range, depthMax: depthMax)
    return nil
  } catch {
    return error
  }
}

/// Checks that the bytes before the offset are the beginning of a text and that one more is not.
func verifyOffset(_ bytes: [UInt8], _ error: JSONSyntaxError) {
  #expect(error.offset <= bytes.count)
  let before = syntaxError(Array(bytes[..<error.offset]))
  let cut = JSONSyntaxError(.unexpectedEnd, error.offset)
  #expect(before == nil || before == cut)
  if error.offset < bytes.count {
    #expect(syntaxError(Array(bytes[...error.offset])) == error)
  } else {
    #expect(error.reason == .unexpectedEnd)
  }
}
