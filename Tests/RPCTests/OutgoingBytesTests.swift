import JSON
import System
import Testing

@testable import RPC

@Suite struct OutgoingBytesTests {
  private func text(_ pieces: [Descriptor.Piece]) -> [UInt8] {
    pieces.flatMap { $0.bytes[$0.range] }
  }

  private func pieces(_ bytes: inout OutgoingBytes) -> [Descriptor.Piece] {
    bytes.seal()
    return bytes.sealed
  }

  @Test("A header states the length", arguments: [1, 9, 10, 11, 99, 100, 4095, 4096, 123_456])
  func header(_ count: Int) {
    let body = [UInt8](repeating: 0x31, count: count)
    var bytes = OutgoingBytes()
    bytes.append(JSONFragments(body), framing: .headers)
    let expected = Array("Content-Length: \(count)\r\n\r\n".utf8) + body
    #expect(bytes.byteCount == expected.count)
    #expect(text(pieces(&bytes)) == expected)
  }

  @Test("A line ends with a line feed")
  func line() {
    var bytes = OutgoingBytes()
    bytes.append(JSONFragments(Array("{}".utf8)), framing: .lines)
    #expect(bytes.byteCount == 3)
    #expect(text(pieces(&bytes)) == Array("{}\n".utf8))
  }

  @Test("Short messages are one piece, long slices stay where they are")
  func pieces() throws {
    let long = try JSONDocument(
      Array("[\(String(repeating: "1,", count: OutgoingBytes.spliceBytesMin))1]".utf8))
    var message = JSONFragments(Array("{\"a\":".utf8))
    message.append(long, range: long.root.range)
    message.append([0x7D])
    var bytes = OutgoingBytes()
    for message in [JSONFragments([0x31]), JSONFragments([0x32]), message, JSONFragments([0x33])] {
      bytes.append(message, framing: .lines)
    }
    let count = bytes.byteCount
    let pieces = pieces(&bytes)
    #expect(pieces.count == 3)
    #expect(pieces[1].range == long.root.range)
    #expect(text(pieces).count == count)
    #expect(text([pieces[0]]) == Array("1\n2\n{\"a\":".utf8))
    #expect(text([pieces[2]]) == Array("}\n3\n".utf8))
  }

  @Test(
    "All pieces are written, however little is taken at once",
    arguments: [1, 2, 3, 7, 100, 5_000])
  func partialWrites(_ bytesMax: Int) {
    let pipe = Peer.makePipe()
    defer {
      Descriptor.close(pipe.reading)
      Descriptor.close(pipe.writing)
    }
    let long = String(repeating: "long", count: OutgoingBytes.spliceBytesMin / 4)
    let texts = ["ab", long, "cdefg", "h", long, long] + (0..<20).map { "-\($0)" }
    var bytes = OutgoingBytes()
    for text in texts { bytes.append(JSONFragments(Array(text.utf8)), framing: .lines) }
    var seen: [UInt8] = []
    while !bytes.isEmpty {
      guard case .written(let count) = bytes.write(to: pipe.writing, bytesMax: bytesMax) else {
        Issue.record("a pipe with room took nothing")
        return
      }
      #expect(count <= bytesMax)
      if count > 0 { seen += (try? Descriptor.chunk(pipe.reading)) ?? [] }
    }
    #expect(String(decoding: seen, as: UTF8.self) == texts.map { $0 + "\n" }.joined())
  }
}
