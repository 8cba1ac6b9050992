import HTTP
import TestSupport
import Testing

/// Responses that are made to fill memory, or to be taken for what they are not.
@Suite struct HostileResponseTests {
  private let client = CurlClient()
  private let network = Network()

  /// A server that answers every request with a head and then repeats a piece until it is cut off.
  private func endless(
    _ head: String, _ piece: String, cut: Inbox<Bool>
  ) throws -> ScriptedServer {
    let pieces = Array(String(repeating: piece, count: 1_000).utf8)
    return try network.server { connection in
      guard connection.readRequest() != nil else { return }
      connection.write(head)
      cut.deliver(!(0..<10_000).allSatisfy { _ in connection.write(pieces) })
    }
  }

  @Test(arguments: [
    TestCase(
      "trailers",
      ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n", "A: b\r\n"],
      HTTPError.responseTooLarge(.trailers, maximum: 65_536)),
    TestCase(
      "headers", ["HTTP/1.1 200 OK\r\n", "A: b\r\n"],
      HTTPError.responseTooLarge(.headers, maximum: 262_144)),
    TestCase(
      "early hints", ["", "HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n"],
      HTTPError.responseTooLarge(.headers, maximum: 262_144)),
    TestCase(
      "a header line", ["HTTP/1.1 200 OK\r\nA: ", "bcdefghi"],
      HTTPError.responseTooLarge(.headerLine, maximum: 102_400)),
    TestCase(
      "a trailer line",
      ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\nA: ", "bcdefghi"],
      HTTPError.responseTooLarge(.trailers, maximum: 65_536)),
  ])
  func whatNeverEndsIsStopped(_ test: TestCase<[String], HTTPError>) throws {
    let cut = Inbox<Bool>()
    let server = try endless(test.input[0], test.input[1], cut: cut)
    #expect(try client.fetch(get(server.url())).error == test.expected)
    #expect(cut.wait() == [true])
  }

  @Test func bytesBehindCompressedDataAreRefused() throws {
    let server = try network.server { connection in
      while connection.readRequest() != nil {
        connection.write(Bodies.gzipped(Bodies.items + [1, 2, 3]))
      }
    }
    let error = try client.fetch(get(server.url())).error
    #expect(
      error
        == .malformedResponse(
          detail: "more bytes follow the end of the compressed data", offset: 17))
  }

  @Test(arguments: ["Content-Length: 2\r\nContent-Length: 3", "Content-Length: 2, 3"])
  func lengthsThatDifferAreRefused(_ headers: String) throws {
    let server = try network.server { connection in
      guard connection.readRequest() != nil else { return }
      connection.write("HTTP/1.1 200 OK\r\n\(headers)\r\n\r\n[]\n")
      _ = connection.waitForHangUp()
    }
    let error = try client.fetch(get(server.url())).error
    #expect(
      error == .malformedResponse(detail: "two different values of Content-Length", offset: 0))
  }

  @Test(arguments: ["GET", "POST"])
  func responseThatNobodyAskedForIsNotTakenForTheNext(_ method: String) throws {
    let (release, written) = (Inbox<Bool>(), Inbox<Bool>())
    let server = try network.server { connection in
      while connection.readRequest() != nil {
        connection.answer("[\(connection.index)]")
        guard connection.index == 0 else { continue }
        _ = release.wait()
        connection.answer("[666]")
        written.deliver(true)
      }
    }
    #expect(try client.fetch(get(server.url())).text == "[0]")
    release.deliver(true)
    _ = written.wait()
    var request = try get(server.url())
    request.method = HTTPMethod(method)
    #expect(try client.fetch(request).text == "[1]")
    #expect(try client.fetch(request).text == "[1]")
    #expect(server.connectionCount == 2)
  }
}
