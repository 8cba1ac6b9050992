import TestSupport
import Testing

@testable import Pagination

struct URLPatternTests {
  /// A pattern, and what it renders with every parameter known.
  struct Case: NamedCase {
    let pattern: String
    let rendered: String
    var id: String { pattern }
  }

  private static let values: [URLPattern.Parameter: String] = [
    .perPage: "25", .currentPage: "3", .offset: "50", .pageCount: "10", .objectCount: "250",
    .cursor: "x y",
  ]

  static let cases: [Case] = [
    Case(pattern: "", rendered: ""),
    Case(pattern: "http://h/a", rendered: "http://h/a"),
    Case(
      pattern: "/a?per_page=:perPage&page=:currentPage", rendered: "/a?per_page=25&page=3"),
    Case(
      pattern: "/a?limit=:perPage&offset=:offset&of=:pageCount/:objectCount",
      rendered: "/a?limit=25&offset=50&of=10/250"),
    Case(pattern: "http://h:8080/a", rendered: "http://h:8080/a"),
    Case(pattern: "http://h:8080/:currentPage", rendered: "http://h:8080/3"),
    Case(pattern: "http://[::1]:80/a", rendered: "http://[::1]:80/a"),
    Case(pattern: "/do:123", rendered: "/do:123"),
    Case(pattern: "/do:it/:currentPage.json", rendered: "/do:it/3.json"),
    Case(pattern: "/:currentPages", rendered: "/:currentPages"),
    Case(pattern: "/:current", rendered: "/:current"),
    Case(pattern: "/:currentpage", rendered: "/:currentpage"),
    Case(pattern: "/:currentPage_2", rendered: "/:currentPage_2"),
    Case(pattern: "/:currentPage-2", rendered: "/3-2"),
    Case(pattern: "/page:currentPage", rendered: "/page3"),
    Case(pattern: "/::currentPage", rendered: "/:3"),
    Case(pattern: "/:", rendered: "/:"),
    Case(pattern: #"/\:currentPage"#, rendered: "/:currentPage"),
    Case(pattern: #"/\:\:a"#, rendered: "/::a"),
    Case(pattern: #"/a\b"#, rendered: #"/a\b"#),
    Case(pattern: #"/\"#, rendered: #"/\"#),
    Case(pattern: #"/\:currentPage:currentPage"#, rendered: "/:currentPage3"),
    Case(pattern: ":cursor", rendered: "x y"),
    Case(pattern: "/ä:offsetö", rendered: "/ä50ö"),
  ]

  @Test(arguments: cases)
  func parametersAreReplaced(_ row: Case) throws {
    let pattern = try URLPattern(row.pattern)
    #expect(pattern.text == row.pattern)
    #expect(pattern.render { Self.values[$0] } == row.rendered)
  }

  @Test(arguments: [
    (":perPage:currentPage", "perPage", "currentPage"),
    ("/a?x=:offset:offset", "offset", "offset"),
    ("/a:cursor:perPage/b", "cursor", "perPage"),
  ])
  func parametersNeedALiteralBetweenThem(_ text: String, _ first: String, _ second: String) {
    #expect(throws: PaginationError.adjacentParameters(first: first, second: second)) {
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
