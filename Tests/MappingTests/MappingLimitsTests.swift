import JSON
import TestSupport
import Testing

@testable import Mapping

/// Large inputs, hostile mappings, and each maximum with one past it.
@Suite struct MappingLimitsTests {
  private static func list(_ count: Int, _ text: (Int) -> String) -> String {
    (0..<count).map(text).joined(separator: ",")
  }

  private static func repeated(_ text: String, _ count: Int) -> String {
    list(count) { _ in text }
  }

  /// Params with one descriptor of the root.
  private static func params(_ mapping: String, beside mappings: String = "{}") -> String {
    #"{"responseDescriptors": [{"mapping": \#(mapping)}], "mappings": \#(mappings)}"#
  }

  /// An object inside of an object and so on, each the only member of the one around it.
  private static func nested(_ depth: Int, _ open: String, _ inner: String, _ close: String)
    -> String
  {
    String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
  }

  @Test func hundredThousandMembers() throws {
    let count = 100_000
    let members = Self.list(count) { "\"k\($0)\":{\"v\":\($0)}" }
    let keyed = try mapped(
      Self.params(#"{"attributes": ["v"], "keyedBy": "k"}"#), "{\(members)}")
    #expect(keyed.items.count == count)
    let last = try #require(keyed.items.last)
    #expect(String(decoding: keyed.bytes[last], as: UTF8.self) == #"{"k":"k99999","v":99999}"#)

    let wide = try items(
      mapping: #"{"attributes": {"k99999.v": "last", "k0.v": "first", "none": "n"}}"#,
      of: "[{\(members)}]")
    #expect(wide == #"[{"last":99999,"first":0}]"#)
  }

  @Test func hundredThousandItems() throws {
    let count = 100_000
    let flat = try mapped(
      Self.params(#"{"attributes": {"@self": "n"}}"#), "[\(Self.list(count) { "\($0)" })]")
    #expect(flat.items.count == count && flat.sources.count == count)

    let related = "[{\"c\":[\(Self.list(count) { "{\"v\":\($0)}" })]}]"
    let mapping = #"{"relationships": {"c": {"many": true, "mapping": {"attributes": ["v"]}}}}"#
    #expect(try items(mapping: mapping, of: related) == related)
  }

