import Testing

@testable import JSON

/// A text that comes in pieces says the same as one that is there at once.
struct JSONWindowTests {
  static let text = #" {"a": [1, "é\n", {"b": [true]}, 12345], "c": {"d": null}, "e": [], "f": 7} "#

  /// Every member and element below the root, as `path text`.
  static func outline(_ bytes: [UInt8], piece: Int) throws -> [String] {
    var rest = bytes[...]
    var window = JSONWindow {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(piece) }
      return Array(rest.prefix(piece))
    }
    var lines: [String] = []
    guard window.openObject() else { return ["no object"] }
    while let key = try window.nextKey() {
      guard window.openArray() else {
        let value = try window.value()
        lines.append("\(key) \(value.text(value.root))")
        continue
      }
      while try window.nextElement() {
        let value = try window.value()
        lines.append("\(key)[] \(value.text(value.root))")
      }
    }
    try window.finish()
    return lines
  }

  @Test(arguments: [1, 2, 3, 5, 7, 16, 1_000])
  func everyPieceSizeGivesTheSame(piece: Int) throws {
    #expect(
      try Self.outline(Array(Self.text.utf8), piece: piece) == [
        "a[] 1", #"a[] "é\n""#, #"a[] {"b": [true]}"#, "a[] 12345", #"c {"d": null}"#, "f 7",
      ])
  }

  @Test(arguments: [1, 4, 1_000])
  func everyCutIsAnErrorAtItsEnd(piece: Int) throws {
    let whole = Array(Self.text.utf8)
    for count in 2..<(whole.count - 1) {
      let cut = Array(whole[..<count])
      #expect(throws: JSONSyntaxError(.unexpectedEnd, count), "cut at \(count)") {
        _ = try Self.outline(cut, piece: piece)
      }
    }
  }

  static let wrong: [(text: String, offset: Int)] = [
    (#"{"a" 1}"#, 5), (#"{"a": 1 "b": 2}"#, 8), (#"{a: 1}"#, 1), (#"{"a": [1 2]}"#, 9),
    (#"{"a": 1} x"#, 9), (#"{"a": 01}"#, 7),
  ]

  @Test(arguments: wrong)
  func wrongByteIsFoundWhereItStands(text: String, offset: Int) {
    #expect {
      _ = try Self.outline(Array(text.utf8), piece: 2)
    } throws: { error in
      (error as? JSONSyntaxError)?.offset == offset
    }
  }

  @Test func aPlanPicksOutOfEachValue() throws {
    var plan = JSONPlan()
    _ = plan.capture(try JSONPath("b.c"))
    _ = plan.capture(try JSONPath("a"))
    var pieces = [Array(#"[{"a": 1, "b": {"#.utf8), Array(#""c": "x"}}, {"a": 2}]"#.utf8)]
    var window = JSONWindow { pieces.isEmpty ? nil : pieces.removeFirst() }
    let isArray = window.openArray()
    #expect(isArray)
    var found: [[String]] = []
    while try window.nextElement() {
      let (document, slots) = try window.value(plan)
      found.append(slots.map { document.text($0) })
    }
    #expect(found == [[#""x""#, "1"], ["", "2"]])
  }
}
