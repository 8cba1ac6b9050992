import HTTP
import Testing

@testable import Commands

/// The line that the log has of a request.
struct AttemptTests {
  private static func line(_ request: HTTPRequest) -> String {
    Attempt(request, .failure(.networkFailed(detail: "no route")), seconds: 0.002).line
  }

  @Test func aRedirectThatEchoesCredentialsShowsNone() throws {
    let echo = "Basic%20bWU6cHJveHkgcGFzcw%3D%3D%20X%2DKey%3A%20s3cret"
    var request = HTTPRequest(url: try HTTPURL.parse("http://h/again?echo=\(echo)"))
    request.settings.proxy = "http://me:proxy%20pass@127.0.0.1:1"
    request.redactor = Redactor(secrets: ["s3cret"])
    #expect(
      Self.line(request)
        == "GET http://h/again?echo=Basic%20***%3D%3D%20X%2DKey%3A%20*** no route, 2.0 ms")
  }
}
