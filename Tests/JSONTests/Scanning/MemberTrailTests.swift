import TestSupport
import Testing

@testable import JSON

/// Lists whose elements have nearly the same members, read with a plan: what has been learned of one
/// element must change nothing of what is found in the next.
@Suite struct MemberTrailTests {
  private static let paths = ["id", "name", "author.id", "a_rather_long_name_of_a_member"]
    .compactMap { try? JSONPath($0) }

  private static func scan(
    _ text: [UInt8], _ paths: [JSONPath]
  ) throws(JSONSyntaxError) -> JSONScan {
    var plan = JSONPlan()
    _ = plan.captureList(.root, elementPaths: paths)
    return try JSONDocument.scan(text, plan: plan)
  }

  /// Expects of a text what a pass without a plan says, be something of its elements wanted or not.
  private static func check(_ text: String) {
    check(text, paths)
    check(text, [])
  }

  private static func check(_ text: String, _ paths: [JSONPath]) {
    let bytes = Array(text.utf8)
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(bytes)
      let list = try scan(bytes, paths).lists[0]
      let elements = document.elements(of: document.root)
      #expect(list.elements == elements, "\(text)")
      let wanted = elements.flatMap { element in
        paths.map { document.resolve($0, from: element) ?? .absent }
      }
      #expect(list.elementSlots == wanted, "\(text)")
    } catch {
      #expect(throws: error, "\(text)") { () throws(JSONSyntaxError) in try scan(bytes, paths) }
    }
  }

  @Test(arguments: [
    #"[{"id":1,"name":"a"},{"id":2,"name":"b"},{"name":"c","id":3}]"#,
    // blanks where the element before had none
    #"[{"id":1,"name":"a"},{"id": 2 ,"name" :"b"},{ "id":3, "name":"c"}]"#,
    // what begins an element does not go on in one, nor the other way about
    #"[{"id":1},{"name":1,"id":2},{"name":1{"id":2}]                    "#,
    #"[{"id":1,"name":2},{"id":1,"name":2,"id":3},{,"name":2}]          "#,
    #"[{"id":1,"name":2},{"id":1"name":2}]                              "#,
    // objects in objects, and members that repeat
    #"[{"author":{"id":1},"id":2},{"author":{"id":1,"id":3},"id":2,"author":4}]"#,
    #"[{"id":{"id":1}},{"id":{"id":1},"author":{"id":2}},{"author":{"author":{"id":3}}}]"#,
    // keys that only begin alike
    #"[{"a_rather_long_name_of_a_member":1},{"a_rather_long_name_of_a_mumber":1}]"#,
    #"[{"a_rather_long_name_of_a_member":1},{"a_rather_long_name_of_a_member_":1}]"#,
    // what is inside of members that are not wanted: other members, other ends, lists that are empty,
    // longer or shorter, and blanks
    #"[{"x":{"y":[1,2],"z":"a"},"id":1},{"x":{"y":[1],"z":"b"},"id":2},{"x":{"z":"c"},"id":3}]"#,
    #"[{"x":[1,2],"id":1},{"x":[],"id":2},{"x":[ ],"id":3},{"x":[1,2,3],"id":4},{"x":[1,2],"id":5}]"#,
    #"[{"x":[[1],{"y":2}]},{"x":[[1],{"y":3}]},{"x":[[],{"y":3}],"id":1},{"x":[[1],{}],"id":2}]"#,
    #"[{"x":{"y":{"id":1}},"id":2},{"x":{"y":{"id":3}}},{"x":{"y":{"id":4},"id":5}}]          "#,
    #"[{"x":{"y":"a"},"id":1},{"x":{"y":"\u00e9"},"id":2},{"x":{"y":"é"},"id":3},{"x":{"y":1e2}}]"#,
    #"[{"x":{"y":[1]},"id":1},{"x":{"y":[1,]},"id":1}]"#, #"[{"x":[1],"id":1},{"x":[1}]]"#,
    #"[{"x":{"y":1},"id":1},{"x":{"y":1],"id":1}]"#, #"[{"x":{"y":1}},{"x":{"y":01}}]        "#,
    // escapes
    #"[{"\u0069d":1},{"\u0069d":2},{"\u0069e":3},{"id":4}]"#,
    // no more text than what is known
    #"[{"id":1},{"id":"#, #"[{"id":1},{"id":2"#, #"[{},{"id":1},{},{"id":1}]"#, "[]", "[{}]",
  ]) func elementsAreReadAsIfEachWereTheFirst(text: String) {
    Self.check(text)
  }

  /// More different members than are remembered.
  @Test func manyMembersAreReadAsFew() {
    let elements = (0..<40).map { element in
      let members = (0..<30).map { #""key\#(element * 20 + $0)":\#($0)"# }
      return #"{"id":\#(element),\#(members.joined(separator: ",")),"name":"n"}"#
    }
    Self.check("[\(elements.joined(separator: ","))]")
  }

  @Test(arguments: 0..<300) func randomElementsAreReadAsIfEachWereTheFirst(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let keys = ["id", "name", "author", "x", "a_rather_long_name_of_a_member", "nam", "names"]
    func blank() -> String { Int.random(in: 0..<12, using: &random) == 0 ? " " : "" }
    func value(_ depth: Int) -> String {
      switch Int.random(in: 0..<7, using: &random) {
      case 0 where depth < 3: object(depth + 1)
      case 1: #""text \#(seed)""#
      case 2: "[1,[{}],null]"
      case 3 where depth < 3:
        "[\((0..<Int.random(in: 0..<3, using: &random)).map { _ in value(depth + 1) }.joined(separator: ","))]"
      default: "\(Int.random(in: 0..<2_000, using: &random))"
      }
    }
    func object(_ depth: Int) -> String {
      var members = keys.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
      if Int.random(in: 0..<6, using: &random) == 0 { members.shuffle(using: &random) }
      let texts = members.map { key in
        "\(blank())\"\(key)\"\(blank()):\(blank())\(value(depth))\(blank())"
      }
      return "{\(texts.joined(separator: ","))}"
    }
    var bytes = Array("[\((0..<8).map { _ in object(0) }.joined(separator: ","))]".utf8)
    Self.check(String(decoding: bytes, as: UTF8.self))
    for _ in 0..<20 {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let kept = bytes[place]
      bytes[place] = Array(#"{}[]",: 1a"#.utf8).randomElement(using: &random) ?? kept
      Self.check(String(decoding: bytes, as: UTF8.self))
      bytes[place] = kept
    }
  }
}
