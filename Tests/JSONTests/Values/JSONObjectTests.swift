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
    #expect(!JSONObject(members).isIdentical(to: JSONObject(members.reversed())))
    let inner = JSONObject([(key: "a", value: .array([.object(JSONObject(members))]))])
    let other = JSONObject([(key: "a", value: .array([.object(JSONObject(members.reversed()))]))])
    #expect(inner == other && !inner.isIdentical(to: other) && inner.isIdentical(to: inner))
    var changed = JSONObject(members)
    changed["k0"] = nil
    #expect(JSONObject(members) != changed)
    changed["z"] = 0
    #expect(JSONObject(members) != changed)
  }

  /// As APIs have both.
  @Test(arguments: [0, 40]) func namesThatOnlyLookAlikeAreTwo(_ more: Int) {
    let (one, other) = ("caf\u{E9}", "cafe\u{301}")
    let others = (0..<more).map { (key: "k\($0)", value: JSONValue.integer($0)) }
    let object = JSONObject([(key: one, value: 1), (key: other, value: 2)] + others)
    #expect(object[one] == 1 && object[other] == 2)
    #expect(object != JSONObject([(key: other, value: 1), (key: one, value: 2)] + others))
    #expect(JSONValue.string(one) != .string(other))
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
