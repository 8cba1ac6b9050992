import JSON
import Mapping
import TestSupport
import Testing

/// Everything is checked at open, circles of mappings that no data ends as well, and each error says
/// where.
@Suite struct DefinitionReaderTests {
  static let mistakes = CaseLine.all(
    "Cases/mistakes.jsonl", ["params", "path", "isMissing", "nearest"])

  /// Without a path nothing is wrong.
  @Test(arguments: mistakes)
  func mistakesAreRefusedWithTheirPath(_ row: CaseLine) throws {
    let error = try openError(row.id)
    #expect(error?.path ?? "" == row["path"])
    if row.json("isMissing") == "true" { #expect(error?.problem == .missing) }
    if let nearest = row["nearest"] { #expect(error?.problem == .unknown(nearest: nearest)) }
  }
}
