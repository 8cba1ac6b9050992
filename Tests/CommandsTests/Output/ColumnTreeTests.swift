import JSON
import Testing

@testable import Commands

/// Columns of items that have thousands of keys.
struct ColumnTreeTests {
  /// Each key is found without a look at all the others, which would take hours.
  @Test(.timeLimit(.minutes(2))) func keysWithoutAColumnAreOmitted() throws {
    let keys = 200_000
    let members = (0..<keys).map { "\"k\($0)\":1" }.joined(separator: ",")
    let document = try JSONDocument(Array("{\(members)}".utf8))
    let names = ColumnTree.names(of: [(document, document.root)])
    #expect(names == (0..<ColumnTree.columnsMax).map { "k\($0)" })
    var rows = ItemRows(columns: names)
    rows.withSparseCells(of: document.root, in: document) { #expect($0.count == names.count) }
    #expect(rows.leftOut.count == ItemRows.leftOutMax && rows.leftOut.first == "k4096")
  }
}
