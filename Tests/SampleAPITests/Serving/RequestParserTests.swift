import Testing
import Text

@testable import SampleAPI

/// What a parser makes of a whole stream of requests.
private struct Outcome: Equatable {
  var requests: [String] = []
  var refusal: Refusal?
}

/// Feeds a stream in pieces of that size; a refusal ends it.
private func parse(_ stream: [UInt8], pieces size: Int) -> Outcome {
  var parser = RequestParser()
  var outcome = Outcome()
  var rest = stream[...]
  do {
    while !rest.isEmpty {
      parser.append(rest.prefix(size))
      rest = rest.dropFirst(size)
      while let request = try parser.next() { outcome.requests.append(summary(request)) }
    }
  } catch {
    outcome.refusal = error
  }
  return outcome
}

/// Everything of a request in one line.
private func summary(_ request: SampleRequest) -> String {
  let fields = request.headers.map { "\($0.name)=\($0.value)" }
  let body = String(decoding: request.body, as: UTF8.self)
  return [request.method, request.target, "\(request.closes)"]
    .joined(separator: " ") + " [" + fields.joined(separator: "|") + "] " + body
}

@Suite struct RequestParserTests {
  struct Stream: CustomTestStringConvertible, Sendable {
    let id: String
    let text: String
    let requests: [String]
    var testDescription: String { id }
  }

  static let good = [
    Stream(
      id: "plain", text: "GET /page?page=2 HTTP/1.1\r\nHost: a:1\r\n\r\n",
      requests: ["GET /page?page=2 false [Host=a:1] "]),
    Stream(
      id: "bare line feeds", text: "GET / HTTP/1.1\nHost: a\n\n",
      requests: ["GET / false [Host=a] "]),
    Stream(
      id: "blanks around a value", text: "GET / HTTP/1.1\r\nHost:\t a \t\r\nX:\r\n\r\n",
      requests: ["GET / false [Host=a|X=] "]),
    Stream(
      id: "body", text: "POST /s HTTP/1.1\r\nHost: a\r\ncontent-LENGTH: 4\r\n\r\n{\n\r\n",
      requests: ["POST /s false [Host=a|content-LENGTH=4] {\n\r\n"]),
    Stream(
      id: "pipelined, empty lines between",
      text: "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n\r\n\nPOST /2 HTTP/1.1\r\nHost: a\r\n"
        + "Content-Length: 2\r\nContent-Length: 2\r\n\r\nabGET /3 HTTP/1.1\r\nHost: a\r\n\r\n",
      requests: [
        "GET /1 false [Host=a] ", "POST /2 false [Host=a|Content-Length=2|Content-Length=2] ab",
        "GET /3 false [Host=a] ",
      ]),
    Stream(
      id: "close among options", text: "GET / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n",
      requests: ["GET / true [Host=a|Connection=x, Close] "]),
    Stream(
      id: "HTTP/1.0 without a host", text: "GET / HTTP/1.0\r\n\r\n", requests: ["GET / true [] "]),
  ]

  @Test(arguments: good) func streamGivesItsRequestsInAnyPieces(_ stream: Stream) {
    let bytes = Array(stream.text.utf8)
    for size in [bytes.count, 1, 2, 3, 7, 64] {
      #expect(parse(bytes, pieces: size) == Outcome(requests: stream.requests), "\(size)")
    }
  }

  @Test(arguments: good) func everyCutGivesNoRequestTooMany(_ stream: Stream) {
    let bytes = Array(stream.text.utf8)
    for end in bytes.indices {
      let outcome = parse(Array(bytes[..<end]), pieces: 5)
      #expect(outcome.refusal == nil)
      #expect(stream.requests.starts(with: outcome.requests))
      #expect(outcome.requests.count < stream.requests.count)
    }
  }

  struct Broken: CustomTestStringConvertible, Sendable {
    let id: String
    let text: String
    let refusal: Refusal
    var testDescription: String { id }

    init(_ id: String, _ text: String, _ refusal: Refusal = .malformedRequest) {
      self.id = id
      self.text = text
      self.refusal = refusal
    }

    /// A request with such lines after its Host.
    init(_ id: String, fields: String, _ refusal: Refusal = .malformedRequest) {
      self.init(id, "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n", refusal)
    }
  }

