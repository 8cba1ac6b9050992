import JSON

/// The layout's facts about each row, as flat lists, because they are looked up for each value of a
/// row.
struct RowPlan {
  /// The columns that hold the whole item.
  private(set) var wholeColumns: [Int] = []
  /// The columns of paths of the identity that are no members.
  private(set) var pathColumns: [(column: Int, path: JSONPath)] = []
  /// The columns of the primary key, in the identity's order; nil for a part not yet seen.
  private(set) var identityColumns: [Int?] = []
  /// True for each column that is part of the primary key.
  private(set) var isKey: [Bool] = []
  /// The columns' members in UTF-8, one after the other, and where each one begins.
  private var keyBytes: [UInt8] = []
  private var keyStarts = [0]

  init(_ layout: TableLayout) { update(layout) }

  /// Takes in the columns that were added.
  mutating func update(_ layout: TableLayout) {
    guard isKey.isEmpty || layout.columns.count > isKey.count else { return }
    for (column, stored) in layout.columns.enumerated().dropFirst(isKey.count) {
      switch stored.source {
      case .item: wholeColumns.append(column)
      case .path(let path): pathColumns.append((column, path))
      case .member, .rest: break
      }
      isKey.append(stored.isKey)
      keyBytes += layout.keys[column]
      keyStarts.append(keyBytes.count)
    }
    identityColumns = layout.identityColumns
  }

  /// True when a key is the column's member; a key with escapes is looked up elsewhere.
  func hasKey(_ document: JSONDocument, _ key: JSONSlice, of column: Int) -> Bool {
    guard column < isKey.count, !key.hasEscapes else { return false }
    let range = keyStarts[column]..<keyStarts[column + 1]
    let start = Int(key.start) + 1
    guard !range.isEmpty, key.range.count == range.count + 2 else { return false }
    let wanted = keyBytes.span.extracting(range)
    let text = document.bytes.span.extracting(start..<(start + range.count))
    for offset in wanted.indices where text[offset] != wanted[offset] { return false }
    return true
  }
}
