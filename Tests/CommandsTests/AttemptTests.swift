import HTTP
import Secrets
import Synchronization
import TestSupport
import Testing

@testable import Commands

/// The lines about requests.
struct AttemptTests {
  static func lines(
    _ url: String, _ headers: [HTTPField] = [], _ results: [Result<HTTPResponse, HTTPError>],
    attempts: [Int]? = nil
  ) throws -> [String] {
    let lines = Mutex<[String]>([])
    let client = TracingClient(client: ScriptedSender(results)) { line in
      lines.withLock { $0.append(line) }
    }
    var request = HTTPRequest(url: try HTTPURL.parse(url), headers: HTTPHeaders(headers))
    for attempt in attempts ?? results.map({ _ in 1 }) {
      request.attempt = attempt
      _ = client.send(request) { _ in }
    }
    return lines.withLock { $0 }
  }

  static func response(_ status: HTTPStatus, _ bytes: Int, _ milliseconds: Double)
    -> Result<HTTPResponse, HTTPError>
  {
    .success(
      HTTPResponse(
        status: status, body: Array(repeating: 0, count: bytes),
        durationMilliseconds: milliseconds))
  }

  @Test func anAttemptIsOneLine() throws {
    let lines = try Self.lines("https://h/a?page=3", [], [Self.response(200, 4_660, 12.34)])
    #expect(lines == ["GET https://h/a?page=3 200, 12.3 ms, 4660 bytes"])
  }

  @Test func retriesAreNumbered() throws {
    let lines = try Self.lines(
      "http://h/", [],
      [
        Self.response(503, 1, 1), Self.response(429, 0, 1), Self.response(200, 2, 1),
        Self.response(200, 2, 1),
      ], attempts: [1, 2, 3, 1])
    #expect(
      lines == [
        "GET http://h/ 503, 1.0 ms, 1 byte", "GET http://h/ 429, 1.0 ms, 0 bytes, retry 1",
        "GET http://h/ 200, 1.0 ms, 2 bytes, retry 2", "GET http://h/ 200, 1.0 ms, 2 bytes",
      ])
  }

  @Test func secretsAreMasked() throws {
    let lines = try Self.lines(
      "http://me:S3cretPass@h/S3cretToken?api_key=S3cretKey&q=S3cretToken",
      [HTTPField(name: "Authorization", value: "Bearer S3cretToken")],
      [Self.response(200, 0, 0), .failure(.networkFailed(detail: "no S3cretToken"))])
    #expect(lines[0] == "GET http://***@h/***?api_key=***&q=*** 200, 0.0 ms, 0 bytes")
    #expect(lines[1].hasPrefix("GET http://***@h/***?api_key=***&q=*** no ***, "))
  }

  @Test func aRedirectThatEchoesCredentialsShowsNone() throws {
    let echo = "Basic%20bWU6cHJveHkgcGFzcw%3D%3D%20X%2DKey%3A%20s3cret"
    var request = HTTPRequest(url: try HTTPURL.parse("http://h/again?echo=\(echo)"))
    request.settings.proxy = "http://me:proxy%20pass@127.0.0.1:1"
    request.redactor = Redactor(secrets: ["s3cret"])
    let line = TracingClient.line(
      request, .failure(.networkFailed(detail: "no route")), seconds: 0.002)
    #expect(
      line
        == "GET http://h/again?echo=Basic%20***%3D%3D%20X%2DKey%3A%20*** no route, 2.0 ms")
  }
}
