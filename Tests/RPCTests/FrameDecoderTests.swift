import TestSupport
import Testing

@testable import RPC

/// One stream and what comes out of it.
struct FrameCase: CustomTestStringConvertible, Sendable {
  let id: String
  let stream: [UInt8]
  let frames: [Frame]
  var endedInside = false

  init(_ id: String, _ stream: String, _ frames: [Frame], endedInside: Bool = false) {
    self.init(id, bytes: Array(stream.utf8), frames, endedInside: endedInside)
  }

  init(_ id: String, bytes: [UInt8], _ frames: [Frame], endedInside: Bool = false) {
    self.id = id
    self.stream = bytes
    self.frames = frames
    self.endedInside = endedInside
  }

  var testDescription: String { id }
}

private let one = request(1)
private let two = request(2)
private let length = one.utf8.count
private let first = Frame.message(one)
private let second = Frame.message(two)
private let badFrame = Frame.fault(.framing)
private let badText = Frame.fault(.notJSON)
private let tooBig = Frame.fault(.tooLarge)
private let cutOff = Frame.fault(.truncated)

private func length(_ value: String, _ body: String = "") -> String {
  "Content-Length: \(value)\r\n\r\n\(body)"
}

@Suite struct FrameDecoderTests {
  static let fine: [FrameCase] = [
    FrameCase("usual", framed(one) + framed(two), [first, second]),
    FrameCase("lowerCase", "content-length: \(length)\r\n\r\n\(one)", [first]),
    FrameCase("upperCase", "CONTENT-LENGTH: \(length)\r\n\r\n\(one)", [first]),
    FrameCase("noSpace", "Content-Length:\(length)\r\n\r\n\(one)", [first]),
    FrameCase("manyBlanks", "Content-Length: \t \(length) \t\r\n\r\n\(one)", [first]),
    FrameCase("lineFeedsOnly", "Content-Length: \(length)\n\n\(one)", [first]),
    FrameCase("mixedLineEnds", "X: y\nContent-Length: \(length)\r\n\n\(one)", [first]),
    FrameCase("leadingZeros", length("000\(length)", one), [first]),
    FrameCase(
      "contentTypeFirst",
      "Content-Type: application/vim-jsonrpc; charset=utf-8\r\n\(framed(one))", [first]),
    FrameCase(
      "contentTypeLast",
      "Content-Length: \(length)\r\nContent-Type: x; charset=utf8\r\n\r\n\(one)", [first]),
    FrameCase("emptyHeader", "X-Empty:\r\n\(framed(one))", [first]),
    FrameCase("headerInUTF8", "X-Foo: bar: 8 é😀\r\n\(framed(one))", [first]),
    FrameCase("longerName", "X-Content-Length: 3\r\n\(framed(one))", [first]),
    FrameCase("twoEqualLengths", "Content-Length: \(length)\r\n\(framed(one))", [first]),
    FrameCase(
      "twoEqualLengthsSpelledApart", "Content-Length: 0\(length)\r\n\(framed(one))", [first]),
    FrameCase("newlineAfterBody", framed(one) + "\r\n" + framed(two) + "\n\n", [first, second]),
    FrameCase("blanksFirst", " \t\r\n \r\n\(framed(one))", [first]),
    FrameCase(
      "headerWordsInText", framed("\"Content-Length: 5\""), [.message("\"Content-Length: 5\"")]),
    FrameCase(
      "headerWordsAtTheEnd", framed("\"Content-\"") + framed(one),
      [.message("\"Content-\""), first]),
    FrameCase("nothing", "", []),
    FrameCase("onlyBlanks", " \r\n\r\n", []),
  ]

  @Test("A well-formed stream gives its messages and no fault", arguments: fine)
  func fineStream(_ example: FrameCase) {
    FrameVerifier().expect(example.stream, example.frames)
  }

