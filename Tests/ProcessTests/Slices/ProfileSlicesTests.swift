import Foundation
import JSON
import TestSupport
import Testing

/// `slices` of the profiles that have them: the member `slices` of their conversations, replayed, so
/// that a request that is not in it has no response.
struct ProfileSlicesTests {
  struct Conversation: Sendable, CustomTestStringConvertible {
    let profile: String
    let slices: JSONValue
    var testDescription: String { profile }
  }

  static let all: [Conversation] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../ProfilesTests/Conversations").standardizedFileURL
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter(CaseFile.runs).sorted().compactMap { name in
      guard let data = try? Data(contentsOf: folder.appending(path: name)),
        let document = try? JSONDocument(Array(data))
      else { return nil }
      let value = document.value(document.root)
      return value["slices"].map {
        Conversation(profile: value["profile"]?.stringValue ?? name, slices: $0)
      }
    }
  }()

  @Test(.enabled(if: CaseFile.runsAll)) func theProfilesOfSearchesHaveSlices() {
    #expect(
      ProfileSlicesTests.all.map(\.profile)
        == ["algolia", "github-search", "hubspot-search", "pagerduty", "zendesk-search"])
  }

  @Test(arguments: all)
  func aProfileKnowsWhereTheBoundsBelong(conversation: Conversation) throws {
    let kit = try FetchKit(items: 0)
    let exchanges = try #require(conversation.slices["exchanges"]?.arrayValue)
    let recording: JSONValue = [
      "log": ["entries": .array(try exchanges.map(ProfileSlicesTests.entry))]
    ]
    let tape = kit.file("tape.har", recording.text)
    let open = try #require(conversation.slices["open"])
    let run = try kit.fetch(
      [
        "-p", conversation.profile, "--open", open.text, "--past-ceiling",
        "--replay", tape, "--summary", "--concurrency", "1",
      ], exits: 0)
    let identities = run.output.split(separator: "\n").compactMap { line -> JSONValue? in
      guard let item = try? JSONDocument(Array(line.utf8)) else { return nil }
      let value = item.value(item.root)
      return value["id"] ?? value["objectID"]
    }
    #expect(.array(identities) == conversation.slices["identities"])
    let summary = try run.summary
    #expect(summary["proof"] == "counts")
    #expect(summary["slices"]?["requests"] == .integer(exchanges.count))
  }

  /// An exchange as a recording has it.
  private static func entry(_ exchange: JSONValue) throws -> JSONValue {
    let request = try #require(exchange["request"])
    var sent: JSONObject = [
      "method": try #require(request["method"]), "url": try #require(request["url"]),
    ]
    if let body = request["body"] {
      sent["postData"] = ["mimeType": "application/json", "text": .string(body.text)]
    }
    return [
      "startedDateTime": "2026-11-21T09:30:00Z", "time": 0, "request": .object(sent),
      "response": [
        "status": 200, "headers": [],
        "content": [
          "mimeType": "application/json", "text": .string(try #require(exchange["response"]).text),
        ],
      ],
    ]
  }
}
