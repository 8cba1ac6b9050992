import Foundation
import JSON
import SampleAPI
import TestSupport
import Testing

/// Recordings that the executable makes.
struct RecordingProcessTests {
  /// The entries of a recording.
  static func entries(_ text: String?) throws -> [JSONValue] {
    return try json(try #require(text))["log"]?["entries"]?.arrayValue ?? []
  }

  @Test func secretsAndTokensAreNotInIt() throws {
    let kit = try FetchKit(items: 30)
    let auth = """
      {"type": "oauth2", "tokenURL": "\(kit.api.url)/token?client=app:s3cret-key",
       "clientId": "app", "clientSecret": "{env:SAMPLE_SECRET}"}
      """
    let run = try kit.fetch(
      kit.pages("auth=oauth") + ["--auth", auth, "--record", "tape.har"],
      environment: ["SAMPLE_SECRET": "s3cret-key"])
    let entries = try Self.entries(kit.text("tape.har"))
    #expect(run.status == 0, "\(run.errors)")
    #expect(entries.first?["request"]?["method"] == "POST")
    let answer = try #require(entries.first?["response"]?["content"]?["text"]?.stringValue)
    #expect(answer.contains(#""access_token":"***""#))
    #expect(kit.text("tape.har")?.contains("s3cret-key") == false)
    let sent = kit.api.requests().flatMap(\.headers).filter { $0.name == "Authorization" }
    for field in sent {
      let secret = field.value.drop { $0 != " " }.dropFirst()
      #expect(kit.text("tape.har")?.contains(secret) == false)
    }
    #expect(!sent.isEmpty)
  }

  /// The system's limit stands in for a full disk.
  @Test func pagingGoesOnWhereTheFileCannotGrow() throws {
    let kit = try FetchKit(items: 250)
    let arguments = (kit.pages() + ["--record", "tape.har"]).map { "'\($0)'" }
    let run = try Run(
      "/bin/sh",
      ["-c", "ulimit -f 16; exec '\(Built.paginator)' fetch \(arguments.joined(separator: " "))"],
      folder: kit.folder, exits: 0)
    #expect(try run.ids == Array(1...250))
    let lines = run.errors.split(separator: "\n").filter { $0.contains("tape.har") }
    #expect(lines.count == 1, "\(run.errors)")
    let entries = try Self.entries(kit.text("tape.har"))
    #expect((1..<10).contains(entries.count))
  }

  /// However early or late it is killed, what stands there is whole, or is once the last line that
  /// was being written is left out.
  @Test(arguments: [1, 400, 900, 1_600])
  func killedProcessLeavesAReadableFile(bytes: Int) throws {
    let kit = try FetchKit(items: 100_000)
    let run = try FetchProcess(kit.pages() + ["--record", "tape.har"], in: kit.folder)
    #expect(run.wait { kit.size("tape.har") >= bytes * 1_000 })
    run.send(SIGKILL)
    #expect(run.finish().status == -1)
    let text = try #require(kit.text("tape.har"))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let isTorn = (try? Self.entries(text)) == nil
    var whole = lines.prefix { $0 != "]}}" }
    if isTorn { whole.removeLast() }
    for line in whole.dropFirst() {
      let entry = Array(line.utf8.last == UInt8(ascii: ",") ? line.dropLast().utf8 : line.utf8)
      #expect(throws: Never.self) { try JSONDocument(entry) }
    }
    #expect(bytes == 1 || whole.count > 1)
  }
}