  @Test func deepDataIsMappedToTheMaximum() throws {
    let depth = MappingLimits.relatedDepthMax
    let one = #"{"m": {"relationships": {"k": {"mapping": "m"}}}}"#
    let objects = { (depth: Int) in "[" + Self.nested(depth, #"{"k":"#, "{}", "}") + "]" }
    #expect(try items(mapping: "\"m\"", beside: one, of: objects(depth)) == objects(depth))
    let found = try mapped(Self.params("\"m\"", beside: one), objects(depth + 1))
    #expect("[\(String(decoding: found.bytes, as: UTF8.self))]" == objects(depth))
    #expect(found.issues.map(\.kind) == [.tooDeep])
    #expect(
      found.issues.first?.path == Array(repeating: "k", count: depth + 1).joined(separator: "."))

    let lists = "[" + Self.nested(250, #"{"k":["#, "{}", "]}") + "]"
    let many = #"{"m": {"relationships": {"k": {"mapping": "m", "many": true}}}}"#
    #expect(try items(mapping: "\"m\"", beside: many, of: lists) == lists)
  }

  @Test func chainsOfHandedOnItemsEnd() throws {
    // Each level of the data goes through mappings too large to become parts of a frame.
    let fillers = Self.list(300) { "\"f\($0)\": \"f\($0)\"" }
    let mapping = { (source: String, target: String) in
      """
      {"attributes": {\(fillers)},
      "relationships": {"\(source)": {"to": "s", "mapping": "\(target)"}}}
      """
    }
    let chain = Self.list(9) { "\"c\($0)\": " + mapping("@self", "c\($0 + 1)") }
    let mappings = "{\(chain), \"c9\": \(mapping("k", "c0"))}"
    let found = try mapped(
      Self.params("\"c0\"", beside: mappings), "[\(Self.nested(100, #"{"k":"#, "{}", "}"))]")
    #expect(found.issues.map(\.kind) == [.tooDeep])
    #expect(found.issues.first?.expected == "object" && found.items.count == 1)
    #expect(try JSONDocument(found.bytes, depthMax: 2_000).root.kind == .object)
  }

  /// Mappings too large to become parts of a frame, at each place where they can be.
  static let large = CaseLine.all(
    "Cases/large-mappings.jsonl", ["id", "relationships", "list", "expected"])

  @Test(arguments: large)
  func largeMappingsReadTheSame(_ row: CaseLine) throws {
    let fillers = Self.list(300) { "\"f\($0)\": \"f\($0)\"" }
    let cases = Self.repeated(Self.emptyCase.replacing("\"a\"", with: "\"none\""), 300)
    let mappings = #"""
      {"large": {"attributes": {"@parent.k": "up", "k": "own", "@key": "key", \#(fillers)}},
      "filled": {"attributes": {\#(fillers)}, "relationships": {"@self": {"to": "s",
      "mapping": {"when": [\#(cases)], "otherwise": "large"}}}},
      "declining": {"when": [\#(cases)]}}
      """#
    let mapping = #"{"relationships": \#(try #require(row.json("relationships")))}"#
    let list = try #require(row.json("list"))
    #expect(try items(mapping: mapping, beside: mappings, of: list) == row.json("expected"))
  }

  @Test func largeMappingsDeclineItemsOfThePage() throws {
    let cases = Self.repeated(#"{"keyPath": "none", "exists": true, "mapping": null}"#, 300)
    let found = try mapped(
      Self.params(#"{"when": [], "otherwise": {"when": [\#(cases)]}}"#), #"[{"k":1},{"k":2}]"#)
    #expect(found.items.isEmpty && found.bytes.isEmpty && found.sources.isEmpty)
  }

  @Test func growingMappingsStayBounded() throws {
    // Each mapping holds the next one twice: written out, 2^60 objects.
    let doubling = Self.list(60) { number in
      let next = "\"m\(number + 1)\""
      return """
        "m\(number)": {"relationships": {"a": {"mapping": \(next)}, "b": {"mapping": \(next)}}}
        """
    }
    let mappings = #"{\#(doubling), "m60": {"attributes": ["x"]}}"#
    let wide = #"[{"a":{"b":{"a":{}}},"b":{}}]"#
    #expect(try items(mapping: "\"m0\"", beside: mappings, of: wide) == wide)
    let deep = "[" + Self.nested(60, #"{"a":"#, #"{"x":1}"#, "}") + "]"
    #expect(try items(mapping: "\"m0\"", beside: mappings, of: deep) == deep)
  }

  @Test func outputIsBounded() throws {
    // The same item twice on each of 30 levels: 2^30 objects of one small item.
    let doubling = Self.list(30) { number in
      let next = "\"m\(number + 1)\""
      return """
        "m\(number)": {"relationships": {"@self": {"to": "a", "mapping": \(next)},
        "": {"to": "b", "mapping": \(next)}}}
        """
    }
    let mapping = try mapping(
      Self.params("\"m0\"", beside: #"{\#(doubling), "m30": {"attributes": ["x"]}}"#))
    let scan = try scan(mapping, #"[{"x":1}]"#)
    #expect(throws: MappingError.outputTooLarge(maximum: 100_000)) {
      try mapping.map(
        scan, lists: selectedLists(mapping), context: Exchange().context,
        mappedBytesMax: 100_000)
    }
  }

  @Test func outputMayHaveExactlyTheMaximum() throws {
    let mapping = try mapping(
      #"""
      {"responseDescriptors": [{"keyPath": "b"},
      {"keyPath": "a", "mapping": {"attributes": {"v": {"to": "v", "type": "array"}}}}]}
      """#)
    let long = String(repeating: "x", count: 5000)
    let scan = try scan(mapping, #"{"a":[{"v":1},{"v":"\#(long)"}],"b":[true,"y"]}"#)
    let lists = try selectedLists(mapping)
    let map = { (maximum: Int) throws(MappingError) in
      try mapping.map(
        scan, lists: lists, context: Exchange().context, mappedBytesMax: maximum)
    }
    let whole = try map(MappingLimits.mappedBytesMax)
    let size = whole.bytes.count
    for maximum in [size, size + 1] {
      let found = try map(maximum)
      #expect(found.bytes == whole.bytes && found.items == whole.items)
    }
    for maximum in Array(0..<40) + Array((size - 40)..<size) {
      #expect(throws: MappingError.outputTooLarge(maximum: maximum)) { try map(maximum) }
    }
  }

  @Test func lookingAtRelatedItemsIsBounded() throws {
    // Every item looks at the whole list once more, and writes nothing of it.
    let mapping = try mapping(
      #"""
      {"responseDescriptors": [{"keyPath": "a", "mapping": {"relationships":
      {"@root.a": {"to": "all", "many": true, "mapping": {"when": []}}}}}]}
      """#)
    let count = 50
    let scan = try scan(mapping, "{\"a\":[\(Self.list(count) { "\($0 + 100)" })]}")
    let lists = try selectedLists(mapping)
    let map = { (maximum: Int) throws(MappingError) in
      try mapping.map(scan, lists: lists, context: Exchange().context, stepsMax: maximum)
    }
    // Each item has a frame and four steps, and looks at the list, whose elements are declined.
    let element = MappingLimits.frameSteps + 2
    let work = count * (MappingLimits.frameSteps + 4 + count * 4 + 1 + count * element)
    #expect(try map(work).items.count == count)
    #expect(throws: MappingError.tooManySteps(maximum: work - 1)) { try map(work - 1) }
  }

  struct Maximum: CustomTestStringConvertible {
    let id: String
    let maximum: Int
    /// Where one more is refused.
    let path: String
    /// Params with that many.
    let params: @Sendable (Int) -> String
    var testDescription: String { id }
  }

  private static let emptyCase = #"{"keyPath": "a", "exists": true, "mapping": null}"#
  private static let inlineCase =
    #"{"keyPath": "a", "exists": true, "mapping": {"attributes": []}}"#

  // swift-format-ignore
  static let maxima: [Maximum] = [
    Maximum(
      id: "descriptors", maximum: MappingLimits.descriptorsMax, path: "responseDescriptors"
    ) { "{\"responseDescriptors\": [\(list($0) { "{\"keyPath\": \"a\($0)\"}" })]}" },
    Maximum(id: "mappings", maximum: MappingLimits.mappingsMax, path: "mappings.m1000") {
      "{\"mappings\": {\(list($0) { "\"m\($0)\": {\"attributes\": []}" })}}"
    },
    Maximum(
      id: "inlineMappings", maximum: MappingLimits.mappingsMax - 1,
      path: "mappings.m.when.999.mapping"
    ) { "{\"mappings\": {\"m\": {\"when\": [\(repeated(inlineCase, $0))]}}}" },
    Maximum(
      id: "attributes", maximum: MappingLimits.membersMax, path: "mappings.m.attributes"
    ) { "{\"mappings\": {\"m\": {\"attributes\": [\(list($0) { "\"a\($0)\"" })]}}}" },
    Maximum(
      id: "members", maximum: MappingLimits.membersMax - 1, path: "mappings.m.relationships"
    ) { count in
      #"""
      {"mappings": {"m": {"attributes": [\#(list(count) { "\"a\($0)\"" })],
      "relationships": {"r": {"mapping": "m"}}}}}
      """#
    },
    Maximum(id: "cases", maximum: MappingLimits.choicesMax, path: "mappings.m.when") {
      "{\"mappings\": {\"m\": {\"when\": [\(repeated(emptyCase, $0))]}}}"
    },
    Maximum(
      id: "choices", maximum: MappingLimits.choicesMax, path: "mappings.m.when.0.in"
    ) { count in
      #"""
      {"mappings": {"m": {"when": [{"keyPath": "a", "in": [\#(repeated("1", count))],
      "mapping": null}]}}}
      """#
    },
    Maximum(
      id: "nesting", maximum: MappingLimits.nestingMax,
      path: "mappings.m" + String(repeating: ".otherwise", count: MappingLimits.nestingMax)
    ) { count in
      let inner = #"{"attributes": []}"#
      let mapping = nested(count - 1, #"{"when": [], "otherwise": "#, inner, "}")
      return "{\"mappings\": {\"m\": \(mapping)}}"
    },
    Maximum(
      id: "keyPath", maximum: JSONPath.textBytesMax, path: "mappings.m.attributes.0"
    ) { count in
      let key = String(repeating: "k", count: count)
      return "{\"mappings\": {\"m\": {\"attributes\": [\"\(key)\"]}}}"
    },
  ]

  @Test(arguments: maxima)
  func maximaAreAcceptedAndOneMoreIsRefused(_ test: Maximum) throws {
    #expect(try openError(test.params(test.maximum)) == nil)
    #expect(try openError(test.params(test.maximum + 1))?.path == test.path)
  }

  @Test func mappingsThatAreTooLargeTogetherAreRefused() throws {
    let names = Self.list(1000) { "\"a\($0)\"" }
    let relationships = Self.list(220) { "\"r\($0)\": {\"mapping\": \"m\($0)\", \"many\": true}" }
    let mappings = Self.list(220) { "\"m\($0)\": {\"attributes\": [\(names)]}" }
    let steps = try openError(
      Self.params("{\"relationships\": {\(relationships)}}", beside: "{\(mappings)}"))
    #expect(steps?.path.hasPrefix("mappings.m") == true)
    let text = String(repeating: "x", count: MappingLimits.literalBytesMax)
    let literals = try openError(
      Self.params(#"{"attributes": {"a": {"default": "\#(text)"}}}"#))
    #expect(literals?.path == "responseDescriptors.0.mapping")
  }
}
