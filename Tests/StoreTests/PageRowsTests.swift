import JSON
import Testing

@testable import Store

/// The rows of a page that are held a piece at a time.
struct PageRowsTests {
  private let page: StoreRun.Page

  /// Columns that come late, change their type or have no room, and texts that are made.
  init() throws {
    let items = (0..<40).map { index in
      switch index {
      case 0..<10: "{\"id\":\(index),\"a\":1,\"none\":null}"
      case 10..<20: "{\"id\":\(index),\"a\":\"\\u00e9\",\"\":\(index)}"
      case 20..<30: "{\"late\":[\(index)],\"id\":\(index),\"\":\(index)}"
      default: "{\"id\":\"\(index)\"}"
      }
    }
    page = try .json("[\(items.joined(separator: ","))]")
  }

  private func rows(heldMax: Int, page: StoreRun.Page? = nil) throws -> PageRows {
    let target = StoreTarget(
      path: "x", table: "items", identity: [try JSONPath("id")], isRaw: false)
    return try PageRows(
      page ?? self.page, layout: TableLayout(new: target), firstItem: 0, heldMax: heldMax)
  }

  /// The values of a row with their columns; it is held.
  private func cells(_ rows: PageRows, _ row: Int) throws -> [String] {
    var cells: [String] = []
    try rows.forEachCell(ofRow: row) { column, cell in
      let value =
        switch cell.kind {
        case .null: ""
        case .integer: "\(cell.integer)"
        case .real: "\(cell.real)"
        case .text, .escaped: "\(cell.range)"
        case .made: String(decoding: rows.made[cell.index], as: UTF8.self)
        }
      cells.append("\(column) \(cell.kind) \(value)")
    }
    return cells
  }

  @Test(arguments: [1, 3, 7, 50, 119, 120])
  func piecesAreTheWhole(heldMax: Int) throws {
    let whole = try rows(heldMax: .max)
    #expect(whole.held == 0..<40)
    var pieces = try rows(heldMax: heldMax)
    #expect(pieces.types == whole.types)
    #expect(pieces.layout.columns.map(\.name) == whole.layout.columns.map(\.name))
    for row in 0..<40 {
      if !pieces.held.contains(row) || row == 0 { try pieces.hold(from: row) }
      #expect(pieces.held.contains(row))
      #expect(pieces.held.count <= heldMax)
      #expect(try cells(pieces, row) == cells(whole, row))
    }
    #expect(pieces.held.upperBound == 40)
  }

  @Test func anItemWithoutAnIdentityIsNamedInAnyPiece() throws {
    let page = try StoreRun.Page.json("[{\"id\":1},{\"id\":2},{\"id\":3},{\"x\":4}]")
    #expect(throws: StoreError.identityMissing(item: 3, path: try JSONPath("id"))) {
      try rows(heldMax: 2, page: page)
    }
  }
}
