import Testing

@testable import JSON

@Suite struct JSONValueTests {
  @Test func isReadInOrder() throws {
    let text = #" {"b":[1.10,-0,"x\n",true,false,null,[],{}],"a":{"c":1e400}} "#
    let document = try JSONDocument(Array(text.utf8))
    let value = document.value(document.root)
    #expect(value.objectValue?.keys == ["b", "a"])
    #expect(value["b"]?.arrayValue?.first == .number(JSONNumber(text: "1.10")))
    #expect(value["b"]?.arrayValue?.count == 8)
    #expect(value["a"]?["c"] == .number(JSONNumber(text: "1e400")))
    #expect(value["a"]?["c"]?.doubleValue == nil)
    #expect(value["nowhere"] == nil)
  }

  @Test func literalsMakeValues() throws {
    let value: JSONValue = [
      "null": .null, "boolean": true, "integer": 5, "double": 2.5, "string": "s", "list": [1, "a"],
    ]
    #expect(value["null"]?.isNull == true)
    #expect(value["boolean"]?.booleanValue == true)
    #expect(value["integer"]?.integerValue == 5)
    #expect(value["double"]?.doubleValue == 2.5)
    #expect(value["string"]?.stringValue == "s")
    #expect(value["list"]?.arrayValue == [1, "a"])
    #expect(value["string"]?.integerValue == nil)
    #expect(value["integer"]?.stringValue == nil)
    #expect(JSONValue.integer(7) == 7)
  }

  @Test func membersAreSetAndRemoved() {
    var value: JSONValue = ["a": 1]
    value["b"] = 2
    value["a"] = 3
    #expect(value == ["a": 3, "b": 2])
    value["a"] = nil
    #expect(value.objectValue?.keys == ["b"])
    var scalar: JSONValue = 1
    scalar["a"] = 2
    #expect(scalar == 1)
  }

  @Test func theDeepestTextMakesATree() throws {
    let text = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    let document = try JSONDocument(Array(text.utf8))
    var value = document.value(document.root)
    var depth = 0
    while let inner = value.arrayValue {
      depth += 1
      guard let first = inner.first else { break }
      value = first
    }
    #expect(depth == 512)
  }

  @Test(arguments: CorpusText.accepted) func surviveWritingAndReading(_ text: CorpusText) throws {
    let document = try JSONDocument(text.bytes)
    let value = document.value(document.root)
    let again = try JSONDocument(value.bytes)
    #expect(again.value(again.root) == value)
  }
}
