import Foundation
import JSON
import SampleAPI
import TestSupport
import Testing

/// What protocol/README.md shows is what the built server says.
struct ReadmeTests {
  /// The sections with conversations.
  static let conversations: [Int] = {
    let found = ReadmeExample.all.filter { ["-->", "<--"].contains($0.text.prefix(3)) }
    return Set(found.map(\.section)).sorted()
  }()

  @Test func thereAreExamples() {
    #expect(ReadmeTests.conversations == [3, 4, 7, 8, 13, 14, 15, 17, 18, 19, 20])
  }

  @Test(arguments: conversations)
  func theServerAnswersAsTheReadmeSays(section: Int) throws {
    let blocks = ReadmeExample.all.filter { $0.section == section }
    let talk = try ReadmeTalk(section: section)
    for (number, block) in blocks.enumerated() {
      try talk.prepare(block: number)
      for step in try block.steps() {
        if step.isSent {
          try talk.send(step.message)
        } else {
          let differences = try talk.receive(like: step.message)
          #expect(differences == [], "section \(section), block \(number + 1)")
        }
      }
      try talk.conclude(block: number)
    }
  }

  @Test func lengthsAreThoseOfTheBodies() throws {
    let blocks = ReadmeExample.all.filter { $0.section == 2 && $0.text.contains("Content-Length") }
    #expect(blocks.count == 2)
    let server = try ServerProcess(.headers)
    for block in blocks {
      let lines = block.text.replacingOccurrences(of: "\\r\\n", with: "").split(separator: "\n")
      let body = try #require(lines.last)
      #expect(lines.first == "Content-Length: \(body.utf8.count)")
      try server.send(String(body))
      let asked = try JSONDocument(Array(body.utf8))
      #expect(try json(server.receive())["id"] == asked.value(asked.root)["id"])
    }
    #expect(server.finish() == 0)
  }

  /// The JSON in the right column of "From what an API answers to the setting that reads it".
  static let settings = ReadmeExample.text.matches(of: #/\| `(\{"strategy".*)` \|/#).map {
    String($0.1)
  }

  @Test func thereAreSettings() {
    #expect(ReadmeTests.settings.count == 9)
  }

  @Test(arguments: settings)
  func settingsAreTakenByOpen(setting: String) throws {
    let document = try JSONDocument(Array(setting.utf8))
    let server = try ServerProcess(.lines)
    let params: JSONValue = [
      "url": "https://api.example.com/a", "pagination": document.value(document.root),
    ]
    #expect(try server.ask("paginator/open", params)["error"] == nil)
    #expect(server.finish() == 0)
  }

  @Test func mappingsAreTakenByOpen() throws {
    let block = try #require(ReadmeExample.all.first { $0.language == "json" })
    var params = try json(block.text)
    params["url"] = "https://api.example.com/a"
    let server = try ServerProcess(.lines)
    #expect(try server.ask("paginator/open", params)["error"] == nil)
    #expect(server.finish() == 0)
  }

  @Test(arguments: ["sh", "python"])
  func scriptsRun(language: String) throws {
    let names = ["sh": "sh", "python": "python3"]
    guard let program = Built.program(names[language] ?? "") else {
      print("skipped: the example in \(language), as its program is missing")
      return
    }
    let api = try SampleServer(SampleOptions())
    defer { api.stop() }
    let block = try #require(ReadmeExample.all.first { $0.language == language })
    let code = block.text.replacingOccurrences(
      of: "https://api.example.com/articles?", with: api.url + "/page?items=60&")
    let path = URL(filePath: Built.paginator).deletingLastPathComponent().path
    let old = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let run = try Run(program, ["-c", code], environment: ["PATH": "\(path):\(old)"])
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == (language == "sh" ? 3 : 60))
    #expect(lines.last?.contains(language == "sh" ? "\"page\":2" : "'id': 60") == true)
  }
}