  static let broken: [FrameCase] = [
    FrameCase("garbageLine", "hello world\r\n" + framed(one), [badFrame, first]),
    FrameCase("garbageGlued", "garbage" + framed(one), [badFrame, first]),
    FrameCase("garbageGluedWithBlanks", "{ga rbage}" + framed(one), [badFrame, first]),
    FrameCase("garbageAndBlankLine", "hello\r\n\r\n" + framed(one), [badFrame, first]),
    FrameCase(
      "garbageOfManyLines", "a\r\n\r\nb c\r\n\r\nd: e\r\n\r\n" + framed(one),
      [badFrame, first]),
    FrameCase(
      "binaryGarbage",
      bytes: Array(128...255) + [0, 13, 10] + Array(framed(one).utf8), [badFrame, first]),
    FrameCase("jsonWithoutHeader", one + "\n" + framed(two), [badFrame, second]),
    FrameCase("halfAName", "Content-Leng" + framed(one), [badFrame, first]),
    FrameCase("halfANameTwice", "Content-LengContent-" + framed(one), [badFrame, first]),
    FrameCase("negative", length("-5") + framed(one), [badFrame, first]),
    FrameCase("word", length("abc") + framed(one), [badFrame, first]),
    FrameCase("digitsThenLetters", length("12abc") + framed(one), [badFrame, first]),
    FrameCase("twoNumbers", length("1 2") + framed(one), [badFrame, first]),
    FrameCase("hexadecimal", length("0x2d") + framed(one), [badFrame, first]),
    FrameCase("fraction", length("1.5") + framed(one), [badFrame, first]),
    FrameCase("plusSign", length("+\(length)", one) + framed(two), [badFrame, second]),
    FrameCase("noNumber", length("") + framed(one), [badFrame, first]),
    FrameCase("noLength", "X: y\r\n\r\n" + framed(one), [badFrame, first]),
    FrameCase("noLengthThenBody", "X: y\r\n\r\n" + one + framed(two), [badFrame, second]),
    FrameCase(
      "blankBeforeColon", "Content-Length : \(length)\r\n\r\n" + one + framed(two),
      [badFrame, second]),
    FrameCase("foldedLine", "X: y\r\n z\r\n" + framed(one), [badFrame, first]),
    FrameCase(
      "lengthsThatDiffer", "Content-Length: 3\r\n" + framed(one) + framed(two),
      [badFrame, second]),
    FrameCase(
      "lengthsThatDifferLastShort",
      "Content-Length: \(length)\r\ncontent-length: 3\r\n\r\n" + one + framed(two),
      [badFrame, second]),
    FrameCase(
      "malformedLineAfterLength", "Content-Length: 3\r\nhello\r\n\r\n" + one + framed(two),
      [badFrame, second]),
    FrameCase(
      "lengthGluedInsideABlock", "X: aContent-Length: \(length)\r\n\r\n\(one)",
      [badFrame, first]),
    FrameCase(
      "badLengthThenGluedOne", length("xContent-Length: 3") + framed(one),
      [badFrame, first]),
    FrameCase(
      "severalInARow", "junk" + length("-1") + length("x") + "junk\r\n" + framed(one),
      [badFrame, first]),
    FrameCase(
      "twoRuns", "junk\r\n" + framed(one) + "more junk\r\n" + framed(two),
      [badFrame, first, badFrame, second]),
  ]

  @Test("Broken framing is one fault per run and the next message is found", arguments: broken)
  func brokenStream(_ example: FrameCase) {
    FrameVerifier(framing: .headers).expect(example.stream, example.frames)
  }

  static let wrongLengths: [FrameCase] = [
    FrameCase("zero", length("0") + framed(one), [badText, first]),
    FrameCase("notJSON", framed("{]") + framed(one), [badText, first]),
    FrameCase("notJSONTwice", framed("{]") + framed("}"), [badText, badText]),
    FrameCase(
      "tooShortBy1", length("\(length - 1)", one) + framed(two),
      [badText, badFrame, second]),
    FrameCase(
      "tooShortBy3", length("\(length - 3)", one) + framed(two),
      [badText, badFrame, second]),
    FrameCase(
      "tooShortButJSON", length("2", "{}junk") + framed(two),
      [.message("{}"), badFrame, second]),
    FrameCase(
      "tooLongBy1", length("\(length + 1)", one) + framed(two) + framed(one),
      [badText, badFrame, second, first]),
    FrameCase(
      "tooLongBy14", length("\(length + 14)", one) + framed(two) + framed(one),
      [badText, badFrame, second, first]),
    FrameCase(
      "tooLongBy15", length("\(length + 15)", one) + framed(two) + framed(one),
      [badFrame, second, first]),
    FrameCase(
      "tooLongByAMessage", length("\(2 * length + 40)", one) + framed(two) + framed(one),
      [badFrame, second, first]),
    FrameCase(
      "tailThatOnlyLooksLikeAHeader", framed("Cont") + "Content-X: y\r\n" + framed(one),
      [badText, first]),
    FrameCase("tailThenBlanks", framed("c") + "\r\n" + framed(one), [badText, first]),
    FrameCase(
      "badHeaderInsideABadBody", framed("x Content-Length: y\r\n") + framed(one),
      [badFrame, first]),
    FrameCase(
      "nestedHeaders", length("60", length("30", length("2", "{}"))) + framed(one),
      [badFrame, .message("{}"), first]),
    FrameCase(
      "notJSONInARun", "junk\r\n" + framed("{]") + "junk\r\n" + framed(one),
      [badFrame, badText, first]),
  ]

