import System
import TestSupport
import Testing

@testable import RPC

/// Streams that servers are known to stumble over, and all answers to them in their order.
@Suite(.timeLimit(.minutes(1))) struct BadInputTests {
  private static let next = framed(request(2))

  private func check(
    _ stream: [UInt8], _ expected: [Answer], framing: RPCFraming = .headers, code: Int32 = 0
  ) throws {
    // What is wrong shows before the end of input, unless it is cut.
    let isOpen = framing == .headers && code == 0
    let peer = Peer(Scripted(), framing: framing, forced: isOpen ? .headers : nil)
    let writer = try? Thread { peer.send(stream) }
    let answers = try peer.receive(isOpen ? expected.count : 0).flatMap(Answer.all)
    writer?.join()
    let end = peer.end()
    #expect(try answers + end.messages.flatMap(Answer.all) == expected)
    #expect(end.code == code)
  }

  static let members = ["id", "stream", "responses", "framing", "code"]

  /// An end inside of a message is one -32700 and exit code 1, one between messages exit code 0.
  @Test(
    "A stream is answered and the next message is found",
    arguments: CaseLine.all("Cases/streams.jsonl", members))
  func answersAndGoesOn(_ input: CaseLine) throws {
    try check(
      Array(Frame.filled(try #require(input["stream"])).utf8), Answer.expected(input),
      framing: try #require(input["framing"].flatMap { Frame.framings[$0] }),
      code: Int32(try #require(input.number("code"))))
  }

  @Test(
    "What is no UTF-8 is no JSON",
    arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func badText(_ id: [UInt8]) throws {
    let body = Array(#"{"jsonrpc":"2.0","id":""#.utf8) + id + Array(#"","method":"a"}"#.utf8)
    let frame = Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    try check(
      frame + Array(Self.next.utf8), [Answer("null", "-32700 parseError"), Answer("2", "[]")])
  }

  @Test(
    "What is nested too deep is refused", arguments: [("[", "]"), (#"{"a":"#, "}"), ("[", "")])
  func deep(_ start: String, _ end: String) throws {
    let count = 100_000
    let inside = String(repeating: start, count: count) + "1" + String(repeating: end, count: count)
    let body = #"{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":\#(inside)}}"#
    try check(
      Array((framed(body) + Self.next).utf8),
      [Answer(end.isEmpty ? "null" : "1", "-32600 tooDeep"), Answer("2", "[]")])
  }
}
