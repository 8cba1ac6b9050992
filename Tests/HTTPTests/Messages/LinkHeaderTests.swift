import HTTP
import TestSupport
import Testing

@Suite struct LinkHeaderTests {
  /// Links as "target: relations" lines.
  private func summary(_ values: [String]) -> [String] {
    LinkHeader.parse(values).map { "\($0.target): " + $0.relations.joined(separator: " ") }
  }

  @Test(arguments: [
    TestCase(
      "RFC 8288 3.5 first",
      [#"<http://example.com/TheBook/chapter2>; rel="previous"; title="previous chapter""#],
      ["http://example.com/TheBook/chapter2: previous"]),
    TestCase(
      "RFC 8288 3.5 extension relation", [#"</>; rel="http://example.net/foo""#],
      ["/: http://example.net/foo"]),
    TestCase(
      "RFC 8288 3.5 anchor is another context", [##"</terms>; rel="copyright"; anchor="#foo""##], []
    ),
    TestCase(
      "RFC 8288 3.5 two links with titles",
      [
        #"</TheBook/chapter2>; rel="previous"; title*=UTF-8'de'letztes%20Kapitel, "#
          + #"</TheBook/chapter4>; rel="next"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel"#
      ],
      ["/TheBook/chapter2: previous", "/TheBook/chapter4: next"]),
    TestCase(
      "RFC 8288 3.5 several relations",
      [#"<http://example.org/>; rel="start http://example.net/relation/other""#],
      ["http://example.org/: start http://example.net/relation/other"]),
    TestCase("several headers", ["<a>; rel=next", "<b>; rel=prev"], ["a: next", "b: prev"]),
    TestCase(
      "comma and semicolon in the target", ["<a,b;c>; rel=next, <d>; rel=last"],
      ["a,b;c: next", "d: last"]),
    TestCase(
      "comma and semicolon in quotes",
      [#"<a>; title="x, <y>; rel=prev"; rel="next", <b>; rel=last"#],
      ["a: next", "b: last"]),
    TestCase("quoted pairs", [#"<a>; title="say \"x, y\"\\"; rel="ne\xt""#], ["a: next"]),
    TestCase("relations in any case", [#"<a>; REL="NEXT Prev""#], ["a: next prev"]),
    TestCase("first rel counts", ["<a>; rel=next; rel=prev"], ["a: next"]),
    TestCase(
      "blanks everywhere", ["  < a >  ;  rel  =  next  ,\t<b> ; rel = \"prev\" "],
      ["a: next", "b: prev"]),
    TestCase("no blanks", [#"<a>;rel="next",<b>;rel="prev""#], ["a: next", "b: prev"]),
    TestCase("empty elements", [", ,<a>; rel=next,, ,<b>;;; rel=prev;,"], ["a: next", "b: prev"]),
    TestCase("no parameters", ["<a>"], ["a: "]),
    TestCase("empty target", ["<>; rel=next"], [": next"]),
    TestCase("empty value", [""], []),
    TestCase("empty anchor is this page", [#"<a>; rel=next; anchor="""#], ["a: next"]),
    TestCase("no brackets", ["a; rel=next, <b>; rel=prev"], ["b: prev"]),
    TestCase("no end bracket", ["<a; rel=next, <b>; rel=prev"], ["b: prev"]),
    TestCase("no end bracket at the end", ["<b>; rel=prev, <a; rel=next"], ["b: prev"]),
    TestCase("no comma between", [#"<a>; rel="next" <b>; rel="prev""#], ["a: next", "b: prev"]),
    TestCase("no end quote", [#"<a>; rel="next, <b>; rel=prev"#], [#"a: "next"#, "b: prev"]),
    TestCase(
      "text behind the quotes", [#"<a>; rel="next"x; y, <b>; rel=prev"#],
      ["a: next", "b: prev"]),
    TestCase(
      "rel without value", ["<a>; rel, <b>; rel=, <c>; rel=next"], ["a: ", "b: ", "c: next"]),
    TestCase("parameter without name", ["<a>; =x; rel=next"], ["a: next"]),
    TestCase("quote in garbage", [#"x"a, <no>; rel=next" , <b>; rel=prev"#], ["b: prev"]),
    TestCase("rev is no rel", ["<a>; rev=next"], ["a: "]),
  ])
  func headerIsScanned(_ test: TestCase<[String], [String]>) {
    #expect(summary(test.input) == test.expected)
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