  @Test("A body that is not JSON is searched for what it swallowed", arguments: wrongLengths)
  func wrongLength(_ example: FrameCase) {
    FrameVerifier().expect(example.stream, example.frames, endedInside: example.endedInside)
  }

  static let tooLarge: [FrameCase] = [
    FrameCase("2^62", length("4611686018427387904") + framed(one), [tooBig, first]),
    FrameCase("2^63", length("9223372036854775808") + framed(one), [tooBig, first]),
    FrameCase("2^64+n", length("184467440737095516\(16 + length)") + framed(one), [tooBig, first]),
    FrameCase(
      "150Digits", length(String(repeating: "9", count: 150)) + framed(one),
      [tooBig, first]),
    FrameCase("onePast", length("101") + framed(one), [tooBig, first]),
    FrameCase(
      "skippedBytesAreNoFault", length("101") + "junk {] Content-Length: x\r\n" + framed(one),
      [tooBig, first]),
    FrameCase("two", length("101") + length("102") + framed(one), [tooBig, tooBig, first]),
    FrameCase(
      "theMaximum", framed("{" + String(repeating: " ", count: 98) + "}"),
      [.message("{" + String(repeating: " ", count: 98) + "}")]),
    FrameCase("endsInside", length("101") + "junk", [tooBig], endedInside: true),
    FrameCase("endsBehind", length("101") + String(repeating: "x", count: 101), [tooBig]),
  ]

  @Test("A body over the limit is skipped, and the next message is found", arguments: tooLarge)
  func tooLargeBody(_ example: FrameCase) {
    FrameVerifier(messageBytesMax: 100)
      .expect(example.stream, example.frames, endedInside: example.endedInside)
  }

  @Test("A header block is read up to its limit and is garbage one byte past it")
  func headerLimit() {
    let header = "X: " + String(repeating: "y", count: 40) + "\r\n"
    let last = "Content-Length: 2"
    let limit = header.utf8.count + last.utf8.count + 2
    let stream = header + last + "\r\n\r\n{}" + framed(one)
    FrameVerifier(headerBytesMax: limit).expect(stream, [.message("{}"), first])
    FrameVerifier(headerBytesMax: limit - 1)
      .expect(stream, [badFrame, .message("{}"), first])
    FrameVerifier(headerBytesMax: 20).expect(
      length(String(repeating: "0", count: 40) + "2", "{}") + framed(one),
      [badFrame, first])
  }

  static let ends: [FrameCase] = [
    FrameCase(
      "insideABody", framed(one) + length("9", "{\"a\":"), [first, cutOff],
      endedInside: true),
    FrameCase("beforeABody", length("9"), [cutOff], endedInside: true),
    FrameCase("insideALength", "Content-Length: 10", [cutOff], endedInside: true),
    FrameCase("insideAName", "Content-Len", [cutOff], endedInside: true),
    FrameCase(
      "insideABodyThatSwallowed", length("500", one) + framed(two), [badFrame, second],
      endedInside: true),
    FrameCase("inGarbage", framed(one) + "hello world\r\n", [first, badFrame]),
    FrameCase(
      "insideAHeaderAfterGarbage", "hello world Content-Length: 4", [badFrame],
      endedInside: true),
    FrameCase("afterATail", framed("abc"), [badText]),
    FrameCase(
      "insideAHeaderAfterATail", framed("abc") + "on",
      [badText, cutOff], endedInside: true),
  ]

  @Test("An end inside of a message is one fault", arguments: ends)
  func end(_ example: FrameCase) {
    FrameVerifier().expect(example.stream, example.frames, endedInside: example.endedInside)
  }

  static let lines: [FrameCase] = [
    FrameCase("usual", one + "\n" + two + "\n", [first, second]),
    FrameCase("carriageReturns", one + "\r\n" + two + "\r\n", [first, second]),
    FrameCase("array", "[\(one)]\n", [.message("[\(one)]")]),
    FrameCase("blankLines", "\n\r\n \t\n" + one + "\n\n" + two + "\n \n", [first, second]),
    FrameCase("badLine", one + "\n{]\n" + two + "\n", [first, badText, second]),
    FrameCase("badLineLast", one + "\n{]\n", [first, badText]),
    FrameCase("headerLine", one + "\nContent-Length: 5\n" + two + "\n", [first, badText, second]),
    FrameCase("lastLineWithoutEnd", one + "\n" + two, [first, second]),
    FrameCase("lastLineWithReturn", one + "\r", [first]),
    FrameCase("lastLineCut", one + "\n{\"a\":", [first, badText], endedInside: true),
  ]

