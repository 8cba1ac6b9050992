import Foundation
import JSON
import Pagination
import Sessions
import Testing

@testable import JSON
@testable import Server

struct OpenParametersTests {
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
    let others: Set = ["paginatorId", "profile", "checkpoint"]
    #expect(fields.used.union(others) == (try OpenParametersTests.params(of: "paginator/open")))
  }

  @Test func configureTakesWhatTheDocumentSays() throws {
    let written = try OpenParametersTests.params(of: "paginator/configure")
    #expect(Set(Configure.members).union(["paginatorId"]) == written)
  }

  @Test func objectsAreMergedAndNullDeletes() {
    let merged = OpenParameters.merge(
      ["headers": ["B": "2", "A": .null], "perPage": 5, "bounds": .null],
      into: ["headers": ["A": "1", "C": "3"], "bounds": "ask", "perPage": 9])
    #expect(merged == ["headers": ["C": "3", "B": "2"], "perPage": 5])
  }

  @Test func anotherStrategyReplacesTheWholePagination() {
    let base: JSONObject = ["pagination": ["strategy": "cursor", "next": "n"]]
    let other = OpenParameters.merge(["pagination": ["strategy": "page"]], into: base)
    #expect(other == ["pagination": ["strategy": "page"]])
    let same = OpenParameters.merge(["pagination": ["parameter": "c"]], into: base)
    #expect(same["pagination"]?["next"] == "n")
    #expect(same["pagination"]?["parameter"] == "c")
  }

  @Test func givenParamsOverrideTheProfile() throws {
    let (settings, parameters) = try OpenParameters.settings([
      "profile": "github", "url": "https://api.github.com/repos/o/r/issues", "perPage": 7,
    ])
    #expect(settings.pager.perPage == 7)
    #expect(settings.pager.kind == .link)
    #expect(parameters["profile"] == nil)
  }

  @Test func anUnknownProfileIsNamed() {
    #expect(throws: JSONFieldError.self) {
      try OpenParameters.settings(["profile": "nope", "url": "http://h/"])
    }
  }
}
