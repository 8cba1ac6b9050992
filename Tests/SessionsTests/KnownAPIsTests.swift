import Foundation
import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// The table of protocol/known-apis.md: each line opens what its profile's fixture speaks of.
struct KnownAPIsTests {
  struct Line: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let params: JSONObject
    let fixture: Fixture
  }

  static let lines: [Line] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "protocol/known-apis.md")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    let table = text.components(separatedBy: "# Known APIs").last?
      .components(separatedBy: "\n## ").first
    return (table ?? "").split(separator: "\n").compactMap { row in
      guard let open = row.firstRange(of: "| `{"), let close = row.lastIndex(of: "`"),
        let document = try? JSONDocument(
          Array(row[row.index(before: open.upperBound)..<close].utf8)),
        let params = document.value(document.root).objectValue,
        let fixture = Fixture.all.first(where: { $0.name == params["profile"]?.stringValue })
      else { return nil }
      return Line(
        testDescription: params["profile"]?.stringValue ?? "", params: params, fixture: fixture)
    }
  }()

  @Test(.enabled(if: CaseFile.runsAll)) func everyLineOfTheTableIsRead() {
    #expect(KnownAPIsTests.lines.count == 42)
  }

  @Test(arguments: lines)
  func theLineOpensTheAPI(line: Line) throws {
    var params = line.params
    if let url = params["url"]?.stringValue {
      let path = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true).last ?? ""
      params["url"] = .string(World.base + "/" + (url.hasSuffix("com/") ? "" : path))
    } else {
      params["url"] = line.fixture.open["url"]  // the profile has one of its own
    }
    params["perPage"] = line.fixture.open["perPage"]
    let world = try World(JSONValue.object(params).text)
    let answer = world.walk(concurrency: 1)
    for (index, step) in line.fixture.walk.enumerated() {
      try step.play(world, "\(line.testDescription), request \(index + 1)")
    }
    let summary = try answer.value()
    #expect(summary.verdict == .complete)
    #expect(summary.itemCount == line.fixture.walk.reduce(0) { $0 + $1.items.count })
  }
}
