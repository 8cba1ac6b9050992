import HTTP
import TestSupport
import Testing

@Suite struct LinkHeaderTests {
  /// Links as "target: relations" lines.
  private func summary(_ values: [String]) -> [String] {
    LinkHeader.parse(values).map { "\($0.target): " + $0.relations.joined(separator: " ") }
  }

  @Test(arguments: CaseLine.all("../Cases/links.jsonl", ["id", "values", "links"]))
  func headerIsScanned(_ test: CaseLine) {
    #expect(summary(test.texts("values")) == test.texts("links"))
  }

  @Test func parametersAreKept() throws {
    let link = try #require(
      LinkHeader.parse([#"<a>; Rel=next; title="a \"b\""; x; y=1; y=2"#]).first)
    #expect(link.parameters.map(\.name) == ["rel", "title", "x", "y", "y"])
    #expect(link.parameters.map(\.value) == ["next", #"a "b""#, "", "1", "2"])
    #expect(link[parameter: "y"] == "1")
    #expect(link[parameter: "z"] == nil)
  }

  @Test func targetIsFoundByRelation() {
    let links = LinkHeader.parse(["<a>; rel=first, <b>; rel=\"prev NEXT\", <c>; rel=next"])
    #expect(LinkHeader.target(relation: "next", in: links) == "b")
    #expect(LinkHeader.target(relation: "First", in: links) == "a")
    #expect(LinkHeader.target(relation: "nex", in: links) == nil)
  }

  @Test func everyTruncationIsRead() {
    let value = #"<a,b>; rel="next \"x\""; title*=UTF-8'en'x, </c>;rel=prev;anchor="y", <d>; rel"#
    for length in 0...value.utf8.count {
      let cut = String(decoding: value.utf8.prefix(length), as: UTF8.self)
      #expect(LinkHeader.parse([cut]).count <= 2)
    }
  }

  @Test(arguments: ["<", "\"", "<a>;rel=\"", "<a>,", "\\\"", "<a>;x=\"\\\""])
  func longHostileValueIsReadInOnePass(_ unit: String) {
    let value = String(repeating: unit, count: 50_000)
    #expect(LinkHeader.parse([value]).count <= 50_000)
  }
}
