import TestInput

/// Random params that say what becomes of items: mostly sound, and of every kind.
struct MappingText {
  private static let names = ["m0", "m1", "m2"]

  func params(_ random: inout SeededGenerator) -> String {
    let mappings = Self.names.map { "\"\($0)\":\(mapping(&random, depth: 2))" }
    let descriptors = (0...random.below(2)).map { _ in
      let keyPath = random.pick(["", "a", "b.0", "k.c"])
      return "{\"keyPath\":\"\(keyPath)\",\"mapping\":\(target(&random, depth: 1))}"
    }
    return "{\"responseDescriptors\":[\(descriptors.joined(separator: ","))],"
      + "\"mappings\":{\(mappings.joined(separator: ","))}}"
  }

  private func target(_ random: inout SeededGenerator, depth: Int) -> String {
    depth > 0 && random.chance(40)
      ? mapping(&random, depth: depth - 1) : "\"\(random.pick(Self.names))\""
  }

  private func mapping(_ random: inout SeededGenerator, depth: Int) -> String {
    var members: [String] = []
    if random.chance(20) {
      members.append("\"missing\":\"\(random.pick(["omit", "null", "default"]))\"")
    }
    if random.chance(10) { members.append("\"strict\":true") }
    if random.chance(15) { members.append("\"keyedBy\":\"key\"") }
    if random.chance(25) {
      let cases = random.join(3, ",") { random in
        "{\"keyPath\":\"\(source(&random))\",\(test(&random)),"
          + "\"mapping\":\(random.chance(30) ? "null" : target(&random, depth: depth))}"
      }
      members.append("\"when\":[\(cases)]")
      if random.chance(70) { members.append("\"otherwise\":\(target(&random, depth: depth))") }
    } else {
      var number = 0
      let attributes = random.join(4, ",") { random in
        number += 1
        let type = random.pick([
          "string", "integer", "number", "boolean", "date", "url", "array", "object", "any",
        ])
        let to = random.chance(20) ? "g.x\(number)" : "x\(number)"
        let wanted = random.chance(50) ? ",\"type\":\"\(type)\"" : ""
        let fallback = random.chance(20) ? ",\"default\":[1]" : ""
        return "\"\(source(&random))\":{\"to\":\"\(to)\"\(wanted)\(fallback)}"
      }
      members.append("\"attributes\":{\(attributes)}")
      let relationships = random.join(2, ",") { random in
        number += 1
        return "\"\(source(&random))\":{\"to\":\"r\(number)\","
          + "\"mapping\":\(target(&random, depth: depth)),\"many\":\(random.chance(50))}"
      }
      members.append("\"relationships\":{\(relationships)}")
    }
    return "{\(members.joined(separator: ","))}"
  }

  private func source(_ random: inout SeededGenerator) -> String {
    random.pick([
      "a", "b", "c", "a.b", "k", "a.0", "b.-1", "@self", "", "@key", "@parent.a", "@root.a",
      "@root.a.0",
      "@metadata.page", "@metadata.collectionIndex", "@metadata.request.url", "name.0.k",
    ])
  }

  private func test(_ random: inout SeededGenerator) -> String {
    switch random.below(5) {
    case 0: "\"exists\":\(random.chance(50))"
    case 1: "\"type\":\"\(random.pick(["string", "number", "object", "null"]))\""
    case 2: "\"in\":[7,\"x\",[1,{\"a\":2.50}],null]"
    case 3: "\"equals\":\(JSONText().scalar(&random))"
    default: "\"matches\":\"\(expression(&random))\""
    }
  }

  private func expression(_ random: inout SeededGenerator) -> String {
    random.join(6, "") { random in
      random.pick([
        "a", ".", "*", "+", "?", "{2,9}", "{0}", "(", ")", "|", "[a-z]", "[^x]", "\\\\d", "\\\\b",
        "^", "$",
        "(?i)", "é", "hello", "(a|b)",
      ])
    }
  }
}
