import JSON
import TestSupport
import Testing

@testable import Mapping

/// Which lists a response has, and what becomes of them.
@Suite struct ResponseMappingTests {
  // MARK: Lists

  @Test func withoutParamsTheRootIsThePage() throws {
    let mapping = try mapping("{}")
    #expect(mapping.isPassthrough && !mapping.namesItems)
    #expect(mapping.lists.map(\.path) == [.root] && mapping.itemListCount == 1)
    #expect(try selectedLists(mapping).map(\.keyPath) == [""])
    #expect(
      try items("{}", #"[{"id":31337},{"id":187},{"id":7}]"#)
        == #"[{"id":31337},{"id":187},{"id":7}]"#)
  }

  @Test func itemsPathIsADescriptorWithoutMapping() throws {
    let params = #"{"itemsPath": "data.articles"}"#
    let mapping = try mapping(params)
    #expect(mapping.isPassthrough && mapping.namesItems)
    let body = #"{"data":{"articles":[{ "n" : 1.10,"s":"\u0041" }, null ,2]}}"#
    #expect(try items(params, body) == #"[{ "n" : 1.10,"s":"\u0041" },null,2]"#)
  }

  @Test func unusedFieldsAreLeftToTheCaller() throws {
    var fields = JSONFields(["url": "x", "itemsPath": .null, "mappings": []])
    _ = try ResponseMapping(&fields)
    #expect(throws: JSONFieldError(path: "url", problem: .unknown())) { try fields.finish() }
  }

  @Test func twoKeyPathsGiveTwoListsAndOneSequence() throws {
    let params = #"""
      {"responseDescriptors": [{"keyPath": "products", "mapping": {"attributes": {"p": "id"}}},
      {"keyPath": "categories"}]}
      """#
    let found = try mapped(
      params, #"{"categories":[{"c":3},null,{"c":4}],"products":[{"p":1},{"p":2}]}"#)
    #expect(try !mapping(params).isPassthrough)
    #expect(
      String(decoding: found.bytes, as: UTF8.self) == #"{"id":1},{"id":2},{"c":3},null,{"c":4}"#)
    #expect(found.lists.map(\.keyPath) == ["products", "categories"])
    #expect(found.lists.map(\.items) == [0..<2, 2..<5])
    let texts = found.lists.map {
      let items = found.items[$0.items]
      return String(
        decoding: found.bytes[(items.first?.lowerBound ?? 0)..<(items.last?.upperBound ?? 0)],
        as: UTF8.self)
    }
    #expect(texts == [#"{"id":1},{"id":2}"#, #"{"c":3},null,{"c":4}"#])
    #expect(
      found.items.map(\.count) == [8, 8, 7, 4, 7]
        && found.sources.map { $0.range.count } == [7, 7, 7, 4, 7])
  }

  @Test func laterDescriptorOfAKeyPathWins() throws {
    let params = #"""
      {"itemsPath": "a", "responseDescriptors": [
      {"keyPath": "a", "mapping": {"attributes": {"x": "first"}}},
      {"keyPath": "b"},
      {"keyPath": "a", "mapping": {"attributes": {"y": "second"}}, "statusCodes": [200]}]}
      """#
    let body = #"{"a":[{"x":1,"y":2}],"b":[3]}"#
    #expect(try items(params, body) == #"[3,{"second":2}]"#)
    #expect(try items(params, body, Exchange(status: 201)) == #"[{"first":1},3]"#)
    let lists = try selectedLists(mapping(params))
    #expect(lists.map(\.descriptor) == [1, 2])
  }

  @Test func identityIsExposed() throws {
    let params = #"""
      {"responseDescriptors": [{"keyPath": "a"}, {"keyPath": "b", "mapping": "m"}],
      "mappings": {"m": {"attributes": ["id"], "identity": ["id", "a.b"]}}}
      """#
    #expect(try mapping(params).identityPaths == [JSONPath("id"), JSONPath("a.b")])
    #expect(try mapping("{}").identityPaths.isEmpty)
  }

  // MARK: Selection

  static let descriptors = #"""
    {"responseDescriptors": [
    {"keyPath": "a", "pathPattern": "/users/:id", "methods": ["GET"]},
    {"keyPath": "b", "pathPattern": "/users/:id", "methods": ["post", "PUT"],
    "statusCodes": ["2xx", 304]},
    {"statusCodes": ["4xx", "500-504"], "errorMessage": ["message", "errors.text"]}]}
    """#

  @Test func onlyTheRequestsMethodApplies() throws {
    let mapping = try mapping(Self.descriptors)
    let exchange = Exchange(path: "/users/5", method: "GET")
    #expect(try selectedLists(mapping, exchange).map(\.keyPath) == ["a"])
    #expect(
      try selectedLists(mapping, Exchange(path: "/users/5", method: "put")).map(\.keyPath) == ["b"])
    #expect(try selectedLists(mapping, exchange).map(\.pathArguments) == [["id": "5"]])
  }

  @Test func errorStatusesHaveMessages() throws {
    let mapping = try mapping(Self.descriptors)
    for status in [400, 499, 500, 504] {
      guard
        case .errorMessage(let paths) = mapping.select(path: "/x", method: "GET", status: status)
      else {
        Issue.record("\(status) is no error answer")
        continue
      }
      #expect(paths.map(\.description) == ["message", "errors.text"])
    }
  }

  @Test func mismatchesNameWhatFailed() throws {
    let mapping = try mapping(Self.descriptors)
    guard
      case .none(let mismatches, let statusRefused) = mapping.select(
        path: "/users/", method: "DELETE", status: 505)
    else {
      Issue.record("a descriptor applies")
      return
    }
    #expect(statusRefused)
    #expect(
      mismatches == [
        DescriptorMismatch(index: 0, path: false, method: false, status: false),
        DescriptorMismatch(index: 1, path: false, method: false, status: false),
        DescriptorMismatch(index: 2, path: true, method: true, status: false),
      ])
    #expect(
      mismatches[2].json == ["index": 2, "path": true, "method": true, "status": false])
  }

  static let refusals: [(String, String, String, Int, Bool)] = [
    ("onlyTheStatus", "/users/5", "GET", 503, true), ("onlyThePath", "/users", "GET", 200, false),
    ("onlyTheMethod", "/users/5", "PATCH", 204, false),
    ("anotherStatus", "/users/5", "GET", 304, true),
  ]

  @Test(arguments: refusals.indices)
  func refusedStatusesAreToldFromOtherMismatches(_ index: Int) throws {
    let (_, path, method, status, refused) = Self.refusals[index]
    let params = #"""
      {"responseDescriptors": [{"keyPath": "a", "pathPattern": "/users/:id", "methods": "GET"},
      {"keyPath": "b", "pathPattern": "/users/:id", "methods": "POST", "statusCodes": [304,
      "2xx"]}]}
      """#
    let selection = try mapping(params).select(path: path, method: method, status: status)
    guard case .none(_, let statusRefused) = selection else {
      Issue.record("\(selection)")
      return
    }
    #expect(statusRefused == refused)
  }

  @Test(arguments: ["{}", #"{"responseDescriptors": [{"errorMessage": "m", "statusCodes": 400}]}"#])
  func silenceIsNoDescriptorThatIsNamed(_ params: String) throws {
    let selection = try mapping(params).select(path: "/", method: "GET", status: 500)
    guard case .none(let mismatches, true) = selection else {
      Issue.record("\(selection)")
      return
    }
    #expect(mismatches.map(\.index) == (params == "{}" ? [] : [0]))
  }

  @Test func itemsPathIsNumberedBehindTheDescriptors() throws {
    let mapping = try mapping(
      #"{"itemsPath": "a", "responseDescriptors": [{"keyPath": "b", "statusCodes": 201}]}"#)
    guard case .none(let mismatches, true) = mapping.select(path: "/", method: "GET", status: 500)
    else {
      Issue.record("a descriptor applies")
      return
    }
    #expect(mismatches.map(\.index) == [0, 1])
    #expect(try selectedLists(mapping).map(\.descriptor) == [1])
  }

  @Test func errorMessageOnASuccessIsAskedBesideTheItems() throws {
    let mapping = try mapping(
      #"{"itemsPath": "a", "responseDescriptors": [{"errorMessage": "error"}]}"#)
    guard case .items(let lists, let paths) = mapping.select(path: "/", method: "GET", status: 200)
    else {
      Issue.record("no items")
      return
    }
    #expect(lists.map(\.keyPath) == ["a"] && paths.map(\.description) == ["error"])
  }

  // MARK: Messages

  static let messages = CaseLine.all(
    "Cases/messages.jsonl", ["body", "errorMessage", "messages"])

  @Test(arguments: messages)
  func messagesAreCollected(_ row: CaseLine) throws {
    let paths = try #require(row.json("errorMessage"))
    let params = #"{"responseDescriptors": [{"statusCodes": "4xx", "errorMessage": \#(paths)}]}"#
    let mapping = try mapping(params)
    guard case .errorMessage(let found) = mapping.select(path: "/", method: "GET", status: 422)
    else {
      Issue.record("no error answer")
      return
    }
    let body = try JSONDocument(Array(try #require(row.json("body")).utf8))
    let messages = ResponseMapping.messages(body, at: found)
    #expect(.array(messages.map { .string($0) }) == (try json(row.json("messages") ?? "")))
  }

  @Test func keyPathStandsBeforeTheMessagePath() throws {
    let mapping = try mapping(
      #"{"responseDescriptors": [{"keyPath": "errors", "errorMessage": "", "statusCodes": [400]}]}"#
    )
    guard case .errorMessage(let paths) = mapping.select(path: "/", method: "GET", status: 400)
    else {
      Issue.record("no error answer")
      return
    }
    let document = try JSONDocument(Array(#"{"errors":["a","b"]}"#.utf8))
    #expect(ResponseMapping.messages(document, at: paths) == ["a", "b"])
  }

  @Test func messagesAreBounded() throws {
    let list = (0..<150).map { "\"m\($0)\"" }.joined(separator: ",")
    let document = try JSONDocument(Array("[\(list)]".utf8))
    #expect(ResponseMapping.messages(document, at: [.root]).count == MappingLimits.messagesMax)
    let long = String(repeating: "é", count: MappingLimits.messageBytesMax / 2)
    for (text, count) in [(long, 4096), (long + "é", 4096), ("x" + long, 4095)] {
      let document = try JSONDocument(Array("\"\(text)\"".utf8))
      let message = try #require(ResponseMapping.messages(document, at: [.root]).first)
      #expect(message.utf8.count == count && text.hasPrefix(message))
    }
  }
}
