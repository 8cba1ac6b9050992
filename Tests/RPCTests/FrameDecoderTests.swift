import TestSupport
import Testing

@testable import RPC

private let one = request(1)
private let two = request(2)
private let first = Frame.message(one)
private let badFrame = Frame.fault(.framing)
private let tooBig = Frame.fault(.tooLarge)

private func length(_ value: String, _ body: String = "") -> String {
  "Content-Length: \(value)\r\n\r\n\(body)"
}

@Suite struct FrameDecoderTests {
  static let members = ["id", "stream", "frames", "endedInside", "framing", "bytesMax"]

  /// Faults of framing are one per run and the next message is found; a body that is not JSON is
  /// searched for what it swallowed; one over the limit is skipped; an end inside of a message is one
  /// fault; each line is a message. `!framing` is a fault.
  @Test("A stream gives its frames", arguments: CaseLine.all("Cases/frames.jsonl", members))
  func stream(_ example: CaseLine) throws {
    let framing = try example["framing"].map { try #require(Frame.framings[$0]) }
    let verifier = FrameVerifier(
      framing: framing, messageBytesMax: example.number("bytesMax") ?? 1000)
    try #require(example.json("frames") != nil, "it expects nothing")
    verifier.expect(
      Frame.filled(try #require(example["stream"])), try example.texts("frames").map(Frame.init),
      endedInside: example.json("endedInside") == "true")
  }

  @Test("Bytes that are no text are garbage")
  func binaryGarbage() {
    FrameVerifier(framing: .headers).expect(
      Array(128...255) + [0, 13, 10] + Array(framed(one).utf8), [badFrame, first])
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
