import Testing

@testable import JSON

@Suite struct JSONObjectTests {
  @Test(arguments: [3, 40]) func lastOfDuplicatesCountsAtTheFirstsPlace(_ count: Int) {
    let members = (0..<count).map { (key: "k\($0)", value: JSONValue.integer($0)) }
    let object = JSONObject(members + [(key: "k1", value: "last")])
    #expect(object.keys == members.map(\.key))
    #expect(object["k1"] == "last")
    #expect(object.count == count)
  }

  @Test(arguments: [3, 40]) func orderDoesNotMakeADifference(_ count: Int) {
    let members = (0..<count).map { (key: "k\($0)", value: JSONValue.integer($0)) }
    #expect(JSONObject(members) == JSONObject(members.reversed()))
    var other = JSONObject(members)
    other["k0"] = nil
    #expect(JSONObject(members) != other)
    other["z"] = 0
    #expect(JSONObject(members) != other)
  }

  @Test func isEmptyAtFirst() {
    #expect(JSONObject().isEmpty)
    #expect(JSONObject()["a"] == nil)
    #expect(JSONObject() == [:])
  }

  @Test func listsKeepTheirElements() {
    let object: JSONObject = ["params": ["a", ["limit": 1], .null], "page": 1]
    #expect(object.setting(["params", "cursor"], to: "b") == object)
    #expect(object.setting(["params", "2"], to: "b")["params"] == ["a", ["limit": 1], "b"])
    let inner = object.setting(["params", "1", "from"], to: 3)
    #expect(inner["params"] == ["a", ["limit": 1, "from": 3], .null])
    #expect(object.setting(["page", "size"], to: 5)["page"] == ["size": 5])
  }
}
