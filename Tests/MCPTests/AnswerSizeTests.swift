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

/// What a model reads of an answer has an end, whatever it asked for and an API says.
@Suite(.timeLimit(.minutes(2))) struct AnswerSizeTests {
  private static let bytesMax = 24_576

  private static func long(_ random: inout SeededGenerator) -> String {
    let part = random.pick(["x", "\"", "\\", "\u{1}", "é", "😀", "\u{202E}", "a b", "%25", "\n"])
    return String(repeating: part, count: random.chance(10) ? 20_000 : random.pick([1, 40, 2_000]))
  }

  private static func response(
    to request: HTTPRequest, _ random: inout SeededGenerator
  ) -> HTTPResponse {
    let text = long(&random)
    switch random.below(6) {
    case 0:
      return AnsweringClient.response(
        to: request, JSONValue.object([text: .string(text)]).text,
        status: random.pick([400, 401, 404, 410, 422]))
    case 1:
      let place = "https://other.test/" + String(repeating: "a", count: 3_000)
      return AnsweringClient.response(to: request, "", status: 302, headers: [("Location", place)])
    case 2:
      let value: JSONValue = [
        "items": [["id": 1]], "users": [["id": 2]], "errors": [.string(text)],
        "next": .string(text),
      ]
      return AnsweringClient.response(to: request, value.text)
    default:
      let items = (0..<random.below(20)).map { number in
        JSONValue.object(
          JSONObject([("id", .integer(number)), (long(&random), .string(long(&random)))]))
      }
      return AnsweringClient.response(
        to: request,
        JSONValue.object([
          "items": .array(items), "total": .integer(items.count),
          "next": random.chance(30) ? .string("/list?page=\(random.below(9))") : .null,
        ]).text)
    }
  }

  private static func arguments(_ random: inout SeededGenerator) -> JSONObject {
    var arguments: JSONObject = ["url": "https://api.test/list", "to": "a.ndjson"]
    for _ in 0..<random.below(3) {
      let text = long(&random)
      switch random.below(9) {
      case 0: arguments["url"] = .string("https://api.test/list?x=" + text)
      case 1: arguments["fields"] = .array([.string(text), "id"])
      case 2: arguments["profile"] = .string(text)
      case 3: arguments["parameters"] = .object([text: .string(text)])
      case 4: arguments[text] = .string(text)
      case 5: arguments["cursor"] = .string(text)
      case 6: arguments["to"] = .string(text + ".csv")
      case 7: arguments["each"] = .array([.string(text), "b"])
      default: arguments["max_items"] = .string(text)
      }
    }
    return arguments
  }

  @Test func noAnswerIsLongerThanItMayBe() throws {
    var random = SeededGenerator()
    let ofAPI = Guarded(SeededGenerator(seed: random.seed, number: 1))
    let client = AnsweringClient { request in
      ofAPI.withLock { AnswerSizeTests.response(to: request, &$0) }
    }
    let folder = try TemporaryFolder()
    let names = (0..<300).map { _ in AnswerSizeTests.long(&random) }
    let talk = try AgentTalk(
      .ofTest(
        client, folder: OutputFolder(folder.path("")), makeSink: { _, _, _ in FakeSink(names) }))
    var structures = 0
    for _ in 0..<150 {
      var arguments = AnswerSizeTests.arguments(&random)
      let tool = random.pick(["page", "fetch", "detect"])
      if tool != "fetch" { for name in ["to", "each"] { arguments[name] = nil } }
      if tool == "detect" { for name in ["fields", "max_items"] { arguments[name] = nil } }
      var params: JSONObject = ["name": .string(tool), "arguments": .object(arguments)]
      params["_meta"] = ["progressToken": .string(AnswerSizeTests.long(&random))]
      let method = random.chance(95) ? "tools/call" : AnswerSizeTests.long(&random)
      try talk.post(method, .object(params))
      var message = try talk.receive()
      while message["method"] != nil {
        #expect(message.text.utf8.count <= AnswerSizeTests.bytesMax)
        message = try talk.receive()
      }
      let result = message["result"]
      let texts = (result?["content"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
      if let structure = result?["structuredContent"] {
        structures += 1
        #expect(structure.text.utf8.count <= AnswerSizeTests.bytesMax)
      }
      #expect(texts.allSatisfy { $0.utf8.count <= AnswerSizeTests.bytesMax }, "\(tool)")
      #expect((message["error"]?.text.utf8.count ?? 0) <= AnswerSizeTests.bytesMax)
      #expect(!texts.isEmpty || message["error"] != nil)
    }
    #expect(structures > 10)
  }

  @Test func columnsAreCutAndCounted() throws {
    let client = AnsweringClient {
      AnsweringClient.response(to: $0, #"{"items":[{"id":1}],"total":1}"#)
    }
    let folder = try TemporaryFolder()
    for (count, shown) in [(3, 3), (300, 59)] {
      let names = (0..<count).map { "\($0 + 100)" + String(repeating: "x", count: 200_000) }
      let talk = try AgentTalk(
        .ofTest(
          client, folder: OutputFolder(folder.path("")), makeSink: { _, _, _ in FakeSink(names) }))
      let file = try talk.call(
        "fetch", ["url": "https://api.test/l", "to": .string("\(count).csv")])
      let structure = try #require(file["structuredContent"])
      let columns = try #require(structure["columns"]?.arrayValue).compactMap(\.stringValue)
      #expect(columns.count == shown)
      #expect(columns.allSatisfy { $0.utf8.count == 100 && $0.hasSuffix("…") })
      #expect((structure["columnsOmitted"]?.integerValue ?? 0) == count - columns.count)
    }
  }
}
