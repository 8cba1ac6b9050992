import Testing

@testable import SampleAPI

@Suite struct SampleRequestTests {
  private func request(_ text: String) throws -> SampleRequest {
    var parser = RequestParser()
    parser.append(ArraySlice(text.utf8))
    return try #require(try parser.next())
  }

  @Test func firstFieldOfANameIsFoundInAnyCase() throws {
    let request = try request("GET / HTTP/1.1\r\nHOST: a\r\nX-Y: 1\r\nx-y: 2\r\n\r\n")
    #expect(request.header("x-y") == "1")
    #expect(request.header("host") == "a")
    #expect(request.header("x-z") == nil)
  }

  @Test func methodsAreCaseSensitive() throws {
    let request = try request("get / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(request.isMethod("get"))
    #expect(!request.isMethod("GET"))
    #expect(!request.isMethod("ge"))
  }

  @Test func cutKeepsWhatLiesInTheFirstBytes() throws {
    let text = "POST /long HTTP/1.1\r\nHost: a\r\nX: yyyyyyyy\r\nContent-Length: 4\r\n\r\nbody"
    let whole = try request(text)
    #expect(whole.cut(to: 1000).headers.count == 3)
    let cut = whole.cut(to: 30)
    #expect(cut.head.count == 30)
    #expect(cut.headers.count == 1)
    #expect(cut.target == "/long")
    #expect(whole.cut(to: 8).target == "/lo")
    #expect(whole.cut(to: 3).body == Array("bod".utf8))
  }
}