  static let bad = [
    Broken("no host", "GET / HTTP/1.1\r\n\r\n"),
    Broken("two hosts", fields: "Host: b"),
    Broken("slash in host", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
    Broken("no target", "GET  HTTP/1.1\r\nHost: a\r\n\r\n"),
    Broken("no version", "GET /\r\nHost: a\r\n\r\n"),
    Broken("space in target", "GET / a HTTP/1.1\r\nHost: a\r\n\r\n"),
    Broken("no token as method", "G@T / HTTP/1.1\r\nHost: a\r\n\r\n"),
    Broken("long method", String(repeating: "A", count: 33) + " / HTTP/1.1\r\nHost: a\r\n\r\n"),
    Broken("letter beyond ASCII in target", "GET /\u{e9} HTTP/1.1\r\nHost: a\r\n\r\n"),
    Broken("blank before colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n"),
    Broken("folded line", fields: " folded"),
    Broken("control character", fields: "X: \u{1}"),
    Broken("carriage return in value", fields: "X: a\rb"),
    Broken("no colon", fields: "no colon"),
    Broken("empty name", fields: ": x"),
    Broken("negative length", fields: "Content-Length: -1"),
    Broken("empty length", fields: "Content-Length:"),
    Broken("two lengths", fields: "Content-Length: 1\r\nContent-Length: 2"),
    Broken("length past the maximum", fields: "Content-Length: 1048577", .bodyTooLarge),
    Broken("length of 20 digits", fields: "Content-Length: 99999999999999999999", .bodyTooLarge),
    Broken("chunked body", fields: "Transfer-Encoding: chunked", .unsupportedTransferCoding),
    Broken("HTTP/2.0", "GET / HTTP/2.0\r\nHost: a\r\n\r\n", .unsupportedVersion),
    Broken("JSON", "{\"jsonrpc\":\"2.0\"}\r\n\r\n"),
  ]

  @Test(arguments: bad) func wrongRequestIsRefusedInAnyPieces(_ broken: Broken) {
    let bytes = Array(broken.text.utf8)
    for size in [bytes.count, 1, 9] {
      #expect(parse(bytes, pieces: size) == Outcome(refusal: broken.refusal), "\(size)")
    }
  }

  @Test func requestsBeforeAWrongOneAreGiven() {
    let stream = "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n"
    let expected = Outcome(requests: ["GET /1 false [Host=a] "], refusal: .malformedRequest)
    #expect(parse(Array(stream.utf8), pieces: 4) == expected)
  }

  @Test func headAtItsMaximumIsReadAndOneByteMoreIsNot() {
    for (excess, refusal) in [(0, Refusal?.none), (1, .headTooLarge)] {
      let frame = "GET / HTTP/1.1\r\nHost: a\r\nX: \r\n\r\n"
      let filling = SampleLimits.headBytesMax - frame.utf8.count + excess
      let text =
        "GET / HTTP/1.1\r\nHost: a\r\nX: "
        + String(repeating: "x", count: filling) + "\r\n\r\n"
      for size in [text.utf8.count, 1000] {
        let outcome = parse(Array(text.utf8), pieces: size)
        #expect(outcome.refusal == refusal)
        #expect(outcome.requests.count == (excess == 0 ? 1 : 0))
      }
    }
  }

  @Test func headWithoutAnEndIsRefusedAtTheMaximum() {
    var parser = RequestParser()
    var refusal: Refusal?
    var fed = 0
    while refusal == nil, fed < SampleLimits.headBytesMax * 2 {
      parser.append([UInt8](repeating: UInt8(ascii: "a"), count: 1024)[...])
      fed += 1024
      do { _ = try parser.next() } catch { refusal = error }
    }
    #expect(refusal == .headTooLarge)
    #expect(fed == SampleLimits.headBytesMax + 1024)
  }

  @Test func bodyAtItsMaximumIsRead() {
    let body = String(repeating: "b", count: SampleLimits.bodyBytesMax)
    let text = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body
    #expect(parse(Array(text.utf8), pieces: 16_384).requests.count == 1)
  }

  @Test func expectedContinueIsToldOnce() throws {
    var parser = RequestParser()
    let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n"
    parser.append(ArraySlice(head.utf8))
    let early = try parser.next()
    let told = [parser.takeExpectedContinue(), parser.takeExpectedContinue()]
    parser.append(ArraySlice("ok".utf8))
    let request = try parser.next()
    #expect(early.map(summary) == nil)
    #expect(told == [true, false])
    #expect(request?.body == Array("ok".utf8))
  }
}
