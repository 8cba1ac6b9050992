import Testing

@testable import SampleAPI

@Suite struct QueryTests {
  private func query(_ target: String) throws -> Query {
    try Query(target: ArraySlice(target.utf8))
  }

  @Test(arguments: [
    ("/", "/", ""), ("/page?page=2", "/page", "page=2"), ("?a=1", "/", "a=1"),
    ("/p%61ge", "/page", ""),
    ("http://h:1/x?a=1", "/x", "a=1"), ("http://h:1", "/", ""), ("http://h:1?b=2", "/", "b=2"),
    ("/x?", "/x", ""), ("/x?&a=1&&b", "/x", "a=1&b"), ("/a+b?q", "/a+b", "q"),
  ]) func targetIsTakenApart(_ target: String, _ path: String, _ rest: String) throws {
    let query = try query(target)
    #expect(query.path == path)
    #expect(query.with([]) == rest)
  }

  @Test func absoluteTargetNamesTheAuthority() throws {
    #expect(try query("http://h:1/x").authority == "h:1")
    #expect(try query("/x").authority == nil)
    #expect(throws: Refusal.malformedRequest) { try query("http:///x") }
    #expect(throws: Refusal.malformedRequest) { try query("http://a@b/x") }
  }

  @Test func valuesAreDecodedAndTheLastCounts() throws {
    let query = try query("/?a=1&b=x%20y+z&a=%C3%A9&c&d=")
    #expect(query.value("a") == "é")
    #expect(query.values("a") == ["1", "é"])
    #expect(query.value("b") == "x y z")
    #expect(query.value("c") == "")
    #expect(query.value("d") == "")
    #expect(query.value("e") == nil)
  }

  @Test(arguments: ["/?a=%", "/?a=%4", "/?%zz=1", "/%g0"])
  func brokenPercentSignIsRefused(_ target: String) {
    #expect(throws: Refusal.self) { try query(target) }
  }

  @Test func changedParametersKeepTheirPlaceAndOthersTheirSpelling() throws {
    let query = try query("/?x=%41&page=2&y=a+b&page=9&z")
    #expect(query.with([("page", "3")]) == "x=%41&page=3&y=a+b&z")
    #expect(query.with([("page", nil), ("new", "1&2")]) == "x=%41&y=a+b&z&new=1%262")
    #expect(try self.query("/?q=\"<>").with([]) == "q=%22%3C%3E")
  }

  @Test func parametersEndAtTheirMaximum() throws {
    let list = { (count: Int) in "/?" + String(repeating: "a&", count: count) }
    #expect(
      try query(list(SampleLimits.parametersMax)).values("a").count == SampleLimits.parametersMax)
    #expect(throws: Refusal.self) { try query(list(SampleLimits.parametersMax + 1)) }
  }
}