  @Test("Each line is a message", arguments: lines)
  func lineStream(_ example: FrameCase) {
    FrameVerifier().expect(example.stream, example.frames, endedInside: example.endedInside)
  }

  @Test("A line is read up to the limit and costs only itself one byte past it")
  func lineLimit() {
    let longest = "[" + String(repeating: " ", count: 48) + "]"
    for end in ["\n", "\r\n"] {
      FrameVerifier(messageBytesMax: 50)
        .expect(longest + end + one + end, [.message(longest), first])
      FrameVerifier(messageBytesMax: 49)
        .expect(longest + end + one + end, [tooBig, first])
      FrameVerifier(messageBytesMax: 20)
        .expect(longest + end + "{}" + end, [tooBig, .message("{}")])
    }
    FrameVerifier(messageBytesMax: 20)
      .expect("[" + longest, [tooBig], endedInside: true)
  }

  @Test("A forced framing holds whatever the first byte is")
  func forcedFraming() {
    FrameVerifier(framing: .lines).expect("x\n" + one + "\n", [badText, first])
    FrameVerifier(framing: .headers).expect(one + "\n" + framed(two), [badFrame, second])
  }

  @Test(
    "Streams of random parts give the same frames however they are cut", arguments: UInt64(0)..<300)
  func randomStreams(_ seed: UInt64) {
    let parts = [
      framed(one), framed(two), framed("{]"), framed("Cont"), framed("\"Content-Length: 5\""),
      "Content-Length: 7\r\n", "content-length:31\n", "Content-Length: x\r\n", "\r\n", "\n", "\r",
      "Content-Le", "ngth: 12\r\n\r\n", "X: y\r\n", "X", ":", " ", "}", "{", "[1,2]\n", "junk ",
      "Content-Length: 1001\r\n\r\n", "Content-Length: 300\r\n\r\n",
      String(repeating: "z", count: 90),
    ]
    var random = SeededGenerator(seed: seed)
    let stream = (0..<Int.random(in: 2...12, using: &random)).map { _ in
      parts.randomElement(using: &random) ?? ""
    }.joined()
    let verifier = FrameVerifier(headerBytesMax: 100)
    let whole = verifier.frames([Array(stream.utf8)[...]])
    verifier.expect(stream, whole.frames, endedInside: whole.endedInside)
  }

  @Test("Skipped bytes are not kept")
  func skippedBytesAreNotKept() {
    let chunk = [UInt8](repeating: 0x67, count: 10_000)
    for (framing, start) in [
      (RPCFraming.headers, "a b"), (.headers, length("99999")), (.lines, "{"),
    ] {
      var decoder = FrameDecoder(framing: framing, messageBytesMax: 1000, headerBytesMax: 200)
      decoder.append(Array(start.utf8))
      for _ in 0..<100 {
        decoder.append(chunk)
        while decoder.next() != nil {}
      }
      #expect(decoder.bytes.capacity < 3 * chunk.count, "\(framing)")
    }
  }

  @Test("Headers inside of headers are searched in linear time")
  func nestedHeadersAreLinear() {
    // Headers, each of which claims what the next fifty thousand of them take.
    let header = "Content-Length: 1300000\r\n\r\n"
    let stream = Array(String(repeating: header, count: 100_000).utf8)
    let verifier = FrameVerifier(messageBytesMax: 1 << 23, headerBytesMax: 1 << 16)
    let chunks = stride(from: 0, to: stream.count, by: 65536).map {
      stream[$0..<min($0 + 65536, stream.count)]
    }
    let seen = verifier.frames(chunks)
    #expect(seen.frames == [badFrame])
    #expect(seen.endedInside)
  }

  @Test("A long message leaves the buffer to its document, a short one does not")
  func releasedBuffer() {
    let long = "[" + String(repeating: " ", count: 500) + "]"
    var decoder = FrameDecoder(framing: nil, messageBytesMax: 1000, headerBytesMax: 200)
    decoder.append(Array((framed(long) + framed(one)).utf8))
    guard case .message(let range) = decoder.next() else {
      Issue.record("no message")
      return
    }
    let bytes = decoder.bytes
    let isReleased = decoder.releaseBuffer()
    #expect(isReleased)
    #expect(bytes[range].elementsEqual(long.utf8))
    guard case .message(let rest) = decoder.next() else {
      Issue.record("no second message")
      return
    }
    #expect(decoder.bytes[rest].elementsEqual(one.utf8))
    decoder.append(Array(framed(long).utf8))
    let third = decoder.next()
    #expect(third != nil)
  }
}
