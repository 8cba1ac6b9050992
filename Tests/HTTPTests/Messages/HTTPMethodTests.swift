import HTTP
import Testing

@Suite struct HTTPMethodTests {
  @Test(arguments: ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"])
  func safeMethodsOnlyRead(_ method: String) {
    #expect(HTTPMethod(method).isSafe)
    #expect(HTTPMethod(method).isIdempotent)
  }

  @Test(arguments: ["PUT", "DELETE"])
  func idempotentMethodsMayBeSentTwice(_ method: String) {
    #expect(!HTTPMethod(method).isSafe)
    #expect(HTTPMethod(method).isIdempotent)
  }

  @Test(arguments: ["POST", "PATCH", "get", "SEARCH", ""])
  func otherMethodsAreSentOnce(_ method: String) {
    #expect(!HTTPMethod(method).isSafe)
    #expect(!HTTPMethod(method).isIdempotent)
  }
}
