import Foundation
import JSON
import Testing

/// `paginator profiles`.
struct ProfilesCommandTests {
  static func json(_ arguments: [String]) throws -> JSONValue {
    let run = try Run(Built.paginator, ["profiles"] + arguments, exits: 0, errors: "")
    let document = try JSONDocument(Array(run.output.utf8))
    return document.value(document.root)
  }

  @Test func theTableHasALineForEachProfile() throws {
    let run = try Run(Built.paginator, ["profiles"], exits: 0)
    let lines = run.output.split(separator: "\n")
    let profiles = try ProfilesCommandTests.json(["--json"]).arrayValue ?? []
    #expect(profiles.count >= 60)
    #expect(lines.count == profiles.count)
    for (line, profile) in zip(lines, profiles) {
      let words = line.split(separator: " ")
      #expect(words.first.map(String.init) == profile["name"]?.stringValue)
      #expect(words.last.map(String.init) == profile["pagination"]?["strategy"]?.stringValue)
      #expect(line.contains(profile["title"]?.stringValue ?? "?"))
    }
  }

  @Test func everyProfileIsExplained() throws {
    for profile in try ProfilesCommandTests.json(["--json"]).arrayValue ?? [] {
      let name = try #require(profile["name"]?.stringValue)
      let run = try Run(Built.paginator, ["profiles", name], exits: 0)
      #expect(run.output.hasPrefix("\(name): \(profile["title"]?.stringValue ?? "?")\n"))
      #expect(run.output.contains("--profile \(name)\n"))
      for (parameter, _) in profile["documentation"]?["parameters"]?.objectValue?.members ?? [] {
        #expect(run.output.contains("\n  \(parameter) "))
      }
      let text = run.output.split(separator: "\n").prefix { $0 != "Open params" }
      #expect(text.allSatisfy { $0.count <= 100 || !$0.contains(" ") })
    }
  }

  @Test func theOpenParamsOpenIt() throws {
    let run = try Run(Built.paginator, ["profiles", "stripe"])
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: "Open params"))
    let text = lines[(start + 1)...].prefix { !$0.isEmpty }.joined(separator: "\n")
    let document = try JSONDocument(Array(text.utf8))
    let shown = document.value(document.root)
    let listed = try ProfilesCommandTests.json(["stripe", "--json"])
    for (name, value) in shown.objectValue?.members ?? [] { #expect(listed[name] == value) }
    #expect(shown["pagination"]?["strategy"]?.stringValue == "cursor")
  }
}
