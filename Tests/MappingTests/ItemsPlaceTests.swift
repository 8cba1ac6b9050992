import JSON
import Testing

@testable import Mapping

/// Descriptors for the items wherever they are.
struct ItemsPlaceTests {
  private func mapping(_ params: JSONObject) throws -> ResponseMapping {
    var fields = JSONFields(params)
    return try ResponseMapping(&fields)
  }

  private let descriptor: JSONValue = ["keyPath": "@items", "mapping": ["attributes": ["id"]]]

  @Test func theItemsAreAtItemsPath() throws {
    let mapping = try mapping(["itemsPath": "a.b", "responseDescriptors": [descriptor]])
    #expect(mapping.namesItems && !mapping.isPassthrough && mapping.itemListCount == 1)
    #expect(mapping.lists.first?.path.description == "a.b")
  }

  /// Without it they are still to be found.
  @Test func withoutItemsPathTheyAreNotNamed() throws {
    let mapping = try mapping(["responseDescriptors": [descriptor]])
    #expect(!mapping.namesItems && !mapping.isPassthrough)
    #expect(mapping.lists.first?.path == .root)
  }

  @Test func messagesHaveAPlaceOfTheirOwn() {
    #expect(throws: JSONFieldError.self) {
      try mapping(["responseDescriptors": [["keyPath": "@items", "errorMessage": "message"]]])
    }
  }
}
