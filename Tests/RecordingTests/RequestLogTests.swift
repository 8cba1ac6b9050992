import HTTP
import JSON
import TestSupport
import Testing

@testable import Recording

struct RequestLogTests {
  private static let token = "sesame-8431-open"

  /// The entries after these responses, each for a page of its own from 1 on.
  private func entries(
    _ results: [Result<HTTPResponse, HTTPError>], most: Int = 10, of page: Int? = nil
  ) throws -> [JSONValue] {
    let log = RequestLog()
    let sender = ScriptedSender(results)
    for index in results.indices {
      let request = try RecorderTests.request(
        "https://h/a?page=\(index + 1)", [HTTPField(name: "Authorization", value: Self.token)])
      let client = log.holding(sender, page: index + 1, most: most, userAgent: "me/1")
      _ = client.send(request) { _ in }
    }
    return try log.entries(of: page).map {
      let document = try JSONDocument($0)
      return document.value(document.root)
    }
  }

  private func content(
    _ body: some Sequence<UInt8>, charset: String = "utf-8"
  ) throws -> JSONValue? {
    let type = HTTPField(name: "Content-Type", value: "text/plain; charset=\(charset)")
    let response = RecorderTests.response(Array(body), [type])
    return try entries([response]).first?["response"]?["content"]
  }

  @Test func theLatestAreHeld() throws {
    let results = (1...5).map { RecorderTests.response(Array("\($0)".utf8)) }
    #expect(try entries(results, most: 2).map { $0["_page"] } == [4, 5])
    #expect(try entries(results, of: 3).map { $0["request"]?["url"] } == ["https://h/a?page=3"])
    #expect(try entries(results, of: 9).isEmpty)
    #expect(try entries([.failure(.cancelled)]).isEmpty)
    let failed = try entries([.failure(.timedOut(seconds: 1))]).first
    #expect(failed?["response"]?["_error"]?["kind"] == "timedOut")
  }

  @Test func theirMemoryHasAMaximum() throws {
    let count = RequestLog.bytesMax / RequestLog.bodyBytesMax
    let long = RecorderTests.response(Array(repeating: 0x61, count: 40_000))
    let results = Array(repeating: long, count: count + 5)
    for (page, isHeld) in [(1, false), (5, false), (30, true), (count + 5, true)] {
      let held = try entries(results, most: RequestLog.requestsMax, of: page)
      #expect(held.isEmpty != isHeld, "page \(page)")
    }
  }

  @Test func headersAreThoseThatAreSentWithoutSecrets() throws {
    let entry = try #require(try entries([RecorderTests.response([])]).first)
    #expect(
      entry["request"]?["headers"] == [
        ["name": "Host", "value": "h"], ["name": "Authorization", "value": "***"],
        ["name": "Accept", "value": "application/json, */*;q=0.5"],
        ["name": "User-Agent", "value": "me/1"],
      ])
  }

  @Test func aBodyIsCutBetweenCharactersAndSaysItsSize() throws {
    let whole = try content(String(repeating: "é", count: 16_383).utf8)
    #expect(whole?["text"]?.stringValue?.utf8.count == 32_766)
    let cut = try content(("a" + String(repeating: "é", count: 20_000)).utf8)
    #expect(cut?["size"] == 40_001)
    #expect(cut?["text"]?.stringValue?.allSatisfy { "aé".contains($0) } == true)
    #expect((16_380...16_384).contains(cut?["text"]?.stringValue?.utf8.count ?? 0))
    let latin = try content([0x63, 0x61, 0x66, 0xE9], charset: "iso-8859-1")
    #expect(latin?["text"] == "café")
  }

  /// Wherever a secret is that the API echoes, no part of it is shown.
  @Test(arguments: [0, 16_376, 16_384, 32_760, 32_768])
  func noPartOfASecretIsShown(at offset: Int) throws {
    let before = String(repeating: "-", count: offset)
    let body = before + Self.token + String(repeating: "-", count: 40_000)
    let text = try content(body.utf8)?["text"]
    #expect(text?.stringValue?.contains("s") == false)
  }
}
