import HTTP
import Testing

@Suite struct HTTPStatusTests {
  private func codes(_ isMeant: (HTTPStatus) -> Bool) -> [Int] {
    (100..<600).filter { isMeant(HTTPStatus($0)) }
  }

  @Test func successIs2xx() {
    #expect(codes(\.isSuccess) == Array(200..<300))
  }

  @Test func transientStatusesMayChange() {
    #expect(codes(\.isTransient) == [408, 425, 429, 500, 502, 503, 504])
  }

  @Test func pagesBehindTheLastOneAreRefused() {
    #expect(codes(\.isPastEnd) == [404, 410, 416])
  }

  @Test func redirectsHaveALocation() {
    #expect(codes(\.isRedirect) == [301, 302, 303, 307, 308])
  }
}
