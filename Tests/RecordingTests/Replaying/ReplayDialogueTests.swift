import Foundation
import HTTP
import JSON
import TestSupport
import Testing

@testable import Recording

/// The cases in `Cases`: requests to a recording, and what it answers.
///
/// A recording has `entries` as ``HARText`` writes them, members of its `log`, and `files` beside it.
/// `request` is one with a `body` and with `requestHeaders`; its response has a `status`,
/// 200 unless the step says otherwise, a `text`, `headers` and other `facts`. `fails`: parts of the
/// error; `nearest`: nothing is recorded, and what comes nearest, with its differences as lists of the
/// part, the name, and what was requested and recorded.
@Suite struct ReplayDialogueTests {
  static let all = Dialogue.all(
    ["entries", "log", "files"],
    [
      "request": [
        "body", "requestHeaders", "bytesMax", "status", "text", "headers", "facts", "fails",
        "nearest",
      ]
    ], in: "../Cases")

  @Test(arguments: all) func itAnswersAsWritten(_ dialogue: Dialogue) async throws {
    let folder = try TemporaryFolder()
    for (name, text) in dialogue.world["files"]?.objectValue?.members ?? [] {
      _ = try folder.write(Array(text.plain.utf8), as: name)
    }
    let entries = try (dialogue.world["entries"]?.list ?? []).map(Self.entry)
    let har = HARText.file(entries, log: dialogue.world["log"]?.objectValue ?? [:])
    let replayer = try Replayer(path: folder.write(har))
    for (index, step) in dialogue.steps.enumerated() {
      let words = (step["request"]?.plain ?? "").split(separator: " ").map(String.init)
      var settings = HTTPSettings()
      if let most = step["bytesMax"]?.integerValue { settings.responseBytesMax = most }
      let outcome = try await replayer.outcome(
        words[1], method: words[0], body: step["body"]?.stringValue,
        headers: (step["requestHeaders"]?.list ?? []).map(Self.header), settings: settings)
      Self.check(outcome, step, "\(dialogue.id), step \(index + 1)")
    }
  }

  private static func header(_ line: JSONValue) -> (String, String) {
    let parts = line.plain.components(separatedBy: ": ")
    return (parts[0], parts.dropFirst().joined(separator: ": "))
  }

  private static func entry(_ entry: JSONValue) throws -> JSONValue {
    let members = try #require(entry.objectValue)
    let known: Set = [
      "url", "method", "post", "status", "body", "headers", "response", "content", "entry",
    ]
    guard known.isSuperset(of: members.keys) else { throw BadCase(text: entry.text) }
    return HARText.entry(
      entry["url"]?.plain ?? "", method: entry["method"]?.plain ?? "GET", post: entry["post"],
      status: entry["status"]?.integerValue ?? 200,
      body: entry["body"].map(\.stringValue) ?? "[]",
      headers: (entry["headers"]?.list ?? []).map(header),
      response: entry["response"]?.objectValue ?? [:],
      content: entry["content"]?.objectValue ?? [:],
      entry: entry["entry"]?.objectValue ?? [:])
  }

  private static func check(
    _ outcome: Result<HTTPResponse, HTTPError>, _ step: JSONObject, _ place: String
  ) {
    switch outcome {
    case .failure(.notRecorded(let nearest)) where step["nearest"] != nil:
      let found = nearest.map(\.tree) ?? .null
      #expect(found.differences(from: step["nearest"] ?? .null) == [], "\(place)")
    case .failure(let error):
      #expect(step["fails"] != nil, "\(place): \(error)")
      for part in step["fails"]?.list ?? [] {
        #expect("\(error)".holds(part.plain), "\(place): \(error)")
      }
    case .success(let response):
      #expect(step["fails"] == nil && step["nearest"] == nil, "\(place): it does not fail")
      let allowed = step["status"]?.list ?? [200]
      #expect(allowed.contains(.integer(response.status.code)), "\(place)")
      if let text = step["text"] {
        #expect(String(decoding: response.body, as: UTF8.self) == text.plain, "\(place)")
      }
      for (name, values) in step["headers"]?.objectValue?.members ?? [] {
        #expect(response.headers.values(name) == values.list.map(\.plain), "\(place)")
      }
      let facts: JSONValue = [
        "duration": .number(JSONNumber(text: "\(response.durationMilliseconds)")),
        "url": .string(response.url), "end": .string("\(response.bodyEnd)"),
        "received": response.receivedAtEpochSeconds.map { .number(JSONNumber(text: "\($0)")) }
          ?? .null, "fields": .integer(response.headers.fields.count),
      ]
      if let pattern = step["facts"] {
        #expect(facts.differences(from: pattern) == [], "\(place)")
      }
    }
  }
}

extension RecordedRequest {
  fileprivate var tree: JSONValue {
    [
      "entry": .integer(entry), "url": .string(url),
      "differences": .array(
        differences.map { difference in
          .array(
            [.string("\(difference.part)")]
              + [difference.name, difference.requested, difference.recorded].map {
                $0.map { .string($0) } ?? .null
              })
        }),
    ]
  }
}
