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

  @Test func aCeilingIsSaid() throws {
    let run = try Run(Built.paginator, ["profiles", "github-search"])
    #expect(run.output.contains("at most 1000 items in all"))
    #expect(run.output.contains("paginator fetch 'https://...' --profile github-search"))
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

  @Test(arguments: [
    ("githb", "github"), ("GitHub", "github"), ("elastic", "elasticsearch"), ("odat", "odata"),
    ("youtub", "youtube"),
  ])
  func anUnknownNameSuggestsNearOnes(name: String, near: String) throws {
    let run = try Run(Built.paginator, ["profiles", name], exits: 2, prints: "")
    #expect(run.errors.hasPrefix("paginator: unknown profile \(name); did you mean \(near)"))
  }

  @Test(arguments: [["zzzzzzzz"], [String(repeating: "x", count: 10_000)], ["a", "b"], ["--yaml"]])
  func whatMakesNoSenseIsRefused(arguments: [String]) throws {
    let run = try Run(
      Built.paginator, ["profiles"] + arguments, exits: 2, prints: "", errorLines: 1)
    #expect(!run.errors.contains("did you mean"))
  }

  /// What a file writes out in plain is shown in no form, and no escape reaches the terminal.
  @Test(arguments: [[], ["--json"]])
  func secretsOfAFileAreMasked(_ more: [String]) throws {
    let kit = try FetchKit(items: 1)
    let file = kit.file(
      "p.json",
      #"""
      {"profiles": {"mine": {
        "title": "A\u001b[31m\u202eB", "url": "https://h/a?api_key=S3CRET-1", "token": "S3CRET-2{env:HOME}",
        "headers": {"X-Api-Key": "S3CRET-3", "Authorization": "Bearer {env:MINE}"},
        "parameters": {"secret": "S3CRET-4", "q": "a\u202eb"}, "method": "POST",
        "body": "password=S3CRET-5&a=1", "fetching": {"proxy": "http://u:S3CRET-6@h:1"},
        "pagination": {"strategy": "link"}}}}
      """#)
    let run = try Run(Built.paginator, ["profiles", "mine", "--profiles", file] + more, exits: 0)
    #expect(!run.output.contains("S3CRET"), "\(run.output)")
    #expect(run.output.contains("***") && run.output.contains("Bearer {env:MINE}"))
    if more.isEmpty {
      #expect(!run.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
      #expect(run.output.contains(#""a\u202eb""#))
    }
    let list = try Run(Built.paginator, ["profiles", "--profiles", file])
    #expect(list.output.contains("mine") && !list.output.contains("\u{1B}"))
    #expect(!list.output.contains("\u{202E}"))
  }
}
