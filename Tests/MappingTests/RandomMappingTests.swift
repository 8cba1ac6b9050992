import Foundation
import JSON
import Mapping
import TestSupport
import Testing

/// Random mappings over random bodies, beside the slow mapper.
@Suite struct RandomMappingTests {
  static let rounds = 2_500

  @Test func mapsAsTheSlowMapperDoes() throws {
    var random = SeededGenerator("random mappings")
    var mappedCount = 0
    for round in 0..<Self.rounds {
      var makers = RandomMappings(random: random)
      let params = makers.params()
      let body = makers.body()
      random = makers.random
      var fields = JSONFields(params)
      guard let mapping = try? ResponseMapping(&fields) else { continue }
      mappedCount += 1
      let exchange = Exchange()
      let scan = try scan(mapping, body)
      let found = try mapping.map(
        scan, lists: selectedLists(mapping, exchange), context: exchange.context)
      var reference = ReferenceMapper(
        mappings: params["mappings"]?.objectValue ?? [:],
        root: scan.document.value(scan.document.root), exchange: exchange)
      let expected = try reference.items(keyPath: "items", mapping: "m0")
      let message: Comment = "round \(round): \(JSONValue.object(params).text) of \(body)"
      let bytes = Array("[".utf8) + found.bytes + Array("]".utf8)
      let document = try JSONDocument(bytes)
      #expect(document.value(document.root).text == JSONValue.array(expected).text, message)
      #expect(found.items.count == expected.count, message)
      for (range, item) in zip(found.items, expected) {
        let part = try JSONDocument(found.bytes, in: range)
        #expect(part.value(part.root).text == item.text, message)
      }
      #expect(found.issues.count + found.issuesOmitted == reference.issues.count, message)
      if found.issuesOmitted == 0 {
        #expect(sorted(found.issues) == sorted(reference.issues), message)
      }
      #expect(found.isFailure == reference.isFailure, message)
      #expect(found.sources.count == found.items.count, message)
    }
    #expect(mappedCount > Self.rounds / 2)
  }

  /// The issues of an item come in the order in which its members are written.
  private func sorted(_ issues: [MappingIssue]) -> [String] {
    issues.map { $0.json.text }.sorted()
  }
}

/// Makes mappings that name each other, and bodies with the keys that they read.
private struct RandomMappings {
  var random: SeededGenerator
  private static let mappingCount = 4
  private static let keys = ["a", "b", "c", "name"]

  init(random: SeededGenerator) {
    self.random = random
  }

  mutating func params() -> JSONObject {
    var mappings = JSONObject()
    for number in 0..<Self.mappingCount { mappings["m\(number)"] = .object(mapping(number)) }
    return [
      "responseDescriptors": [["keyPath": "items", "mapping": "m0", "pathPattern": "/:kind"]],
      "mappings": .object(mappings),
    ]
  }

  private mutating func chance(_ percent: Int) -> Bool { random.chance(percent) }

  private mutating func pick<Value>(_ values: [Value]) -> Value { random.pick(values) }

  private mutating func mapping(_ number: Int) -> JSONObject {
    var mapping = JSONObject()
    if chance(25) { mapping["missing"] = .string(pick(["omit", "null", "default"])) }
    if chance(15) { mapping["strict"] = true }
    if chance(15) { mapping["keyedBy"] = .string(pick(["key", "g0.key"])) }
    if number < Self.mappingCount - 1, chance(20) {
      mapping["when"] = .array((0..<2).map { _ in when(number) })
      if chance(70) { mapping["otherwise"] = target(above: number) }
      return mapping
    }
    if chance(20) {
      mapping["attributes"] = .array(
        Self.keys.shuffled(using: &random).prefix(2).map { .string($0) })
    } else {
      var attributes = JSONObject()
      for index in 0..<Int.random(in: 0...5, using: &random) {
        attributes[source()] = attribute(index)
      }
      if chance(3) {
        // Too large to become a part of its holder's frame.
        for filler in 0..<300 { attributes["f\(filler)"] = .string("f\(filler)") }
      }
      mapping["attributes"] = .object(attributes)
    }
    var relationships = JSONObject()
    for index in 0..<Int.random(in: 0...2, using: &random) {
      relationships[relationshipSource()] = [
        "to": .string(destination("r\(index)")),
        "mapping": chance(60) ? target(above: number) : .string("m\(number)"),
        "many": .boolean(chance(40)),
      ]
    }
    mapping["relationships"] = .object(relationships)
    return mapping
  }

