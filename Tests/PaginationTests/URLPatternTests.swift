import TestSupport
import Testing

@testable import Pagination

struct URLPatternTests {
  private static let values: [URLPattern.Parameter: String] = [
    .perPage: "25", .currentPage: "3", .offset: "50", .pageCount: "10", .objectCount: "250",
    .cursor: "x y",
  ]

  /// Patterns, and what they render with every parameter known.
  static let cases = CaseLine.all("Cases/patterns.jsonl", ["pattern", "rendered"])

  @Test(arguments: cases)
  func parametersAreReplaced(_ row: CaseLine) throws {
    let pattern = try URLPattern(row.id)
    #expect(pattern.text == row.id)
    #expect(pattern.render { Self.values[$0] } == row["rendered"])
  }

  @Test(arguments: [
    (":perPage:currentPage", "perPage", "currentPage"),
    ("/a?x=:offset:offset", "offset", "offset"),
    ("/a:cursor:perPage/b", "cursor", "perPage"),
  ])
  func parametersNeedALiteralBetweenThem(_ text: String, _ first: String, _ second: String) {
    #expect(throws: AdjacentParameters(first: first, second: second)) {
      try URLPattern(text)
    }
  }

  @Test func unknownValuesRenderAsNothing() throws {
    #expect(try URLPattern("/a?n=:pageCount&c=:cursor").render { _ in nil } == "/a?n=&c=")
  }

  @Test func whatAPatternHoldsIsKnown() throws {
    let pattern = try URLPattern("/a?p=:currentPage")
    #expect(pattern.contains(.currentPage) && pattern.contains(.offset, .currentPage))
    #expect(!pattern.contains(.offset) && !pattern.isLiteral && pattern.soleParameter == nil)
    #expect(try URLPattern(":offset").soleParameter == .offset)
    #expect(try URLPattern(#"/a:80\:offset"#).isLiteral)
  }
}
