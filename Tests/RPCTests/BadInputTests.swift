import System
import Testing

@testable import RPC

/// A stream that servers are known to stumble over, and all answers to it in their order.
struct BadInput: CustomTestStringConvertible, Sendable {
  let id: String
  let stream: [UInt8]
  let answers: [Answer]

  init(_ id: String, _ stream: String, _ answers: [Answer]) {
    self.init(id, bytes: Array(stream.utf8), answers)
  }

  init(_ id: String, bytes: [UInt8], _ answers: [Answer]) {
    self.id = id
    self.stream = bytes
    self.answers = answers
  }

  var testDescription: String { id }
}

private let parseError = Answer("null", "-32700 parseError")
private let framing = Answer("null", "-32700 framing")
private let tooLarge = Answer("null", "-32600 messageTooLarge")
private let tooDeep = Answer("1", "-32600 tooDeep")
private let tooDeepAndCut = Answer("null", "-32600 tooDeep")
private let invalid = Answer("null", "-32600 invalidRequest")
private let first = Answer("1", "[]")
private let second = Answer("2", "[]")
private let one = request(1)
private let next = framed(request(2))
private let length = one.utf8.count

private func header(_ lengths: String..., body: String = "") -> String {
  lengths.map { "Content-Length: \($0)\r\n" }.joined() + "\r\n" + body
}

private func deep(_ start: String, _ end: String) -> String {
  let count = 100_000
  let inside = String(repeating: start, count: count) + "1" + String(repeating: end, count: count)
  return #"{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":\#(inside)}}"#
}

private func frame(_ bytes: [UInt8]) -> [UInt8] {
  Array("Content-Length: \(bytes.count)\r\n\r\n".utf8) + bytes
}

