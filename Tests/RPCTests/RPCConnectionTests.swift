import JSON
import System
import TestSupport
import Testing

@testable import RPC

private let limits = RPCLimits()
private let parseError = "-32700 parseError"
private let framing = "-32700 framing"
private let invalid = "-32600 invalidRequest"

@Suite(.timeLimit(.minutes(1))) struct RPCConnectionTests {
  static let messages = CaseLine.all("Cases/messages.jsonl", ["message", "responses"])

  @Test("A message has just its answers", arguments: messages, [RPCFraming.headers, .lines])
  func message(_ example: CaseLine, framing: RPCFraming) throws {
    let peer = Peer(Scripted(), framing: framing, forced: framing)
    let message = Frame.filled(example["message"] ?? "")
    let expected = try Answer.expected(example)
    peer.say(message, request(99))
    let (code, texts) = peer.end()
    #expect(code == 0)
    #expect(texts.count == (expected.isEmpty ? 1 : 2))
    let answers = try texts.flatMap(Answer.all)
    #expect(Array(answers.dropLast()) == expected)
    #expect(answers.last == Answer("99", "[]"))
    let isBatch = message.hasPrefix("[") && expected.count > 1
    #expect(!isBatch || texts[0].hasPrefix("["))
  }

  static let ids = [
    "0", "-1", "-0", "9223372036854775808", "123456789012345678901234567890", "1e2", "1E+2", "1.0",
    "1.50", "1e400", "null", #""""#, #""1""#, #""\u0061""#, #""\ud800""#, #""é😀""#, #""a\/b""#,
    #""\"\\\n\u0000""#, "\"" + String(repeating: "k", count: 5000) + "\"",
  ]

  @Test("An id comes back byte for byte", arguments: ids)
  func id(_ id: String) {
    let peer = Peer(Scripted())
    for method in ["a", "no/such"] {
      let message = #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"}"#
      peer.say(message, "[\(message)]")
      let start = #"{"jsonrpc":"2.0","id":\#(id),"#
      #expect(peer.receive()?.hasPrefix(start) == true)
      #expect(peer.receive()?.hasPrefix("[" + start) == true)
    }
    #expect(peer.end().code == 0)
  }

  @Test(
    "The first byte chooses the framing of the answers",
    arguments: ["\n \(request(1))\n", "[\(request(1))]\n", "\r\n\(framed(request(1)))"])
  func chosenFraming(_ stream: String) {
    let isInLines = !stream.contains("Content")
    let peer = Peer(Scripted(), framing: isInLines ? .lines : .headers)
    peer.send(stream)
    #expect(peer.receive()?.contains(#""result":[]"#) == true)
    #expect(peer.end().code == 0)
  }

  @Test("A fault says its kind, where it is, and what to do, on one line")
  func faults() throws {
    let peer = Peer(Scripted(), forced: .headers)
    peer.send("garbage\r\n\r\n" + framed(#"{"a":tru}"#) + framed("\n7"))
    let messages = peer.end().messages
    for (text, kind) in zip(messages, ["framing", "parseError", "invalidRequest"]) {
      let document = try JSONDocument(Array(text.utf8))
      func value(_ path: String) throws -> JSONSlice {
        try document.resolve(JSONPath(path), from: document.root) ?? .absent
      }
      #expect(document.string(try value("error.data.kind")) == kind)
      #expect(document.boolean(try value("error.data.retryable")) == false)
      let message = try #require(document.string(try value("error.message")))
      #expect(message.hasPrefix("Send ") && !message.contains("\n"))
      if kind == "parseError" {
        #expect(document.integer(try value("error.data.offset")) == 8)
      }
    }
    #expect(messages.count == 3)
  }

  @Test("Bytes are read as they come")
  func byteByByte() {
    let peer = Peer(Scripted())
    for byte in framed(#"{"jsonrpc":"2.0","id":"é😀","method":"a"}"#).utf8 {
      peer.send([byte])
    }
    #expect(peer.receive() == #"{"jsonrpc":"2.0","id":"é😀","result":[]}"#)
    #expect(peer.end().code == 0)
  }

  @Test("A thousand messages in one write are each answered once, in order")
  func pipelined() {
    let peer = Peer(Scripted())
    let stream = (0..<1000).map { framed(request($0, $0 % 2 == 0 ? "a" : "b")) }.joined()
    let writer = try? Thread { peer.send(stream) }
    let texts = peer.receive(1000)
    for (index, text) in texts.enumerated() {
      #expect(text.hasPrefix(#"{"jsonrpc":"2.0","id":\#(index),"#))
    }
    writer?.join()
    #expect(peer.end().messages.isEmpty)
  }

  @Test("A long message and a long answer pass whole", arguments: [70_000, 3_000_000])
  func longMessage(_ count: Int) {
    for framing in [RPCFraming.headers, .lines] {
      let peer = Peer(Scripted(), framing: framing)
      let params = "[\"" + String(repeating: "x", count: count) + "\"]"
      let message = #"{"jsonrpc":"2.0","id":1,"method":"echo","params":\#(params)}"#
      let writer = try? Thread { peer.say(message, request(2)) }
      #expect(peer.receive() == #"{"jsonrpc":"2.0","id":1,"result":\#(params)}"#)
      #expect(peer.receive() == #"{"jsonrpc":"2.0","id":2,"result":[]}"#)
      writer?.join()
      #expect(peer.end().code == 0)
    }
  }

  @Test("A long message that is not JSON is searched too")
  func longGarbage() throws {
    let peer = Peer(Scripted())
    let body = String(repeating: " ", count: 100_000) + "x"
    let stream = framed(body) + framed(body + framed(request(1))) + framed(request(2))
    let writer = try? Thread { peer.send(stream) }
    let answers = try peer.receive(4).flatMap(Answer.all)
    #expect(
      answers == [
        Answer("null", parseError), Answer("null", framing), Answer("1", "[]"),
        Answer("2", "[]"),
      ])
    writer?.join()
    #expect(peer.end().code == 0)
  }

  @Test("Headers that each claim the rest of a long input cost linear time")
  func nestedHeaders() throws {
    let header = "Content-Length: 1300000\r\n\r\n"
    let stream = String(repeating: header, count: 100_000) + framed(request(1))
    let peer = Peer(Scripted())
    let writer = try? Thread {
      peer.send(stream)
      peer.closeInput()
    }
    let answers = try peer.receive(2).flatMap(Answer.all)
    #expect(answers == [Answer("null", framing), Answer("1", "[]")])
    #expect(peer.end() == (1, []))
    writer?.join()
  }

  @Test("Nesting is accepted up to the limit and refused one past it", arguments: [8, 100_000])
  func depth(_ padding: Int) throws {
    var limits = limits
    limits.depthMax = 10
    let blanks = String(repeating: " ", count: padding)
    @Sendable func message(_ depth: Int) -> String {
      let arrays =
        String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
      return #"{"jsonrpc":"2.0","id":1,"method":"a","x":\#(arrays)\#(blanks)}"#
    }
    let peer = Peer(Scripted(), limits: limits)
    let writer = try? Thread { peer.say(message(10), message(11), request(2)) }
    let answers = try peer.receive(3).flatMap(Answer.all)
    #expect(answers == [Answer("1", "[]"), Answer("1", "-32600 tooDeep"), Answer("2", "[]")])
    writer?.join()
    #expect(peer.end().code == 0)
  }

  @Test("A message is accepted up to the limit and refused one byte past it")
  func size() throws {
    var limits = limits
    limits.messageBytesMax = 60
    func message(_ count: Int) -> String {
      request(1).dropLast() + String(repeating: " ", count: count - request(1).utf8.count) + "}"
    }
    for framing in [RPCFraming.headers, .lines] {
      let peer = Peer(Scripted(), framing: framing, forced: framing, limits: limits)
      peer.say(message(60), message(61), request(2))
      let answers = try peer.end().messages.flatMap(Answer.all)
      #expect(
        answers == [Answer("1", "[]"), Answer("null", "-32600 messageTooLarge"), Answer("2", "[]")])
    }
  }

  @Test("Limits without a bound of their own do no harm")
  func unboundedLimits() throws {
    var limits = limits
    limits.messageBytesMax = .max
    limits.backlogBytesMax = .max
    limits.headerBytesMax = .max
    for framing in [RPCFraming.headers, .lines] {
      let peer = Peer(Scripted(), framing: framing, forced: framing, limits: limits)
      peer.say(request(1))
      #expect(try peer.receive().map(Answer.all) == [Answer("1", "[]")])
      if framing == .headers {
        peer.send("Content-Length: \(Int.max)\r\n\r\n" + framed(request(2)))
        let answers = try peer.receive(2).flatMap(Answer.all)
        #expect(answers == [Answer("null", "-32600 messageTooLarge"), Answer("2", "[]")])
      }
      #expect(peer.end() == (0, []))
    }
  }

  @Test("A batch is accepted up to the limit and refused one past it")
  func batchLimit() throws {
    var limits = limits
    limits.batchMessagesMax = 3
    let peer = Peer(Scripted(), limits: limits)
    peer.say("[\(request(1)),\(request(2)),\(request(3))]", "[1,2,3,4]")
    let texts = peer.end().messages
    #expect(try texts.map { try Answer.all(in: $0).count } == [3, 1])
    #expect(try Answer.all(in: texts[1]) == [Answer("null", invalid)])
  }

  @Test("An answer that makes a batch's array too long is replaced by an error")
  func batchAnswerLimit() throws {
    let result = "\"" + String(repeating: "x", count: 200) + "\""
    let array = [1, 2].map { #"{"jsonrpc":"2.0","id":\#($0),"result":\#(result)}"# }
    let length = array.joined(separator: ",").utf8.count + 2
    for (limit, last) in [(length, result), (length - 1, "-32600 messageTooLarge")] {
      var limits = limits
      limits.messageBytesMax = limit
      let peer = Peer(Scripted { $1.succeed(Array(result.utf8)) }, limits: limits)
      peer.say("[\(request(1)),\(request(2))]")
      let answers = try Answer.all(in: peer.receive() ?? "")
      #expect(answers == [Answer("1", result), Answer("2", last)])
      #expect(peer.end().code == 0)
    }
  }

  @Test("In lines an answer is one line, whatever the result's text looks like")
  func singleLine() throws {
    let document = try JSONDocument(Array("{\n  \"a\": [\r\n1, \"b c\"]\n}".utf8))
    let long = try JSONDocument(Array("[\n\(String(repeating: "1,\n", count: 3000))1]".utf8))
    let handler = Scripted { request, reply in
      let document = request.method == "long" ? long : document
      var result = JSONFragments()
      result.append(document, range: document.root.range)
      request.method == "bytes" ? reply.succeed(document.bytes) : reply.succeed(result)
    }
    let peer = Peer(handler, framing: .lines)
    peer.say(
      request(1, "bytes"), request(2, "slice"), "[\(request(3, "slice"))]", request(4, "long"))
    #expect(peer.receive() == #"{"jsonrpc":"2.0","id":1,"result":{"a":[1,"b c"]}}"#)
    #expect(peer.receive() == #"{"jsonrpc":"2.0","id":2,"result":{"a":[1,"b c"]}}"#)
    #expect(peer.receive() == #"[{"jsonrpc":"2.0","id":3,"result":{"a":[1,"b c"]}}]"#)
    #expect(peer.receive()?.hasSuffix("1,1,1]}") == true)
    #expect(peer.end().code == 0)
  }
}
