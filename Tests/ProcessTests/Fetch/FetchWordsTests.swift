import Foundation
import JSON
import Testing

/// What `paginator fetch` says of APIs that fail, in the words of the command line.
struct FetchWordsTests {
  private let kit: FetchKit

  init() throws { kit = try FetchKit(items: 0) }

  @Test func anotherOriginIsNamedAndCanBeAllowed() throws {
    let other = try ListAPI { _ in .items(3...4, #""next":null"#) }
    let url = other.url
    let api = try ListAPI { _ in .items(1...2, #""next":"\#(url)/b""#) }
    let refused = try kit.fetch(
      ["\(api.url)/a"], exits: 5, says: "allow it with --allow-origin \(url)")
    #expect(!refused.errors.contains("allowedOrigins"))
    let allowed = try kit.fetch(["\(api.url)/a", "--allow-origin", url], exits: 0)
    #expect(try allowed.ids == [1, 2, 3, 4])
  }

  @Test func aWalkWhoseWayIsUnknownNamesTheOptions() throws {
    let api = try ListAPI { _ in .items(1...20, #""total":100"#) }
    try kit.fetch(["\(api.url)/a"], exits: 4, says: "say it with --pagination or --profile")
  }

  @Test func anObjectOfItemsIsNamed() throws {
    let api = try ListAPI { _ in ListAPI.Response(body: #"{"birds":{"1":{"id":1},"2":{"id":2}}}"#) }
    try kit.fetch(["\(api.url)/a"], exits: 0, says: "If birds.* are the items, say it with --items")
    let items = try kit.fetch(["\(api.url)/a", "--items", "birds.*", "--pagination", "single"])
    #expect(try items.ids == [1, 2] && items.errors.isEmpty, "\(items.errors)")
  }

  @Test func aStrictMappingNamesTheItem() throws {
    let api = try ListAPI { _ in .items(1...2) }
    let map = #"{"attributes":{"id":{"type":"object"}},"strict":true}"#
    let run = try kit.fetch(
      ["\(api.url)/a", "--pagination", "single", "--map", map], exits: 1,
      says: "item 0 of the page has number at id, not object")
    #expect(!run.errors.contains("data.issues"))
  }

  /// What the API says of it counts, not its status; no setting is to blame.
  @Test(arguments: [
    (#"{"error":{"code":"bad","message":"API key is invalid"}}"#, "API key is invalid"),
    (#"{"success":false,"errors":["Nope","x"],"data":null}"#, "Nope"),
    (#"{"status":"error","message":"Something broke"}"#, "Something broke"),
  ])
  func anErrorWithStatus200IsTold(body: String, words: String) throws {
    let api = try ListAPI { query in
      (query["page"] ?? 1) > 2
        ? ListAPI.Response(body: body)
        : .items([query["page"] ?? 1, 10 + (query["page"] ?? 1)], #""total":100"#)
    }
    for (path, page) in [("/a?page=3", 1), ("/a?page=1", 3)] {
      let run = try kit.fetch(["\(api.url)\(path)", "--items", "items"])
      #expect(run.status == (page == 1 ? 1 : 5))
      let sentence = "The API reports an error with status 200: \(words) (GET \(api.url)/a?page=3)"
      #expect(run.errors.contains(sentence), "\(run.errors)")
      #expect(!run.errors.contains("--items"))
    }
  }

  /// Where earlier pages had the list, no setting is to blame.
  @Test func aLaterPageWithoutAListIsTold() throws {
    let api = try ListAPI { query in
      (query["page"] ?? 1) > 1
        ? ListAPI.Response(body: #"{"data":{"a":[1]}}"#) : .items(1...2, #""total":100"#)
    }
    try kit.fetch(
      ["\(api.url)/a?page=:currentPage", "--items", "items"],
      says: "There is no list at \"items\", where earlier pages have it",
      "(GET \(api.url)/a?page=2&")
    try kit.fetch(
      ["\(api.url)/a?page=2", "--items", "items"], says: "set --items (GET \(api.url)/a?page=2)")
  }

  @Test func aRefusedPageIsTold() throws {
    let body = "{\n  \"message\": \"Result window is too large\"\n}\n"
    let api = try ListAPI { query in
      (query["page"] ?? 1) > 2
        ? ListAPI.Response(status: 422, body: body)
        : .items([query["page"] ?? 1, 10 + (query["page"] ?? 1)])
    }
    let run = try kit.fetch(
      ["\(api.url)/a?page=:currentPage&n=:perPage", "--items", "items", "--summary"], exits: 4,
      says:
        "the API refuses page 3 with status 422 (GET \(api.url)/a?page=3&n=25): Result window is too "
        + "large; 4 items were written")
    let evidence = try run.summary["endReason"]?["evidence"]
    #expect(evidence?["body"] == "Result window is too large")
    #expect(evidence?["url"] == .string("\(api.url)/a?page=3&n=25"))
  }

  @Test func aRefusedRequestSaysHowToSignIn() throws {
    let api = try ListAPI { _ in
      ListAPI.Response(status: 401, body: #"{"message":"Bad credentials","url":"https://h"}"#)
    }
    try kit.fetch(
      ["\(api.url)/a"],
      says:
        "status 401: Bad credentials. Give --token '{env:NAME}', --user or --header, or check the ones "
        + "given (GET \(api.url)/a)\n")
  }

  @Test(arguments: [
    ("<!doctype html><html><head><title>Acme</title></head><input type=\"password\">", true),
    ("<html><head><title>Sign in - Acme</title></head>", true),
    ("<html><head><title>Welcome to Acme</title></head>", false),
  ])
  func aPageOfHTMLSaysWhetherItIsALogin(page: String, isLogin: Bool) throws {
    let api = try ListAPI { _ in ListAPI.Response(type: "text/html", body: page) }
    let run = try kit.fetch(
      ["\(api.url)/a"], exits: 1, says: "The body is a page of HTML, not JSON: \"")
    #expect(run.errors.contains("It looks like a login: give --token") == isLogin)
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func aDescriptorThatDoesNotFitIsNamed() throws {
    let api = try ListAPI { _ in .items(1...2) }
    let open = #"{"responseDescriptors":[{"keyPath":"items","pathPattern":"/b"}]}"#
    try kit.fetch(
      ["\(api.url)/a", "--pagination", "single", "--open", open], exits: 1,
      says: "pathPattern of number 0 does not fit it")
  }
}