/// A request whose id is a string of these bytes.
private func request(_ id: [UInt8]) -> [UInt8] {
  Array(#"{"jsonrpc":"2.0","id":""#.utf8) + id + Array(#"","method":"a"}"#.utf8)
}

@Suite(.timeLimit(.minutes(1))) struct BadInputTests {
  static let streams: [BadInput] = [
    BadInput("garbage line", "hello world\r\n" + framed(one) + next, [framing, first, second]),
    BadInput("garbage glued to header", "garbage" + framed(one) + next, [framing, first, second]),
    BadInput("garbage and blank line", "hello\r\n\r\n" + framed(one), [framing, first]),
    BadInput("LF-only header", "Content-Length: \(length)\n\n\(one)" + next, [first, second]),
    BadInput("negative length", header("-5") + next, [framing, second]),
    BadInput("2^62 length", header("4611686018427387904") + next, [tooLarge, second]),
    BadInput(
      "30-digit length", header(String(repeating: "9", count: 30)) + next, [tooLarge, second]),
    BadInput(
      "400-digit length", header(String(repeating: "9", count: 400)) + next, [tooLarge, second]),
    BadInput("4 GiB length", header("4294967296", body: one) + next, [tooLarge, second]),
    BadInput("length 0", header("0") + next, [parseError, second]),
    BadInput("non-numeric length", header("abc") + next, [framing, second]),
    BadInput("missing length", "Content-Type: x\r\n\r\n" + one + next, [framing, second]),
    BadInput(
      "lower-case header", "content-length: \(length)\r\n\r\n\(one)" + next, [first, second]),
    BadInput("no space", "Content-Length:\(length)\r\n\r\n\(one)" + next, [first, second]),
    BadInput(
      "two equal lengths", header("\(length)", "\(length)", body: one) + next,
      [first, second]),
    BadInput("two lengths", header("3", "\(length)", body: one) + next, [framing, second]),
    BadInput(
      "two lengths, last short", header("\(length)", "3", body: one) + next,
      [framing, second]),
    BadInput(
      "Content-Type", "Content-Type: x\r\nX-Foo: y\r\n" + framed(one) + next,
      [first, second]),
    BadInput(
      "charset=utf-16", "Content-Type: x; charset=utf-16\r\n" + framed(one) + next,
      [first, second]),
    BadInput("length too short", header("3", body: one) + next, [parseError, framing, second]),
    BadInput(
      "length too long", header("\(length + 30)", body: one) + next + framed(one),
      [framing, second, first]),
    BadInput("invalid JSON", framed("{]") + next, [parseError, second]),
    BadInput("scalar", framed("42") + next, [invalid, second]),
    BadInput(
      "invalid UTF-8", bytes: frame(request([0xFF])) + Array(next.utf8),
      [parseError, second]),
    BadInput(
      "overlong UTF-8", bytes: frame(request([0xC0, 0x80])) + Array(next.utf8),
      [parseError, second]),
    BadInput(
      "surrogate in UTF-8", bytes: frame(request([0xED, 0xA0, 0x80])) + Array(next.utf8),
      [parseError, second]),
    BadInput(
      "lone surrogate escape", framed(one.replacing("a\"", with: "\\ud800\"")) + next,
      [Answer("1", "-32601 methodNotFound"), second]),
    BadInput("BOM before body", framed("\u{FEFF}" + one) + next, [first, second]),
    BadInput("missing jsonrpc", framed(#"{"id":1,"method":"a"}"#) + next, [invalid, second]),
    BadInput("duplicate ids", framed(one) + framed(one) + next, [first, first, second]),
    BadInput("empty batch", framed("[]") + next, [invalid, second]),
    BadInput("100k arrays", framed(deep("[", "]")) + next, [tooDeep, second]),
    BadInput("100k objects", framed(deep(#"{"a":"#, "}")) + next, [tooDeep, second]),
    BadInput("100k arrays unclosed", framed(deep("[", "")) + next, [tooDeepAndCut, second]),
    BadInput(
      "2 MB header line",
      "X: " + String(repeating: "x", count: 2 << 20) + "\r\n" + framed(one)
        + next, [framing, first, second]),
    BadInput("newline after body", framed(one) + "\r\n" + next + "\n", [first, second]),
  ]

  @Test("Bad input is answered and the next message is found", arguments: streams)
  func answersAndGoesOn(_ input: BadInput) throws {
    let peer = Peer(Scripted(), forced: .headers)
    let writer = try? Thread { peer.send(input.stream) }
    let answers = try peer.receive(input.answers.count).flatMap(Answer.all)
    writer?.join()
    let (code, rest) = peer.end()
    #expect(answers == input.answers)
    #expect(rest == [])
    #expect(code == 0)
  }

  static let cuts: [BadInput] = [
    BadInput("mid-body", framed(one) + String(next.dropLast(5)), [first, framing]),
    BadInput("before body", framed(one) + "Content-Length: 9\r\n\r\n", [first, framing]),
    BadInput("mid-header", framed(one) + "Content-Len", [first, framing]),
    BadInput("mid-line", one + "\n" + request(2).dropLast(5), [first, parseError]),
    BadInput("mid-line of a batch", one + "\n[" + request(2), [first, parseError]),
  ]

  @Test("An end inside of a message is one -32700 and exit code 1", arguments: cuts)
  func cutInput(_ input: BadInput) throws {
    let peer = Peer(Scripted(), framing: input.stream.first == 0x7B ? .lines : .headers)
    peer.send(input.stream)
    let (code, messages) = peer.end()
    #expect(try messages.flatMap(Answer.all) == input.answers)
    #expect(code == 1)
  }

  static let wholes: [BadInput] = [
    BadInput("nothing", "", []),
    BadInput("newline", "\n", []),
    BadInput("blanks", " \r\n\r\n", []),
    BadInput("last line without newline", one + "\n" + request(2), [first, second]),
    BadInput("bad line before", "{]\n" + one, [parseError, first]),
    BadInput("bad line last", one + "\n{]\n", [first, parseError]),
  ]

  @Test("An end between messages is exit code 0", arguments: wholes)
  func wholeInput(_ input: BadInput) throws {
    let peer = Peer(Scripted(), framing: .lines)
    peer.send(input.stream)
    let (code, messages) = peer.end()
    #expect(try messages.flatMap(Answer.all) == input.answers)
    #expect(code == 0)
  }
}
