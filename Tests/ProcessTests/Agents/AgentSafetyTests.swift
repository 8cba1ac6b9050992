import Foundation
import JSON
import SampleAPI
import Testing

/// `paginator mcp` against an API that leads elsewhere, and values that would.
@Suite(.timeLimit(.minutes(2))) struct AgentSafetyTests {
  private func call(
    _ api: String, _ tool: String, _ arguments: JSONValue, folder: String? = nil
  ) throws -> JSONValue {
    let files = folder.map { ["--directory", $0] } ?? []
    let agent = try ServerProcess(.lines, arguments: ["mcp", "--allow-origin", api] + files)
    try agent.ask("initialize", ["protocolVersion": "2025-06-18"], id: 0)
    let answer = try agent.ask("tools/call", ["name": .string(tool), "arguments": arguments])
    #expect(agent.finish() == 0)
    return try #require(answer["result"])
  }

  private func text(_ result: JSONValue) -> String {
    result["content"]?.arrayValue?.first?["text"]?.stringValue ?? ""
  }

  /// The same server by another name is another origin.
  @Test func aRedirectToAPrivateAddressIsRefused() throws {
    let api = try SampleServer(SampleOptions())
    api.start()
    defer { api.stop() }
    let result = try call(
      api.url, "page", ["url": .string("\(api.url)/page?fault=redirect-foreign")])
    #expect(result["isError"] == true)
    #expect(text(result).contains("Nothing was sent to http://"), "\(text(result))")
    #expect(text(result).contains("--allow-origin"))
    #expect(api.requestCount == 1)
  }

  /// Whatever the API calls it, the address of its next page is looked at as the first one is.
  @Test(arguments: [
    "http://127.0.0.1:1/x", "http://2130706433:1/x", "http://[::ffff:7f00:1]:1/x",
    "http://169.254.169.254/latest/meta-data", "http://localhost:1/x",
  ])
  func aLinkToAPrivateAddressIsRefused(link: String) throws {
    let api = try ListAPI { _ in .items(1...3, "\"next\":\"\(link)\"") }
    let result = try call(api.url, "page", ["url": .string("\(api.url)/list")])
    let facts = try #require(result["structuredContent"], "\(result)")
    #expect(facts["returned"] == 3)
    #expect(facts["complete"] == false)
    #expect(facts["why"]?.stringValue?.contains("--allow-origin") == true, "\(facts)")
  }

  /// A value is one segment of the path, and text alone.
  @Test func aValueNeverLeadsElsewhere() throws {
    let kit = try FetchKit(items: 0)
    let api = try ListAPI { query in
      let isInside = query.request.hasPrefix("GET /a/") && query.request.contains("/list")
      return isInside ? .items([1], "\"total\":1") : ListAPI.Response(status: 500, body: "{}")
    }
    let values: JSONValue = [
      "..", ".", "../../b", "%2e%2e", "x/../..", "{env:HOME}", "{item}", ":perPage", "a b\r\nX: y",
    ]
    let result = try call(
      api.url, "fetch",
      ["url": .string("\(api.url)/a/{item}/list"), "each": values, "to": "a.ndjson"],
      folder: kit.folder.path)
    let facts = try #require(result["structuredContent"], "\(result)")
    let why = facts["why"]?.stringValue ?? ""
    #expect(facts["verdict"] == "partial" && facts["items"] == 7, "\(facts)")
    #expect(why.contains("7 of 9 lists are complete, 2 failed"), "\(why)")
    let lines = try #require(kit.text("a.ndjson")).split(separator: "\n")
    #expect(lines.last == #"{"_item":"a b\r\nX: y","id":1}"#)
  }

  @Test func aHostIsNoPlaceForAValue() throws {
    let kit = try FetchKit(items: 0)
    let result = try call(
      kit.api.url, "fetch",
      ["url": "http://{item}.example.com/list", "each": ["a"], "to": "a.ndjson"],
      folder: kit.folder.path)
    #expect(result["isError"] == true)
  }

  @Test(
    arguments: [
      (["each": "abc"], "each"), (["each": ["a"], "cursor": "AAAA"], "cursor"),
      (["each": [], "url": "https://example.com/"], "{item}"),
    ] as [(JSONValue, String)])
  func wrongValuesAreNamed(arguments: JSONValue, name: String) throws {
    let kit = try FetchKit(items: 0)
    var arguments = arguments
    if arguments["url"] == nil { arguments["url"] = "https://example.com/{item}" }
    arguments["to"] = "a.ndjson"
    let result = try call(kit.api.url, "fetch", arguments, folder: kit.folder.path)
    #expect(result["isError"] == true)
    #expect(text(result).contains(name), "\(text(result))")
  }

  /// A list whose way of paging is not proven yet: what the failed page said is no proof against it.
  @Test(arguments: [401, 403, 429, 500])
  func aSecondPageThatFailsComesNext(status: Int) throws {
    let api = try SampleServer(SampleOptions())
    api.start()
    defer { api.stop() }
    let url = "\(api.url)/page?session=a&total=0&retry_after=0&fault=\(status)x9@p2"
    let result = try call(api.url, "page", ["url": .string(url), "max_items": 60])
    let facts = try #require(result["structuredContent"], "\(result)")
    #expect(facts["returned"] == 25)
    #expect(facts["complete"] == false)
    #expect(facts["next"]?.stringValue != nil, "\(facts)")
    #expect(facts["why"]?.stringValue?.contains("\(status)") == true)
  }
}
