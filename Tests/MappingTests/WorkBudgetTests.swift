import JSON
import Synchronization
import Testing

@testable import Mapping

/// Mappings and pages that cost much time or memory, and end all the same.
@Suite struct WorkBudgetTests {
  /// Something that takes much work and writes little.
  struct Labour: CustomTestStringConvertible {
    let id: String
    let mapping: String
    let item: String
    var testDescription: String { id }
  }

  private static func repeated(_ text: String, _ count: Int) -> String {
    Array(repeating: text, count: count).joined(separator: ",")
  }

  private static func when(_ test: String) -> String {
    #"{"when": [{"keyPath": "t", \#(test), "mapping": null}]}"#
  }

  static let labours = [
    Labour(
      id: "matches", mapping: when(#""matches": "(a?){300}b""#),
      item: #"{"t":"\#(String(repeating: "a", count: 400))"}"#),
    Labour(
      id: "matchesIgnoringCase", mapping: when(#""matches": "(?i)([é-ñ]?){20}b""#),
      item: #"{"t":"\#(String(repeating: "É", count: 400))"}"#),
    Labour(
      id: "in", mapping: when(#""in": [\#(repeated(#"["x"]"#, 900))]"#),
      item: #"{"t":["\#(String(repeating: "y", count: 100))"]}"#),
    Labour(
      id: "positionsInLists", mapping: #"{"attributes": [\#(positions)]}"#,
      item: #"{"t":[\#(repeated("1", 6_000))]}"#),
    Labour(id: "itselfTwiceAndAgain", mapping: #""m0""#, item: "{}"),
  ]

  private static let positions =
    (0..<100).map { #""t.\#(7_000 + $0)""# }.joined(separator: ",")

  /// Each hands the same item on twice, ten times, and what that leads to is declined.
  private static let doubling = (0..<10).map { number in
    let next = number == 9 ? #"{"when": []}"# : "\"m\(number + 1)\""
    return """
      "m\(number)": {"relationships": {"@self": {"to": "a", "mapping": \(next)},
      "": {"to": "b", "mapping": \(next)}}}
      """
  }.joined(separator: ",")

  private static func params(_ mapping: String, beside mappings: String = "") -> String {
    #"{"responseDescriptors": [{"mapping": \#(mapping)}], "mappings": {\#(mappings)}}"#
  }

  @Test(arguments: labours)
  func workIsCountedAndBounded(_ labour: Labour) throws {
    let mapping = try mapping(Self.params(labour.mapping, beside: Self.doubling))
    let scan = try scan(mapping, "[\(labour.item)]")
    let lists = try selectedLists(mapping)
    let isEnough = { (maximum: Int) in
      do throws(MappingError) {
        _ = try mapping.map(
          scan, lists: lists, context: Exchange().context, stepsMax: maximum)
        return true
      } catch {
        #expect(error == .tooManySteps(maximum: maximum))
        return false
      }
    }
    var (few, many) = (0, MappingLimits.promptStepsMax)
    try #require(isEnough(many))
    while many - few > 1 {
      let middle = (few + many) / 2
      if isEnough(middle) { many = middle } else { few = middle }
    }
    #expect(many > 50 * labour.item.utf8.count && many > 50_000)
    #expect(isEnough(many) && !isEnough(many - 1))
  }

  @Test func cancelledWorkEnds() throws {
    let mapping = try mapping(Self.params(Self.when(#""matches": "(a?){600}b""#)))
    // More than anybody can wait for.
    let text = String(repeating: "a", count: 4_000_000)
    let scan = try scan(mapping, #"[{"t":"\#(text)"}]"#)
    let looks = Mutex(0)
    #expect(throws: MappingError.cancelled) {
      try mapping.map(
        scan, lists: selectedLists(mapping), context: Exchange().context,
        isCancelled: {
          looks.withLock {
            $0 += 1
            return $0 > 3
          }
        })
    }
  }

  @Test func relatedListsTakeBoundedMemory() throws {
    let relationships = #""relationships": {"c": {"mapping": "m", "many": true}}"#
    let mapping = try mapping(
      Self.params(
        "{\(relationships)}", beside: #""m": {"attributes": ["x"], \#(relationships)}"#))
    let scan = try scan(mapping, #"[{"c":[{},{},{"c":[{},{}]}]}]"#)
    let lists = try selectedLists(mapping)
    let map = { (maximum: Int) throws(MappingError) in
      try mapping.map(scan, lists: lists, context: Exchange().context, listValuesMax: maximum)
    }
    // Three elements and inside of them two, each with two values.
    #expect(try map(5 * 3).items.count == 1)
    #expect(throws: MappingError.tooManyValues(maximum: 14)) { try map(14) }
    #expect(throws: MappingError.tooManyValues(maximum: 8)) { try map(8) }
  }

  @Test(arguments: [(100, 10), (1_000, 4), (1_000, 40)])
  func graphsAreNotWrittenOut(_ count: Int, _ branches: Int) throws {
    let mappings = (0..<count).map { number in
      let relationships = (0..<branches).map { branch in
        let target = (number * branches + branch * 7 + 1) % count
        return "\"r\(branch)\": {\"mapping\": \"m\(target)\"}"
      }
      return "\"m\(number)\": {\"relationships\": {\(relationships.joined(separator: ","))}}"
    }
    let text = Self.params("\"m0\"", beside: mappings.joined(separator: ","))
    let mapping = try mapping(text)
    #expect(mapping.memoryBytes < 16_000_000 + 20 * text.utf8.count)
    let depth = 30
    let body =
      "[" + String(repeating: #"{"r3":"#, count: depth) + "{}"
      + String(repeating: "}", count: depth) + "]"
    let mapped = try mapping.map(
      scan(mapping, body), lists: selectedLists(mapping), context: Exchange().context)
    #expect("[\(String(decoding: mapped.bytes, as: UTF8.self))]" == body)
  }

  @Test func whatChoicesAndPathsTakeIsBoundedToo() throws {
    // A choice of 1,000 entries that is compiled once more for each destination of keys.
    let entry = #"{"keyPath": "a.b.c.d.e.f.g.h", "exists": true, "mapping": null}"#
    let choice = #""large": {"when": [\#(Self.repeated(entry, 1_000))]}"#
    let refused = { (count: Int) in
      let keyed = (0..<count).map { number in
        #""k\#(number)": {"keyedBy": "n\#(number)", "when": [], "otherwise": "large"}"#
      }
      let relationships = (0..<count).map { "\"r\($0)\": {\"mapping\": \"k\($0)\"}" }
      return try openError(
        Self.params(
          "{\"relationships\": {\(relationships.joined(separator: ","))}}",
          beside: ([choice] + keyed).joined(separator: ",")))
    }
    // Each takes a little over nine for each entry.
    #expect(try refused(66) == nil)
    #expect(try refused(68)?.path == "mappings.large")
  }
}
