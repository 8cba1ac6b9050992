import Foundation
import Testing

@testable import SampleAPI

@Suite struct ServiceTests {
  private let client: WireClient

  init() throws { client = try WireClient() }

  // MARK: Validators

  @Test(arguments: ["/page?page=2", "/offset?offset=5", "/link"])
  func knownAnswerIsNotSentAgain(_ path: String) throws {
    let first = try client.exchange(path)
    let tag = try #require(first.header("etag"))
    let modified = try #require(first.header("last-modified"))
    let conditions: [(field: String, status: Int)] = [
      ("If-None-Match: \(tag)", 304), ("If-None-Match: \"x\", W/\(tag)", 304),
      ("If-None-Match: *", 304), ("If-None-Match: \"x\"", 200),
      ("If-Modified-Since: \(modified)", 304),
      ("If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT", 200),
    ]
    for condition in conditions {
      let reply = try client.exchange(path, headers: [condition.field])
      #expect(reply.status == condition.status, "\(condition.field)")
      #expect(reply.header("etag") == tag)
      #expect(reply.body == (condition.status == 304 ? [] : first.body))
    }
    // If-None-Match goes before If-Modified-Since.
    let both = ["If-None-Match: \"x\"", "If-Modified-Since: \(modified)"]
    #expect(try client.exchange(path, headers: both).status == 200)
  }

  @Test func tagsDifferWhereAnswersDo() throws {
    let answers: [(target: String, headers: [String])] = [
      ("/page", []), ("/page?page=2", []), ("/page?pretty=1", []),
      ("/page", ["Accept-Encoding: gzip"]), ("/page?fault=edit", []),
    ]
    let tags = try answers.map {
      try client.exchange($0.target, headers: $0.headers).header("etag")
    }
    #expect(Set(tags).count == tags.count)
    let edited = try client.exchange("/page?fault=edit").header("last-modified")
    #expect(edited != (try client.exchange("/page").header("last-modified")))
  }

  @Test func changedCollectionIsSentAgain() throws {
    let target = "/page?fault=edit@3"
    let tag = try #require(try client.exchange(target).header("etag"))
    let statuses = try (0..<2).map { _ in
      try client.exchange(target, headers: ["If-None-Match: " + tag]).status
    }
    #expect(statuses == [304, 200])
  }

  @Test func tagCanBeLeftOut() throws {
    let reply = try client.another().exchange("/page?etag=0", headers: ["If-None-Match: \"x\""])
    #expect(reply.header("etag") == nil)
    #expect(reply.header("last-modified") != nil)
    #expect(try client.another().exchange("/cursor").header("etag") == nil)
  }

  // MARK: Encoding

  @Test(arguments: [
    ("gzip", true), ("deflate, GZIP;q=0.5", true), ("gzip;q=0", false), ("gzip; q=0.0", false),
    ("identity", false), ("", false), ("x-gzip", false),
  ]) func answerIsCompressedForWhoAccepts(_ accepted: String, _ isCompressed: Bool) throws {
    for path in ["/page", "/cursor", "/range"] {
      let reply = try client.exchange(path, headers: ["Accept-Encoding: " + accepted])
      #expect((reply.header("content-encoding") == "gzip") == isCompressed)
      #expect(reply.header("vary") == "Accept-Encoding")
      #expect((reply.json == nil) == isCompressed)
    }
    let refused = try client.exchange("/page?gzip=0", headers: ["Accept-Encoding: " + accepted])
    #expect(refused.header("content-encoding") == nil)
    // Too small to be worth it.
    let small = try client.exchange("/link?items=0", headers: ["Accept-Encoding: " + accepted])
    #expect(small.header("content-encoding") == nil)
  }

  @Test func prettyTextHasLineBreaksAndTheSameItems() throws {
    let reply = try client.exchange("/page?pretty=1")
    #expect(reply.text.contains("\n  \"articles\": [\n"))
    #expect(reply.ids("articles") == Array(1...25))
  }

  // MARK: Authorization

  @Test func wrongOrMissingTokenIsUnauthorized() throws {
    let cases: [(fields: [String], status: Int)] = [
      ([], 401), (["Authorization: Bearer wrong"], 401), (["Authorization: Basic anna"], 401),
      (["Authorization: Bearer anna"], 200), ([], 401),
    ]
    for (fields, status) in cases {
      let reply = try client.exchange("/page?auth=anna", headers: fields)
      #expect(reply.status == status)
      let challenge = status == 401 ? "Bearer realm=\"sample\"" : nil
      #expect(reply.header("www-authenticate") == challenge)
    }
  }

  // MARK: Routing

  @Test func unknownPathAndMethodAreRefused() throws {
    #expect(try client.exchange("/pages").status == 404)
    #expect(try client.exchange("/page/").status == 404)
    let put = try client.exchange("/page", method: "PUT")
    #expect(put.status == 405)
    #expect(put.header("allow") == "GET, HEAD, POST")
  }

  @Test func headHasTheFieldsOfGet() throws {
    let (get, head) = (try client.exchange("/page"), try client.exchange("/page", method: "HEAD"))
    #expect(head.header("content-length") == String(get.body.count))
    #expect(head.header("etag") == get.header("etag"))
    #expect(try client.exchange("/search", method: "HEAD").status == 405)
  }

  @Test func answersFromTheCacheAreTheSame() throws {
    let fields = { (reply: Reply) in
      reply.head.components(separatedBy: "\r\n").filter { !$0.hasPrefix("Date: ") }
    }
    for target in ["/page", "/link?page=3", "/cursor", "/page?pretty=1", "/body?past=404"] {
      let (first, second) = (try client.exchange(target), try client.exchange(target))
      #expect(fields(first) == fields(second))
      #expect(first.body == second.body)
    }
    client.send("GET /link?page=3 HTTP/1.1\r\nHost: other\r\n\r\n")
    #expect(try client.read().link("next")?.hasPrefix("http://other/") == true)
  }

  @Test(arguments: [(nil, 18_500...19_000), (1_000, 100_000...101_000)])
  func pageOfAHundredHasItsSize(itemBytes: Int?, sizes: ClosedRange<Int>) throws {
    let client = try WireClient { $0.itemBytes = itemBytes ?? $0.itemBytes }
    #expect(sizes.contains(try client.exchange("/page?per_page=100").body.count))
  }
}
