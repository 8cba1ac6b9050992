import Foundation

@testable import Store

/// What an SQLite file of a test holds.
struct StoredFile {
  let path: String

  func rows(_ sql: String) throws -> [[SQLValue]] {
    try Database(try SQLiteLibrary.load(), path: path, mayCreate: false).rows(sql)
  }

  func execute(_ sql: String) throws {
    try Database(try SQLiteLibrary.load(), path: path, mayCreate: true).execute(sql)
  }

  /// All tables with all rows, but the times and columns of these names.
  func dump(without others: Set<String> = []) throws -> [String] {
    let omitted = others.union(["started", "ended"])
    var lines: [String] = []
    for row in try rows("SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
      guard let name = row[0].text else { continue }
      lines.append("\(name): \(row[1].text ?? "")")
      let columns = try rows("SELECT name FROM pragma_table_info('\(name)')")
        .compactMap { $0[0].text }.filter { !omitted.contains($0) }
      let shown = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
      lines += try rows("SELECT \(shown) FROM \"\(name)\"").compactMap { $0[0].text }.sorted()
    }
    return lines
  }
}

extension FetchKit {
  var stored: StoredFile { StoredFile(path: path("items.sqlite")) }
}