  /// A mapping behind this one, or the last one.
  private mutating func target(above number: Int) -> JSONValue {
    let low = min(number + 1, Self.mappingCount - 1)
    return .string("m\(Int.random(in: low..<Self.mappingCount, using: &random))")
  }

  private mutating func when(_ number: Int) -> JSONValue {
    var entry: JSONObject = ["keyPath": .string(source())]
    switch Int.random(in: 0..<5, using: &random) {
    case 0: entry["equals"] = scalarValue()
    case 1: entry["in"] = [scalarValue(), scalarValue()]
    case 2: entry["exists"] = .boolean(chance(50))
    case 3: entry["type"] = .string(pick(["object", "array", "string", "number", "null"]))
    default: entry["matches"] = .string(pick(["^t", "^ye", "^7"]))
    }
    entry["mapping"] = chance(30) ? .null : target(above: number)
    return .object(entry)
  }

  private mutating func path() -> String {
    let depth = pick([1, 1, 1, 2, 2, 3])
    return (0..<depth).map { _ in chance(8) ? pick(["0", "-1", "1"]) : pick(Self.keys) }
      .joined(separator: ".")
  }

  private mutating func source() -> String {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: "@self"
    case 1, 2: "@parent." + path()
    case 3: "@root." + path()
    case 4: pick(["@key", "@parent", "@root.items.0.a", "@self.a", "@root.meta"])
    case 5:
      pick([
        "@metadata.collectionIndex", "@metadata.page", "@metadata.response.status",
        "@metadata.response.headers.Content-Type", "@metadata.response.headers.None",
        "@metadata.request.url", "@metadata.path.kind", "@metadata.path.none",
      ])
    default: path()
    }
  }

  private mutating func relationshipSource() -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: "@self"
    case 1: "@parent." + path()
    case 2: "@root.meta"
    default: path()
    }
  }

  private mutating func destination(_ name: String) -> String {
    chance(30) ? pick(["g0.", "g1.", "g0.h."]) + name : name
  }

  private mutating func attribute(_ index: Int) -> JSONValue {
    if chance(50) { return .string(destination("x\(index)")) }
    var attribute: JSONObject = ["to": .string(destination("x\(index)"))]
    if chance(80) {
      attribute["type"] = .string(
        pick([
          "string", "integer", "number", "boolean", "array", "object", "any", "date", "url",
        ]))
      if attribute["type"] == "date", chance(40) {
        attribute["format"] = .string(pick(ReferenceMapper.dates.compactMap(\.format)))
      }
    }
    if chance(25) { attribute["default"] = pick([.null, "", 5, [1, ["z": 1.5]]]) }
    return .object(attribute)
  }

  private mutating func scalarValue() -> JSONValue {
    pick([.null, true, false, 7, "7", "yes", "true", "x\u{E9}", ""])
  }

  // MARK: Bodies

  private static let texts = JSONText(
    keys: keys + ["other", "0", "-1"],
    scalars: [
      "null", "true", "false", "0", "7", "1.0", "3e2", "2.5", "-12", "-0.5", "\"7\"", "\"007\"",
      "\"yes\"", "\"tr\\u0075e\"", "\"2.50\"", "\"\"", "\"x\\u00e9\"", "\"N\"", "\"1e1\"",
      "\"/a\"", "\"http:\\/\\/h\\/b\"",
    ] + ReferenceMapper.dates.map { "\"\($0.text)\"" })

  mutating func body() -> String {
    let texts = Self.texts
    let item = { (random: inout SeededGenerator) in
      random.chance(80) ? texts.object(&random, depth: 3) : texts.value(&random, depth: 2)
    }
    let items = chance(85) ? "[" + random.join(4, ",", item) + "]" : item(&random)
    let meta =
      #""meta":\#(texts.value(&random, depth: 2)),"a":\#(texts.value(&random, depth: 1))"#
    return chance(50) ? "{\"items\": \(items),\(meta)}" : "{\(meta),\"items\":\(items)\n}"
  }
}
