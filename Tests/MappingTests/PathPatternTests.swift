import JSON
import Mapping
import Testing

/// Path patterns, as the descriptors that have them match.
@Suite struct PathPatternTests {
  struct Case: CustomTestStringConvertible {
    let pattern: String
    let path: String
    let arguments: [String: String]?
    init(_ pattern: String, _ path: String, _ arguments: [String: String]?) {
      (self.pattern, self.path, self.arguments) = (pattern, path, arguments)
    }
    var testDescription: String { "\(pattern) \(path)" }
  }

  static let cases: [Case] = [
    Case("/users/:id", "/users/5", ["id": "5"]), Case("/users/:id", "/users/", nil),
    Case("/users/:id", "/users", nil), Case("/users/:id", "/users/5/", nil),
    Case("/users/:id", "/users/5/x", nil), Case("/users/:id", "/Users/5", nil),
    Case("/users/:id/", "/users/5/", ["id": "5"]), Case("/users", "/users", [:]),
    Case("/api/:version/organizations", "/api/v1/organizations/", nil),
    Case("/api/v1/organizations", "/api/v1/organizations/1234/another", nil),
    Case(
      "/this/is/:controllerName/:entityName", "/this/is/my/backend",
      ["controllerName": "my", "entityName": "backend"]),
    Case(
      "/bills/:stateID/:session/:billID", "/bills/tx/82/SB%2014",
      ["stateID": "tx", "session": "82", "billID": "SB 14"]),
    Case(#"/directory/:filename\.json"#, "/directory/Resources.json", ["filename": "Resources"]),
    Case("/directory/:filename.json", "/directory/a.b.json", ["filename": "a.b"]),
    Case(#"/directory/:filename\.json"#, "/directory/.json", nil),
    Case(#"/directory/:filename\.json"#, "/directory/Resources.jsonx", nil),
    Case("/categories/:categoryName", "/categories/x/articles/y", nil),
    Case("/categories/:name", "/categories/a%2Fb", ["name": "a/b"]),
    Case(#"/elements/do\:123"#, "/elements/do:123", [:]),
    Case("/elements/do:123", "/elements/do:123", [:]),
    Case("/a%20b/:x", "/a b/%zz%4", ["x": "%zz%4"]), Case("/a b", "/a%20b", [:]),
    Case("/é", "/%C3%A9", [:]), Case("/", "/", [:]), Case("/", "", [:]), Case("/", "/x", nil),
    Case("//", "/", nil), Case("//x", "//x", [:]),
    Case("/:a-:b", "/1-2-3", ["a": "1", "b": "2-3"]),
    Case("/:a--:b.x", "/1---2.x", ["a": "1", "b": "-2"]),
    Case("/v:major.:minor", "/v1.2", ["major": "1", "minor": "2"]),
    Case("/v:major.:minor", "/v1.", nil), Case("/v:major.:minor", "/v.2", nil),
    Case("/:a.x.:b.x", "/1.x.x.x", ["a": "1", "b": "x"]), Case("/:id_2", "/7", ["id_2": "7"]),
    Case("/x:", "/x:", [:]), Case("/:", "/:", [:]), Case("/aaa:p.aaa", "/aaaaaa", nil),
  ]

  @Test(arguments: cases)
  func wholePathsAreMatched(_ test: Case) throws {
    var writer = JSONWriter()
    writer.string(test.pattern)
    let pattern = String(decoding: writer.bytes, as: UTF8.self)
    let mapping = try mapping(
      #"{"responseDescriptors": [{"keyPath": "a", "pathPattern": \#(pattern)}]}"#)
    switch mapping.select(path: test.path, method: "GET", status: 200) {
    case .items(let lists, _): #expect(lists.first?.pathArguments == test.arguments)
    case .none(let mismatches, _):
      #expect(test.arguments == nil && mismatches.first?.path == false)
    case .errorMessage: Issue.record("no messages were asked for")
    }
  }
}
