import JSON
import Testing

@testable import MCP

@Suite struct AnswerItemsTests {
  private func list(
    _ item: String, fields: [String]? = nil, bytesMax: Int = AnswerItems.bytesMax
  ) throws -> String {
    let paths = try fields?.map { try JSONPath($0) }
    var list = AnswerItems(paths, identity: [try JSONPath("id")], bytesMax: bytesMax)
    let fits = list.append(Array(item.utf8))
    #expect(fits)
    return String(decoding: list.json, as: UTF8.self)
  }

  @Test(arguments: [
    (#"{"id": 1, "a": "\ud83d\ude00"}"#, #"[{"id":1,"a":"\ud83d\ude00"}]"#),
    (#"{"id": 1, "a": "\ud83d"}"#, #"[{"_omitted":21,"id":1}]"#),
    (#"{"id": 1, "a": "\ude00x"}"#, #"[{"_omitted":22,"id":1}]"#),
    (#"{"id": 1, "a": 1e400}"#, #"[{"_omitted":18,"id":1}]"#),
    (#"{"id": 1, "a": 1e30, "b": false}"#, #"[{"id":1,"a":1e30,"b":false}]"#),
    (#"{"id": "\udfff", "a": 1e999999999999999999999}"#, #"[{"_omitted":43}]"#),
    ("[]", "[[]]"),
  ])
  func itemsThatClientsCannotReadAreOmitted(item: String, expected: String) throws {
    #expect(try list(item) == expected)
  }

  @Test func depthAndDigitsHaveMaxima() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try list(nested(100)) == "[" + nested(100) + "]")
    #expect(try list(nested(101)) == "[{\"_omitted\":202}]")
    let digits = String(repeating: "1", count: 300)
    #expect(try list(digits) == "[\(digits)]")
    #expect(try list(digits + "1") == "[{\"_omitted\":301}]")
  }

  @Test func anItemThatIsTooLargeIsOmittedWhole() throws {
    let item = "{\"id\":7,\"a\":\"\(String(repeating: "x", count: 100))\"}"
    #expect(try list(item, bytesMax: item.utf8.count + 2) == "[\(item)]")
    #expect(
      try list(item, bytesMax: item.utf8.count + 1)
        == "[{\"_omitted\":\(item.utf8.count),\"id\":7}]")
  }

  @Test func whatDoesNotFitIsLeftForTheNextAnswer() {
    var list = AnswerItems(nil, identity: [], bytesMax: 8)
    let taken = ["111", "222", "22"].map { list.append(Array($0.utf8)) }
    #expect(taken == [true, false, true])
    #expect(String(decoding: list.json, as: UTF8.self) == "[111,22]")
  }

  @Test(arguments: [
    (["user.login"], #"[{"user":{"login":"a"}}]"#),
    (["id", "labels.name"], #"[{"id":1,"labels":[{"name":"b"},{"name":"c"}]}]"#),
    (["labels.1"], #"[{"labels":[{"name":"c","x":2}]}]"#),
    (["missing"], "[{}]"),
  ])
  func fieldsStayNested(fields: [String], expected: String) throws {
    let item =
      #"{"id": 1, "user": {"login": "a", "z": 1}, "labels": [{"name": "b"}, {"name": "c", "x": 2}]}"#
    #expect(try list(item, fields: fields) == expected)
  }
}
