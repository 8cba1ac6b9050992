import Testing

@testable import DemoAPI

struct DemoRequestTests {
  private func taken(_ head: String) -> DemoRequest? { DemoRequest(head: Array(head.utf8)[...]) }

  @Test func aHeadIsTakenApart() throws {
    let request = try #require(
      taken("GET /a%20b?page=2&x=&name=a+b&page=3 HTTP/1.1\r\nHOST:  localhost:1\r\nA: b:c"))
    #expect(request.method == "GET")
    #expect(request.path == "/a b")
    #expect(request.value("page") == "3")
    #expect(request.value("x") == nil)
    #expect(request.value("y") == nil)
    #expect(request.value("name") == "a b")
    #expect(!request.closes)
  }

  @Test(arguments: [
    "", "GET", "GET / ", "GET page HTTP/1.1", "GET / HTTP/2 x", "GET / FTP/1.1", "\u{16}\u{3}\u{1}",
  ])
  func anythingElseIsNoRequest(_ head: String) {
    #expect(taken(head) == nil)
  }

  @Test(arguments: [
    ("Connection: close", true), ("Content-Length: 2", true), ("Content-Length: 0", false),
    ("Connection: keep-alive", false), ("no field", false),
  ])
  func aRequestMayBeTheLast(_ field: String, _ closes: Bool) {
    #expect(taken("GET / HTTP/1.1\r\n\(field)")?.closes == closes)
  }

  @Test(arguments: [
    ("/l", "http://h:1/l?page=7"), ("/l?page=2&a=%2C", "http://h:1/l?page=7&a=%2C"),
    ("/l?a=b", "http://h:1/l?a=b&page=7"),
  ])
  func aLinkKeepsTheOtherParameters(_ target: String, _ link: String) {
    #expect(taken("GET \(target) HTTP/1.1\r\nHost: h:1")?.link(toPage: 7) == link)
  }
}
