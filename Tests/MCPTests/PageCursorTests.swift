import JSON
import Sessions
import Testing

@testable import MCP

@Suite struct PageCursorTests {
  private let key = CursorKey()

  private func cursor(_ checkpoint: String) throws -> PageCursor {
    var fields = JSONFields([
      "url": "https://api.example.com/a?x=1", "parameters": ["q": "é\"\\ b"],
      "fields": ["user.login"],
    ])
    let arguments = try ToolArguments(&fields, itemsMax: 100, CursorStore(key))
    return PageCursor(arguments, itemsMax: 20, checkpoint: checkpoint)
  }

  private func checkpoint(_ members: String) -> String {
    CheckpointSeal.seal("{\"v\":1,\"request\":\"a\",\(members)}")
  }

  @Test func aCursorReadsBackAsItWasWritten() throws {
    let checkpoint = checkpoint(
      "\"position\":{\"link\":{\"url\":\"https://api.example.com/a?page=2\",\"headers\":[]}}")
    let text = try #require(try cursor(checkpoint).text(key))
    #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C })
    let read = try #require(PageCursor(text, key))
    #expect(read.checkpoint == checkpoint)
    #expect(read.arguments["url"] == "https://api.example.com/a?x=1")
    #expect(read.arguments["parameters"] == ["q": "é\"\\ b"])
    #expect(read.arguments["fields"] == ["user.login"])
    #expect(read.arguments["max_items"] == 20)
    #expect(read.isHarmless(method: "GET"))
  }

  @Test func aDamagedCursorIsRefused() throws {
    let text = try #require(try cursor(checkpoint("\"position\":\"start\"")).text(key))
    for place in text.indices.dropLast(3) {
      var damaged = text
      damaged.replaceSubrange(place...place, with: text[place] == "A" ? "B" : "A")
      #expect(PageCursor(damaged, key) == nil)
    }
    for length in 0..<text.count - 3 {
      #expect(PageCursor(String(text.prefix(length)), key) == nil)
    }
  }

  @Test func aCursorOfAnotherKeyIsRefused() throws {
    let text = try #require(try cursor(checkpoint("\"position\":\"start\"")).text(key))
    #expect(PageCursor(text, key) != nil)
    #expect(PageCursor(text, CursorKey()) == nil)
  }

  @Test func aCursorOfAPostCarriesNoLink() throws {
    let link = try cursor(
      checkpoint("\"position\":{\"link\":{\"url\":\"https://a\",\"headers\":[]}}"))
    #expect(link.isHarmless(method: "GET"))
    #expect(!link.isHarmless(method: "POST"))
  }

  @Test func aCursorThatWouldBeTooLongIsNone() throws {
    let long = String(repeating: "x", count: 1_400)
    #expect(try cursor(checkpoint("\"position\":\"\(long)\"")).text(key) == nil)
    #expect(PageCursor(String(repeating: "A", count: 2_000), key) == nil)
  }

  @Test(arguments: [
    #""position":{"link":{"url":"https://a","method":"DELETE","headers":[]}}"#,
    #""position":{"link":{"url":"https://a","headers":[["Authorization","x"]]}}"#,
    #""position":{"link":{"url":"https://a","headers":[],"body":"{}"}}"#,
    #""position":"start","found":{"headers":{"X":"y"}}"#,
    #""position":"start","found":{"method":"DELETE"}"#,
    #""position":"start","found":{"fetching":{"unixSocket":"/run/docker.sock"}}"#,
    #""position":"start","found":{"auth":{"type":"bearer","token":"x"}}"#,
    #""position":"start","found":{"pagination":{"strategy":"cursor","nextURL":"https://b/:cursor"}}"#,
    #""position":"start","found":{"pagination":{"strategy":"cursor","in":"header"}}"#,
    #""position":"start","found":[]"#,
  ])
  func aForgedCheckpointGrantsNothing(members: String) throws {
    let forged = try cursor(checkpoint(members))
    #expect(forged.text(key) == nil)
    #expect(!forged.isHarmless(method: "GET"))
    #expect(!forged.isHarmless(method: "POST"))
  }
}
