import HTTP
import TestInput
import TestSupport
import Testing

/// Bodies that are coded, cut, or without anything that says that they are all.
@Suite struct CodedBodyTests {
  private let client = CurlClient()
  private let network = Network()

  /// A response of a head and a body; the connection ends behind it.
  private func fetch(
    _ head: String, _ body: [UInt8], _ client: CurlClient? = nil, method: HTTPMethod = "GET"
  ) throws -> Result<HTTPResponse, HTTPError> {
    let server = try ScriptedServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.write(Array("HTTP/1.1 \(head)\r\n\r\n".utf8) + body)
    }
    defer { server.stop() }
    var request = try get(server.url())
    request.method = method
    return try (client ?? self.client).fetch(request)
  }

  @Test func gzipThatIsCutAnywhereIsNoResponse() throws {
    let body = Bodies.items
    for count in 0..<body.count {
      let cut = Array(body.prefix(count))
      // By the connection's end, and in whole by its length.
      for head in ["", "\r\nContent-Length: \(count)"] {
        let error = try fetch("200 OK\r\nContent-Encoding: gzip" + head, cut).error
        guard case .malformedResponse(_, _, isTransient: true) = error else {
          Issue.record("\(count) bytes\(head): \(String(describing: error))")
          return
        }
      }
    }
    let whole = try fetch("200 OK\r\nContent-Encoding: gzip", body).get()
    #expect(whole.body == Array(#"{"items":[1,2,3]}"#.utf8))
    #expect(whole.bodyEnd == .connection)
  }

  @Test(arguments: ["gzip", "deflate"])
  func wholeStreamOfNothingIsNoResponse(coding: String) throws {
    let format: ZlibLibrary.DataFormat = coding == "gzip" ? .gzip : .zlib
    let body = try #require(ZlibLibrary.load()?.compress([], format))
    let head = "200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(body.count)"
    #expect(
      try fetch(head, body).error
        == .malformedResponse(
          detail: "its \(coding) data holds no bytes", offset: 0, isTransient: true))
  }

  @Test(arguments: [
    TestCase("length", "200 OK\r\nContent-Length: 0", true),
    TestCase("no content", "204 No Content", true),
    TestCase("connection", "200 OK", false),
  ])
  func emptyBodyIsAllWhereTheAPISaysSo(_ test: TestCase<String, Bool>) throws {
    let result = try fetch(test.input, [])
    if test.expected {
      #expect(try result.get().bodyEnd == .stated)
    } else {
      #expect(
        result.error
          == .malformedResponse(
            detail: "the connection ended before the body", offset: 0, isTransient: true))
    }
  }

  @Test(arguments: ["gzip", "deflate"], ["Content-Length: 0", "Connection: close"])
  func codedBodyWithoutAByteIsCut(coding: String, end: String) throws {
    let error = try fetch("200 OK\r\nContent-Encoding: \(coding)\r\n\(end)", []).error
    #expect(
      error
        == .malformedResponse(
          detail: "its \(coding) data is cut short", offset: 0, isTransient: true))
    let chunked = "200 OK\r\nContent-Encoding: \(coding)\r\nTransfer-Encoding: chunked"
    #expect(try fetch(chunked, Array("0\r\n\r\n".utf8)).error == error)
    let refused = try fetch("404 Not Found\r\nContent-Encoding: \(coding)\r\n\(end)", []).get()
    #expect(refused.status == 404)
  }

  @Test(arguments: [
    TestCase("chunks", "200 OK\r\nTransfer-Encoding: chunked", HTTPBodyEnd.stated),
    TestCase("connection", "200 OK\r\nConnection: close", .connection),
  ])
  func endOfABodyIsToldApart(_ test: TestCase<String, HTTPBodyEnd>) throws {
    let isChunked = test.expected == .stated
    let response = try fetch(test.input, Array((isChunked ? "2\r\n[]\r\n0\r\n\r\n" : "[]").utf8))
    #expect(try response.get().bodyEnd == test.expected)
    #expect(response.text == "[]")
  }

  @Test func endedChunksOfNothingAreAll() throws {
    let head = "200 OK\r\nTransfer-Encoding: chunked"
    #expect(try fetch(head, Array("0\r\n\r\n".utf8)).get().bodyEnd == .stated)
    #expect(try fetch(head, []).networkFailure != nil)
  }

  @Test func headHasNoBody() throws {
    let head = "200 OK\r\nContent-Encoding: br\r\nContent-Length: 10"
    let response = try fetch(head, [], method: "HEAD").get()
    #expect(response.bodyEnd == .stated)
    #expect(response.body.isEmpty)
  }

  @Test func refusalsKeepTheirStatusWhateverTheirBody() throws {
    for coding in ["gzip", "br"] {
      let head = "503 Busy\r\nContent-Encoding: \(coding)\r\nContent-Length: 3"
      let response = try fetch(head, [1, 2, 3]).get()
      #expect(response.status == 503)
      #expect(response.bodyEnd.fault(ofBytes: response.body.count) != nil)
    }
  }

  @Test func foreignBytesAreDamage() throws {
    let error = try fetch("200 OK\r\nContent-Encoding: gzip", Array("abcd".utf8)).error
    #expect(
      error
        == .malformedResponse(
          detail: "its gzip data is damaged: incorrect header check", offset: 0,
          isTransient: true))
  }

  @Test func otherCodingsAreRefused() throws {
    let error = try fetch("200 OK\r\nContent-Encoding: br\r\nContent-Length: 1", [1]).error
    #expect(
      error
        == .malformedResponse(detail: #"its content coding "br" was not requested"#, offset: 0))
  }

  @Test func codedTransferIsRefused() throws {
    let head = "200 OK\r\nTransfer-Encoding: gzip, chunked"
    let error = try fetch(head, Array("2\r\n[]\r\n0\r\n\r\n".utf8)).error
    #expect(
      error
        == .malformedResponse(detail: "a Transfer-Encoding that was not requested", offset: 0))
  }

  @Test(arguments: [
    TestCase("zlib", nil as String?, "gzip, deflate"),
    TestCase("none", "libz-nowhere.so", "identity"),
  ])
  func onlyWhatCanBeUndoneIsRequested(_ test: TestCase<String?, String>) throws {
    let client = test.input.map { CurlClient(zlibLibraries: [$0]) } ?? self.client
    let server = try network.server()
    #expect(try client.fetch(get(server.url())).text == "[]")
    var own = try get(server.url())
    own.headers.add("Accept-Encoding", "br")
    #expect(try client.fetch(own).text == "[]")
    #expect(server.received.wait(2).map { $0.header("Accept-Encoding") } == [test.expected, "br"])
    client.shutdown()
  }

  @Test func withoutZlibCodedBodiesAreRefused() throws {
    let client = CurlClient(zlibLibraries: ["libz-nowhere.so"])
    defer { client.shutdown() }
    let error = try fetch("200 OK\r\nContent-Encoding: gzip", Bodies.items, client).error
    #expect(
      error
        == .malformedResponse(
          detail: "its content coding cannot be undone, as zlib is missing or out of memory",
          offset: 0))
  }
}
