import TestSupport
import Testing

@testable import JSON

@Suite struct JSONPlanTests {
  @Test func picksValuesAndListsInOnePass() throws {
    var plan = JSONPlan()
    let next = plan.capture(try JSONPath("links.next"))
    let total = plan.capture(try JSONPath("total"))
    let missing = plan.capture(try JSONPath("links.prev"))
    let list = plan.captureList(
      try JSONPath("data"), elementPaths: [try JSONPath("id"), try JSONPath("user.name")])
    #expect([next, total, missing, list] == [0, 1, 2, 0])
    let text = """
      {"data":[{"id":1,"user":{"name":"x"}},null,{"user":{},"id":[2]},3],"total":9,
      "links":{"next":"/p2"}}
      """
    let scan = try JSONDocument.scan(Array(text.utf8), plan: plan)
    #expect(texts(scan, scan.slots) == ["\"/p2\"", "9", ""])
    let found = scan.lists[list]
    #expect(found.slice.kind == .array)
    #expect(found.slotsPerElement == 2)
    #expect(texts(scan, found.elements).count == 4)
    #expect(texts(scan, found.elementSlots) == ["1", "\"x\"", "", "", "[2]", "", "", ""])
    #expect(found.elements[1].kind == .null)
  }

  /// Each of 300 elements, and the two values that are wanted of it, there or not.
  @Test(arguments: ["[\(elements)]", #"{"l":[\#(elements)]}"#, #"{"l":[[\#(elements)]]}"#])
  func listsTakeBoundedMemory(_ text: String) throws {
    var plan = JSONPlan()
    let path = text.hasPrefix("[") ? "" : text.contains("[[") ? "l.0" : "l"
    _ = plan.captureList(
      try JSONPath(path), elementPaths: [try JSONPath("a"), try JSONPath("b")])
    let bytes = Array(text.utf8)
    #expect(
      try JSONDocument.scan(bytes, plan: plan, listValuesMax: 900).lists[0].elements.count == 300)
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument.scan(bytes, plan: plan, listValuesMax: 899)
    }
    #expect(error?.reason == .tooManyElements)
  }

  private static let elements = Array(repeating: "{}", count: 300).joined(separator: ",")

