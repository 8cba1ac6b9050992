import JSON
import Mapping
import TestSupport
import Testing

/// What mappings make of items.
@Suite struct MappingRunTests {
  static let cases = CaseLine.all(
    "Cases/items.jsonl", ["id", "mapping", "mappings", "list", "expected"])

  /// `list`: as it is written, or the text of one with line breaks.
  @Test(arguments: cases)
  func itemsAreMapped(_ row: CaseLine) throws {
    let list = try #require(row["list"] ?? row.json("list"))
    let items = try items(
      mapping: try #require(row.json("mapping")), beside: row.json("mappings") ?? "{}", of: list)
    #expect(items == row.json("expected"))
  }
}
