import Foundation
import JSON
import Pagination
import Sessions
import Testing

@testable import JSON
@testable import Server

struct SettingsReaderTests {
  static func document() throws -> JSONValue {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "protocol/openrpc.json")
    let document = try JSONDocument(Array(try Data(contentsOf: file)))
    return document.value(document.root)
  }

  static func params(of name: String) throws -> Set<String> {
    let method = try document()["methods"]?.arrayValue?.first { $0["name"]?.stringValue == name }
    return Set((method?["params"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue })
  }

  @Test func theServerReadsNoParamOfOpenThatTheDocumentLacks() throws {
    var fields = JSONFields(["url": "http://127.0.0.1/a"])
    _ = try SessionSettings(&fields)
    let others: Set = ["paginatorId", "profile", "checkpoint", "store", "each", "slices"]
    #expect(others.union(fields.used) == (try SettingsReaderTests.params(of: "paginator/open")))
  }

  @Test func configureTakesWhatTheDocumentSays() throws {
    let written = try SettingsReaderTests.params(of: "paginator/configure")
    #expect(Set(Configure.members).union(["paginatorId"]) == written)
  }

  @Test func givenNullLeavesWhatTheProfileSays() throws {
    let url: JSONValue = "https://api.github.com/repos/o/r/issues"
    let (plain, _) = try SettingsReader.settings(["profile": "github", "url": url])
    let (given, _) = try SettingsReader.settings([
      "profile": "github", "url": url, "perPage": .null, "pagination": .null,
    ])
    #expect(given.pager.perPage == plain.pager.perPage && plain.pager.perPage != 25)
    #expect(given.pager.kind == .link)
  }

  @Test func whatOnlyAClientCanDoNeedsItsWord() throws {
    var abilities = HostAbilities()
    func path(_ params: JSONObject) throws -> String? {
      let (settings, _) = try SettingsReader.settings(params)
      do throws(SettingsReader.Failure) {
        try settings.check(abilities)
        return nil
      } catch {
        guard case .field(let error) = error else { return "profile" }
        return error.path
      }
    }
    let fetching: JSONObject = ["url": "http://h/a", "fetching": ["by": "client"]]
    let custom: JSONObject = ["url": "http://h/a", "pagination": ["strategy": "custom"]]
    #expect(try path(fetching) == "fetching.by" && path(custom) == "pagination.strategy")
    abilities.fetch = true
    abilities.extractPage = true
    #expect(try path(fetching) == nil && path(custom) == nil)
  }

  @Test func givenParamsOverrideTheProfile() throws {
    let (settings, parameters) = try SettingsReader.settings([
      "profile": "github", "url": "https://api.github.com/repos/o/r/issues", "perPage": 7,
    ])
    #expect(settings.pager.perPage == 7)
    #expect(settings.pager.kind == .link)
    #expect(parameters["profile"] == nil)
  }

  @Test func anUnknownProfileIsNamed() {
    let refused = JSONFieldError(
      path: "profile",
      problem: .expected("the name of a profile", nearest: nil))
    #expect(throws: SettingsReader.Failure.field(refused)) {
      try SettingsReader.settings(["profile": "nope", "url": "http://h/"])
    }
  }
}
