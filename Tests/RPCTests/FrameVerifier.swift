import JSON
import TestSupport
import Testing

@testable import RPC

/// What a decoder made of a stream, in a form that can be compared.
enum Frame: Equatable, CustomStringConvertible {
  case message(String)
  case fault(FrameDecoder.Fault)

  /// `!framing` is a fault, anything else the text of a message.
  init(_ text: String) throws {
    let faults: [String: FrameDecoder.Fault] = [
      "!framing": .framing, "!notJSON": .notJSON, "!tooLarge": .tooLarge, "!truncated": .truncated,
    ]
    self =
      text.hasPrefix("!")
      ? .fault(try #require(faults[text])) : .message(Self.filled(text))
  }

  /// The framings by their names.
  static let framings: [String: RPCFraming] = ["headers": .headers, "lines": .lines]

  /// A text of the cases: `<one>` and `<two>` are requests, `<framed one>` is one with a header, and
  /// `<n>` the length of the first.
  static func filled(_ text: String) -> String {
    let (one, two) = (request(1), request(2))
    return text.filled([
      "one": .string(one), "two": .string(two), "framed one": .string(framed(one)),
      "framed two": .string(framed(two)), "n": .integer(one.utf8.count),
    ])
  }

  var description: String {
    switch self {
    case .message(let text): "message \(text.prefix(80))"
    case .fault(let fault): "fault \(fault)"
    }
  }
}

/// Feeds one stream in every way it can be cut, and checks that the outcome is always the same.
struct FrameVerifier {
  var framing: RPCFraming?
  var messageBytesMax = 1000
  var headerBytesMax = 200

  /// The frames of the chunks; with `end`, also those at the end of input.
  func frames(
    _ chunks: [ArraySlice<UInt8>], end: Bool = true
  ) -> (frames: [Frame], endedInside: Bool) {
    var decoder = FrameDecoder(
      framing: framing, messageBytesMax: messageBytesMax, headerBytesMax: headerBytesMax)
    var frames: [Frame] = []
    for chunk in chunks {
      decoder.append(chunk)
      take(&decoder, &frames)
    }
    if end {
      decoder.end()
      take(&decoder, &frames)
      let afterEnd = decoder.next()
      #expect(afterEnd == nil, "something came after the end")
    }
    return (frames, decoder.endedInside)
  }

  private func take(_ decoder: inout FrameDecoder, _ frames: inout [Frame]) {
    while let event = decoder.next() {
      switch event {
      case .fault(let fault):
        frames.append(.fault(fault))
      case .message(let range):
        if (try? JSONDocument(decoder.bytes, in: range)) != nil {
          frames.append(.message(String(decoding: decoder.bytes[range], as: UTF8.self)))
        } else if let fault = decoder.reject() {
          frames.append(.fault(fault))
        }
      }
    }
  }

  /// Checks that the stream gives these frames: whole, byte by byte and cut at every place; and
  /// that every truncation gives a beginning of them.
  func expect(
    _ stream: String, _ expected: [Frame], endedInside: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(Array(stream.utf8), expected, endedInside: endedInside, sourceLocation: sourceLocation)
  }

  func expect(
    _ bytes: [UInt8], _ expected: [Frame], endedInside: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    func check(_ chunks: [ArraySlice<UInt8>], _ how: String) {
      let seen = frames(chunks)
      #expect(seen.frames == expected, "\(how)", sourceLocation: sourceLocation)
      #expect(seen.endedInside == endedInside, "\(how)", sourceLocation: sourceLocation)
    }
    check([bytes[...]], "whole")
    check(bytes.indices.map { bytes[$0...$0] }, "byte by byte")
    for cut in bytes.indices {
      check([bytes[..<cut], bytes[cut...]], "cut at \(cut)")
    }
    let open = frames([bytes[...]], end: false).frames
    for length in bytes.indices {
      let seen = frames([bytes[..<length]], end: false).frames
      #expect(
        Array(open.prefix(seen.count)) == seen, "truncated at \(length)",
        sourceLocation: sourceLocation)
      let ended = frames([bytes[..<length]]).frames
      #expect(
        ended.filter { $0 == .fault(.truncated) }.count <= 1, "ended at \(length)",
        sourceLocation: sourceLocation)
    }
  }
}

/// A request with the given id, as the shortest line of text.
func request(_ id: Int, _ method: String = "a") -> String {
  #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"}"#
}

/// The text in a frame with a header.
func framed(_ text: String) -> String {
  "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
}
