import JSON
import Testing

@testable import Sessions

@Suite struct MarkedTextTests {
  @Test(arguments: [
    ("/i/{item.number}/c", "/i/5/c"), ("/{item.user.name}", "/a%2Fb%20%C3%A9"),
    ("/{item.tags.0}", "/x"), ("/{other}/{item.number}", "/{other}/5"), ("/{", "/{"),
  ])
  func aMarkBecomesTheItemsValue(text: String, url: String) throws {
    let item: JSONValue = ["number": 5, "user": ["name": "a/b é"], "tags": ["x"]]
    #expect(try MarkedText(text).filled(with: item, in: .url) == url)
  }

  @Test(arguments: ["none", "null", "object", "array"])
  func aValueThatIsNoTextFails(name: String) throws {
    let item: JSONValue = ["null": .null, "object": [:], "array": []]
    let text = try MarkedText("/{item.\(name)}")
    #expect(throws: UnusableItem.self) { try text.filled(with: item, in: .url) }
  }

  @Test func anItemsTextIsNoPattern() throws {
    let text = try MarkedText("a:{item}")
    #expect(try text.filled(with: "perPage", in: .pattern) == "a\\:perPage")
    #expect(try MarkedText("{item}").filled(with: ":offset", in: .pattern) == "\\:offset")
    #expect(try MarkedText("{item}").filled(with: "{item}", in: .pattern) == "{item}")
  }

  @Test func aLineBreakCannotAddAHeader() throws {
    let text = try MarkedText("x {item}")
    #expect(throws: UnusableItem.self) { try text.filled(with: "a\r\nB: c", in: .header) }
  }
}
