import HTTP
import JSON
import Pagination
import Sessions
import Store
import System
import TestInput
import TestSupport
import Testing

@testable import MCP

/// An agent's answer comes in time, and its files have an end.
@Suite(.timeLimit(.minutes(5))) struct AgentBoundsTests {
  private let scheduler = VirtualScheduler()
  private let folder: TemporaryFolder
  private let written = Guarded<[Int]>([])

  init() throws { folder = try TemporaryFolder() }

  /// A file that keeps the ids of its items.
  private final class IDSink: FakeSink, @unchecked Sendable {
    private let ids: Guarded<[Int]>

    init(_ ids: Guarded<[Int]>) {
      self.ids = ids
      super.init(["id"])
    }

    override func write(_ page: WalkPage) {
      ids.withLock { ids in
        for index in page.items {
          var item: [UInt8] = []
          page.content.appendItem(index, to: &item)
          let document = try? JSONDocument(item)
          ids.append(document.flatMap { $0.value($0.root)["id"]?.integerValue } ?? 0)
        }
      }
    }
  }

  /// A list without an end, ten items a page, of which the page of this number never comes.
  private func endless(silentFrom page: Int) -> AnsweringClient {
    AnsweringClient { request in
      let number = Int(request.url.text.split(separator: "=").last ?? "") ?? 1
      if number >= page { return nil }
      let ids = (1...10).map { "{\"id\":\((number - 1) * 10 + $0)}" }.joined(separator: ",")
      return AnsweringClient.response(
        to: request, "{\"items\":[\(ids)],\"next\":\"/list?page=\(number + 1)\"}")
    }
  }

  private func talk(
    _ client: AnsweringClient, _ bounds: AgentBounds = AgentBounds()
  ) throws -> AgentTalk {
    let profiles: JSONObject = [
      "next": [
        "url": "https://api.test/list", "itemsPath": "items",
        "pagination": ["strategy": "body", "next": "next"],
        "inner": ["list": "lines", "items": "data", "more": "more", "next": "next"],
      ]
    ]
    return try AgentTalk(
      .ofTest(
        client, profiles: profiles, folder: OutputFolder(folder.path("")), scheduler: scheduler,
        bounds: bounds, makeSink: { [written] _, _, _ in IDSink(written) }))
  }

  private func call(
    _ tool: String, _ arguments: JSONObject, _ client: AnsweringClient, _ talk: AgentTalk,
    after seconds: Double = 45
  ) throws -> JSONValue {
    try talk.post("tools/call", ["name": .string(tool), "arguments": .object(arguments)])
    client.waitForSilence()
    scheduler.advance(seconds)
    return try talk.receive()["result"] ?? .null
  }

  static let silent: [(String, JSONObject)] = [
    ("page", ["url": "https://api.test/list"]), ("page", ["profile": "next"]),
    ("detect", ["url": "https://api.test/list"]),
    ("fetch", ["url": "https://api.test/list", "to": "a.ndjson"]),
  ]

  @Test(arguments: silent)
  func aSilentAPIIsAnError(tool: String, arguments: JSONObject) throws {
    let client = endless(silentFrom: 1)
    let result = try call(tool, arguments, client, try talk(client))
    #expect(result["isError"] == true)
    let text = result["content"]?.arrayValue?.first?["text"]?.stringValue ?? ""
    #expect(text.contains("within 45 seconds"), "\(text)")
  }

  @Test func aCallThatRunsOutOfTimeSaysWhatItsRequestWaitsFor() throws {
    let client = AnsweringClient { request in
      AnsweringClient.response(to: request, "{}", status: 429, headers: [("Retry-After", "9")])
    }
    var bounds = AgentBounds()
    bounds.secondsMax = 5
    let talk = try talk(client, bounds)
    try talk.post("tools/call", ["name": "page", "arguments": ["profile": "next"]])
    client.waitForAnswer()
    scheduler.advance(5)
    let result = try talk.receive()["result"]
    let text = result?["content"]?.arrayValue?.first?["text"]?.stringValue ?? ""
    #expect(result?["isError"] == true)
    #expect(
      text
        == "The API did not answer within 5 seconds (a request waits to be sent again: status 429); "
        + "call again.")
  }

  @Test func listsWithinItemsThatDoNotEndAreNamed() throws {
    let client = AnsweringClient { request in
      guard request.url.text.hasSuffix("/list") else { return nil }
      let lines = #"{"data":[1],"more":true,"next":"/lines?page=2"}"#
      return AnsweringClient.response(
        to: request, "{\"items\":[{\"id\":1,\"lines\":\(lines)}],\"next\":null}")
    }
    let inner: JSONObject = ["list": "lines", "items": "data", "more": "more", "next": "next"]
    let arguments: JSONObject = ["url": "https://api.test/list", "inner": .object(inner)]
    let result = try call("page", arguments, client, try talk(client))
    #expect(result["isError"] == true)
    let text = result["content"]?.arrayValue?.first?["text"]?.stringValue ?? ""
    #expect(text.contains("within 45 seconds; leave out inner"), "\(text)")
  }

  /// Pages of one item each, whose list goes on for that many pages.
  private func nested(_ pages: Int) -> AnsweringClient {
    AnsweringClient { request in
      let url = request.url.text
      let number = Int(url.split(separator: "=").last ?? "") ?? 1
      let next = "?page=\(number + 1)"
      if url.contains("/lines") {
        return AnsweringClient.response(
          to: request, #"{"data":[\#(number)],"more":\#(number <= pages),"next":"\#(next)"}"#)
      }
      let lines = #"{"data":[1],"more":true,"next":"/lines?page=2"}"#
      return AnsweringClient.response(
        to: request, #"{"items":[{"id":\#(number),"lines":\#(lines)}],"next":"\#(next)"}"#)
    }
  }

  @Test func listsWithinItemsMayNotTakeMorePagesThanACallMayRequest() throws {
    var bounds = AgentBounds()
    bounds.innerPagesMax = 5
    let client = nested(Int.max - 1)
    let result = try talk(client, bounds).call("page", ["profile": "next", "inner": true])
    #expect(result["isError"] == true)
    let text = result["content"]?.arrayValue?.first?["text"]?.stringValue ?? ""
    #expect(text.hasPrefix("The 5 pages that a call may request of lists within items are used up"))
    #expect(client.takeSent().count { $0.url.text.contains("/lines") } == 5)
  }

  @Test func pagesOfListsWithinItemsAreCountedForEachCall() throws {
    var bounds = AgentBounds()
    bounds.innerPagesMax = 5
    let talk = try talk(nested(2), bounds)
    // The session of the first call serves the second one.
    var page: JSONObject = ["profile": "next", "inner": true, "max_items": 2]
    for first in [1, 3] {
      let result = try #require(try talk.call("page", page)["structuredContent"])
      #expect(result["items"]?.arrayValue?.count == 2)
      #expect(result["items"]?.arrayValue?.first?["id"] == .integer(first))
      #expect(result["items"]?.arrayValue?.first?["lines"]?["data"] == [1, 2, 3])
      page = ["cursor": result["next"] ?? .null]
    }
    var file: JSONObject = ["profile": "next", "inner": true, "to": "a.ndjson"]
    for name in ["b.ndjson", "c.ndjson"] {
      let result = try #require(try talk.call("fetch", file)["structuredContent"])
      #expect(result["verdict"] == "partial")
      #expect(result["items"] == 2)
      #expect(result["why"]?.stringValue?.contains("failed: The 5 pages that a call may") == true)
      file = ["cursor": result["next"] ?? .null, "to": .string(name)]
    }
    #expect(written.withLock(\.self) == [1, 2, 3, 4])
  }

  @Test func aPageGivesWhatHasComeInTime() throws {
    let silence = Guarded(4)
    let whole = endless(silentFrom: Int.max)
    let client = AnsweringClient { [part = endless(silentFrom: 4)] request in
      silence.withLock { $0 } == 4 ? part.answer(request) : whole.answer(request)
    }
    let talk = try talk(client)
    let result = try call("page", ["profile": "next", "max_items": 45], client, talk)
    let page = try #require(result["structuredContent"])
    #expect(page["returned"] == 30)
    #expect(page["complete"] == false)
    #expect(
      page["why"]
        == "The 45 seconds of a call were over after 30 items; call page with the cursor in next for more."
    )
    let next = try #require(page["next"])
    silence.withLock { $0 = 0 }
    let rest = try talk.call("page", ["cursor": next])["structuredContent"]
    #expect(rest?["items"]?.arrayValue?.first?["id"] == 31)
    #expect(rest?["returned"] == 45)
  }

  @Test func aFileGivesWhatHasComeInTime() throws {
    let client = endless(silentFrom: 4)
    let talk = try talk(client)
    let result = try call("fetch", ["profile": "next", "to": "a.ndjson"], client, talk)
    let file = try #require(result["structuredContent"])
    #expect(file["verdict"] == "capped")
    #expect(file["items"] == 30)
    #expect(file["next"]?.stringValue != nil)
    #expect(file["why"]?.stringValue?.contains("max_seconds (45) reached") == true)
    #expect(written.withLock(\.self) == Array(1...30))
  }

  @Test func aSecondPageThatWouldShowHowTheAPIPagesAndNeverComesLeavesTheFirst() throws {
    let client = endless(silentFrom: 2)
    let arguments: JSONObject = ["url": "https://api.test/list", "to": "late.ndjson"]
    let file = try call("fetch", arguments, client, try talk(client))["structuredContent"]
    #expect(file?["verdict"] == "partial")
    #expect(file?["items"] == 10)
    #expect(file?["next"]?.stringValue != nil)
    let why = file?["why"]?.stringValue ?? ""
    #expect(why.contains("Page 2 failed: The API did not answer in time"), "\(why)")
    #expect(written.withLock(\.self) == Array(1...10))
  }

  @Test func aCallMayAskForLessTimeAndNotForMore() throws {
    var bounds = AgentBounds()
    bounds.secondsMax = 20
    for (seconds, most) in [(5, 5.0), (600, 20.0)] {
      let client = endless(silentFrom: 3)
      let arguments: JSONObject = [
        "profile": "next", "to": .string("\(seconds).csv"), "max_seconds": .integer(seconds),
      ]
      let result = try call("fetch", arguments, client, try talk(client, bounds), after: most)
      #expect(result["structuredContent"]?["items"] == 20)
    }
  }

  @Test func listsOfValuesGiveWhatHasComeInTime() throws {
    let client = AnsweringClient { request in
      if request.url.text.hasSuffix("b") { return nil }
      return AnsweringClient.response(to: request, #"{"items":[{"id":1},{"id":2}],"total":2}"#)
    }
    let arguments: JSONObject = [
      "url": "https://api.test/lists/{item}", "each": ["a", "b"], "to": "a.ndjson",
    ]
    let file = try call("fetch", arguments, client, try talk(client))["structuredContent"]
    #expect(file?["verdict"] == "capped")
    #expect(file?["items"] == 2)
    #expect(file?["next"]?.isNull == true)
    #expect(file?["why"]?.stringValue?.contains("max_seconds (45) reached") == true)
  }

  @Test(arguments: [("max_items", 35, 35), ("max_bytes", 300, 30), ("max_bytes", 1, 10)])
  func anEndlessListEndsAndContinues(name: String, most: Int, items: Int) throws {
    for isOfCall in [true, false] {
      written.withLock { $0 = [] }
      var bounds = AgentBounds()
      if !isOfCall, name == "max_items" { bounds.itemsMax = most }
      if !isOfCall, name == "max_bytes" { bounds.bytesMax = most }
      let talk = try talk(endless(silentFrom: Int.max), bounds)
      var arguments: JSONObject = [
        "profile": "next", "to": .string("\(isOfCall).ndjson"),
        name: .integer(isOfCall ? most : Int.max),
      ]
      let file = try #require(try talk.call("fetch", arguments)["structuredContent"])
      #expect(file["verdict"] == "capped")
      #expect(file["items"] == .integer(items))
      #expect(file["why"]?.stringValue?.contains("\(name) reached") == true)
      arguments = [
        "cursor": file["next"] ?? .null, "to": .string("\(isOfCall)2.ndjson"),
        name: .integer(most),
      ]
      let rest = try #require(try talk.call("fetch", arguments)["structuredContent"])
      #expect(rest["items"] == .integer(items))
      #expect(written.withLock(\.self) == Array(1...2 * items))
    }
  }
}
