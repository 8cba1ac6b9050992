import JSON
import Store
import Testing

@testable import Commands

/// Columns of items that have thousands of keys.
struct ColumnTreeTests {
  /// With a search through all others for each key this would not end.
  @Test func keysWithoutAColumnAreOmitted() throws {
    let members = (0..<200_000).map { "\"k\($0)\":1" }.joined(separator: ",")
    let document = try JSONDocument(Array("{\(members)}".utf8))
    let names = ColumnTree.names(of: [(document, document.root)])
    #expect(names == (0..<ColumnTree.columnsMax).map { "k\($0)" })
    var rows = ItemRows(columns: names)
    rows.withCells(of: document.root, in: document) { #expect($1.count == names.count) }
    #expect(rows.leftOut.count == ItemRows.leftOutMax && rows.leftOut.first == "k4096")
    #expect(rows.places == ColumnTree.columnsMax)
    let sentence = LeftOut.sentence(["a", "b"], beyond: ColumnTree.columnsMax)
    #expect(
      sentence
        == "2 columns were beyond the 4096 that a table has, or not on the first page, and omitted: a, b"
    )
  }
}