  static let cases: [TestCase<(String, [String]), [String]>] = [
    TestCase("root", ("[1]", [""]), ["[1]"]),
    TestCase("samePathTwice", (#"{"a":1}"#, ["a", "a"]), ["1", "1"]),
    TestCase(
      "prefixOfAnother", (#"{"a":{"b":2}}"#, ["a.b", "a", ""]),
      ["2", #"{"b":2}"#, #"{"a":{"b":2}}"#]),
    TestCase("wrongKind", (#"{"a":[1]}"#, ["a.b"]), [""]),
    TestCase("nullIsThere", (#"{"a":null}"#, ["a", "a.b"]), ["null", ""]),
    TestCase(
      "indexAfterThePass", (#"{"a":[1,{"b":2},3]}"#, ["a.1.b", "a.-1", "a.3", "a.-4"]),
      ["2", "3", "", ""]),
    TestCase("numberAsKey", (#"{"a":{"0":{"b":1}}}"#, ["a.0.b"]), ["1"]),
    TestCase("lastDuplicateCounts", (#"{"a":1,"a":2}"#, ["a"]), ["2"]),
    TestCase("duplicateClears", (#"{"a":{"b":1},"a":{"c":2}}"#, ["a.b", "a.c"]), ["", "2"]),
    TestCase("duplicateScalarClears", (#"{"a":{"b":1},"a":0}"#, ["a.b", "a"]), ["", "0"]),
    TestCase("innerDuplicate", (#"{"a":{"b":{"c":1},"b":2}}"#, ["a.b.c"]), [""]),
    TestCase("escapedKey", (#"{"\u0061":{"\u0062":1}}"#, ["a.b"]), ["1"]),
    TestCase("escapedDuplicate", (#"{"a":1,"\u0061":2}"#, ["a"]), ["2"]),
    TestCase("surrogatesInKey", (#"{"\ud83d\ude00":1}"#, ["😀"]), ["1"]),
    TestCase("quoteInKey", (#"{"\"":1}"#, ["\""]), ["1"]),
    TestCase("emptyKey", (#"{"":1,"a":2}"#, ["/"]), ["1"]),
    TestCase("nulsInKey", (#"{"\u0000":1,"":2}"#, ["/"]), ["2"]),
    TestCase(
      "sevenEightNineBytes",
      (#"{"1234567":7,"12345678":8,"123456789":9}"#, ["/123456789", "/12345678", "/1234567"]),
      ["9", "8", "7"]),
    TestCase(
      "sameHeadAndTail",
      (
        #"{"aaaaaaaaXbbbbbbbb":1,"aaaaaaaaYbbbbbbbb":2,"aaaaaaaabbbbbbbb":3}"#,
        ["aaaaaaaaYbbbbbbbb", "aaaaaaaabbbbbbbb", "aaaaaaaaZbbbbbbbb"]
      ), ["2", "3", ""]),
    TestCase("keyAtTheVeryEnd", (#"{"a":{"b":{"k":1}}}"#, ["a.b.k"]), ["1"]),
  ]

  @Test(arguments: cases) func picks(
    _ test: TestCase<(String, [String]), [String]>
  ) throws {
    var plan = JSONPlan()
    for path in test.input.1 { _ = plan.capture(try JSONPath(path)) }
    let scan = try JSONDocument.scan(Array(test.input.0.utf8), plan: plan)
    #expect(texts(scan, scan.slots) == test.expected)
  }

  /// A text, the list's path and those in its elements; the elements and what is found in them.
  typealias ListCase = TestCase<(String, String, [String]), ([String], [String])>

  static let listCases = [
    ListCase("rootList", ("[1,[2],null]", "", []), (["1", "[2]", "null"], [])),
    ListCase("elementItself", ("[1,{}]", "", ["", "a"]), (["1", "{}"], ["1", "", "{}", ""])),
    ListCase("objectIsAListOfOne", (#"{"d":{"id":7}}"#, "d", ["id"]), ([#"{"id":7}"#], ["7"])),
    ListCase("rootObjectIsAListOfOne", (#"{"id":7}"#, "", ["id"]), ([#"{"id":7}"#], ["7"])),
    ListCase("scalarGivesNone", (#"{"d":5}"#, "d", ["id"]), ([], [])),
    ListCase("missing", ("{}", "d", ["id"]), ([], [])),
    ListCase("emptyArray", (#"{"d":[ ]}"#, "d", ["id"]), ([], [])),
    ListCase(
      "behindAnIndex", (#"{"d":[{"e":[{"i":1},{"i":2}]}]}"#, "d.0.e", ["i"]),
      ([#"{"i":1}"#, #"{"i":2}"#], ["1", "2"])),
    ListCase(
      "indexInElements", (#"[{"t":[1,2]},{"t":[]},{"t":[3]}]"#, "", ["t.-1", "t.1"]),
      ([#"{"t":[1,2]}"#, #"{"t":[]}"#, #"{"t":[3]}"#], ["2", "2", "", "", "3", ""])),
    ListCase(
      "sameElementPathTwice", (#"[{"a":1}]"#, "", ["a", "a"]), ([#"{"a":1}"#], ["1", "1"])),
    ListCase(
      "prefixInElements", (#"[{"a":{"b":1}},{"a":2}]"#, "", ["a.b", "a"]),
      ([#"{"a":{"b":1}}"#, #"{"a":2}"#], ["1", #"{"b":1}"#, "", "2"])),
    ListCase(
      "duplicateInElements", (#"[{"a":{"b":1},"a":{}}]"#, "", ["a.b"]),
      ([#"{"a":{"b":1},"a":{}}"#], [""])),
    ListCase(
      "duplicateListClears", (#"{"d":[{"i":1},{"i":2}],"d":[{"i":3}]}"#, "d", ["i"]),
      ([#"{"i":3}"#], ["3"])),
    ListCase("duplicateParentClears", (#"{"p":{"d":[1,2]},"p":null}"#, "p.d", []), ([], [])),
  ]

  @Test(arguments: listCases) func picksLists(_ test: ListCase) throws {
    var plan = JSONPlan()
    let number = plan.captureList(
      try JSONPath(test.input.1), elementPaths: try test.input.2.map { try JSONPath($0) })
    let scan = try JSONDocument.scan(Array(test.input.0.utf8), plan: plan)
    #expect(texts(scan, scan.lists[number].elements) == test.expected.0)
    #expect(texts(scan, scan.lists[number].elementSlots) == test.expected.1)
  }

  @Test func anErrorBehindWhatWasPickedIsAnError() throws {
    var plan = JSONPlan()
    _ = plan.captureList(try JSONPath("d"), elementPaths: [try JSONPath("id")])
    let bytes = Array(#"{"d":[{"id":1}],"rest":[1,]}"#.utf8)
    #expect(throws: JSONSyntaxError(.unexpectedByte, 26)) {
      try JSONDocument.scan(bytes, plan: plan)
    }
  }

  @Test func depthCountsAlongThePlanToo() throws {
    var plan = JSONPlan()
    let key = JSONPath.Component("a")
    _ = plan.captureList(JSONPath(components: Array(repeating: key, count: 600)))
    let text = String(repeating: "{\"a\":", count: 513) + "1" + String(repeating: "}", count: 513)
    #expect(throws: JSONSyntaxError(.tooDeep, 512 * 5)) {
      try JSONDocument.scan(Array(text.utf8), plan: plan)
    }
  }

  @Test func manyKeysOfOneObjectAreTold() throws {
    var plan = JSONPlan()
    for key in 0..<200 { _ = plan.capture(JSONPath(components: [.init("k\(key)")])) }
    let members = (0..<200).reversed().map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let scan = try JSONDocument.scan(Array("{\(members)}".utf8), plan: plan)
    #expect(texts(scan, scan.slots) == (0..<200).map(String.init))
  }

  @Test func agreesWithATreeOnRandomPlans() throws {
    var random = SeededGenerator("random plans")
    let texts = JSONText(keys: ["a", "b", "long_key_12", "0"])
    var found = 0
    for _ in 0..<1500 {
      let text = texts.value(&random, depth: 5)
      let paths = (0..<4).map { _ in randomPath(&random, upTo: 3) }
      let listPaths = (0..<3).map { _ in randomPath(&random, upTo: 2) }
      let elementPaths = (0..<3).map { _ in randomPath(&random, upTo: 2) }
      var plan = JSONPlan()
      for path in paths { _ = plan.capture(path) }
      for (index, path) in listPaths.enumerated() {
        _ = plan.captureList(path, elementPaths: Array(elementPaths[index...]))
      }
      let scan = try JSONDocument.scan(Array(text.utf8), plan: plan)
      let tree = scan.document.value(scan.document.root)
      let slots = scan.slots.map { value(scan, $0) }
      #expect(slots == paths.map { tree.at($0.components[...]) }, "\(text) \(paths)")
      for (index, path) in listPaths.enumerated() {
        let elements = tree.at(path.components[...])?.asList ?? []
        let own = elementPaths[index...]
        let expected = elements.flatMap { element in own.map { element.at($0.components[...]) } }
        let list = scan.lists[index]
        #expect(list.elements.map { value(scan, $0) } == elements, "\(text) \(path)")
        #expect(list.elementSlots.map { value(scan, $0) } == expected, "\(text) \(path) \(own)")
        found += elements.count
      }
    }
    #expect(found > 100)
  }

  private func randomPath(_ random: inout SeededGenerator, upTo count: Int) -> JSONPath {
    let keys = ["a", "b", "long_key_12", "0", "a", "b", "-1"]
    let length = Int.random(in: 0...count, using: &random)
    return JSONPath(components: (0..<length).map { _ in .init(random.pick(keys)) })
  }

  private func texts(_ scan: JSONScan, _ slices: [JSONSlice]) -> [String] {
    slices.map(scan.document.text)
  }

  private func value(_ scan: JSONScan, _ slice: JSONSlice) -> JSONValue? {
    slice.isAbsent ? nil : scan.document.value(slice)
  }
}

extension JSONValue {
  /// The slow and obvious reading of a path.
  func at(_ components: ArraySlice<JSONPath.Component>) -> JSONValue? {
    guard let first = components.first else { return self }
    switch self {
    case .object(let object):
      return object[String(decoding: first.key, as: UTF8.self)]?.at(components.dropFirst())
    case .array(let elements):
      guard let index = first.index else { return nil }
      let place = index < 0 ? elements.count + index : index
      return elements.indices.contains(place) ? elements[place].at(components.dropFirst()) : nil
    default: return nil
    }
  }

  /// What a list of it would hold.
  var asList: [JSONValue] {
    switch self {
    case .array(let elements): elements
    case .object: [self]
    default: []
    }
  }
}
