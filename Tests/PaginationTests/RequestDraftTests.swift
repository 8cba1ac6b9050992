import HTTP
import JSON
import TestSupport
import Testing

@testable import Pagination

struct RequestDraftTests {
  private func draft(_ url: String, body: RequestDraft.Body = .none) -> RequestDraft {
    RequestDraft(method: "GET", url: url, headers: [], body: body)
  }

  @Test(arguments: [
    ("http://h/a", "http://h/a?p=1"),
    ("http://h/a?", "http://h/a?p=1"),
    ("http://h/a?x=1#top", "http://h/a?x=1&p=1#top"),
    ("http://h/a#top", "http://h/a?p=1#top"),
    ("http://h/a?p=0&x=2&p=9", "http://h/a?p=1&x=2"),
    ("http://h/a?%70=0&x", "http://h/a?p=1&x"),
  ])
  func queryParameterReplacesOrIsAdded(_ url: String, _ result: String) {
    var draft = draft(url)
    draft.setQuery("p", ["1"])
    #expect(draft.url == result)
  }

  @Test(arguments: [
    ("a=1&p=0&b=%20", "a=1&p=7&b=%20"), ("a=1", "a=1&p=7"), ("{a=1}", "{a=1}"), ("a", "a"),
  ])
  func aFormTakesParameters(_ text: String, _ result: String) throws {
    var draft = draft("http://h/a", body: .text(text))
    draft.set("p", 7, in: .body)
    guard case .text(let made) = draft.body else { throw CancellationError() }
    #expect(made == result)
  }

  @Test func emptyListRemovesAParameter() {
    var draft = draft("http://h/a?p=1&x=2&p=3")
    draft.setQuery("p", [])
    #expect(draft.url == "http://h/a?x=2")
    draft.setQuery("x", [])
    #expect(draft.url == "http://h/a")
  }

  @Test(arguments: [
    ("http://h/a", "http://h/a/x%20y"), ("http://h/a/", "http://h/a/x%20y"),
    ("http://h/a?q=1", "http://h/a/x%20y?q=1"), ("http://h/a#f", "http://h/a/x%20y#f"),
  ])
  func pathSegmentIsAppended(_ url: String, _ result: String) {
    var draft = draft(url)
    draft.set("any", Array(#""x y""#.utf8), in: .path)
    #expect(draft.url == result)
  }

  @Test func bodyGrowsWhereThereIsNone() throws {
    var draft = draft("http://h/a")
    draft.set("a.b", Array("1".utf8), in: .body)
    draft.set("a.c", Array(#""x""#.utf8), in: .body)
    #expect(draft.line == #"GET http://h/a | {"a":{"b":1,"c":"x"}}"#)
  }

  @Test func scalarInTheWayOfAPathIsReplaced() throws {
    var draft = draft("http://h/a", body: .json(try json(#"{"a":1}"#)))
    draft.set("a.b", Array("2".utf8), in: .body)
    #expect(draft.line == #"GET http://h/a | {"a":{"b":2}}"#)
  }

  @Test func textBodyIsLeftAlone() {
    var draft = draft("http://h/a", body: .text("x"))
    draft.set("a", Array("2".utf8), in: .body)
    #expect(draft.line == "GET http://h/a | x")
  }

  @Test func headerIsReplacedInAnyCase() {
    var draft = draft("http://h/a")
    draft.headers = [HTTPField(name: "range", value: "a"), HTTPField(name: "X", value: "y")]
    draft.set("Range", Array(#""b""#.utf8), in: .header)
    #expect(draft.line == "GET http://h/a | X: y | Range: b")
  }

  @Test(arguments: [
    (#""a\u00e9\n""#, "aé\n"), ("1.10", "1.10"), ("[1]", "[1]"), ("true", "true"),
    (#""broken"#, #""broken"#),
  ])
  func plainTextIsAStringsOwn(_ json: String, _ text: String) {
    #expect(RequestDraft.plainText(Array(json.utf8)) == text)
  }
}
