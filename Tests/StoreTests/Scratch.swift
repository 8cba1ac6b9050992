import Foundation
import JSON
import Pagination
import TestSupport

@testable import Store

/// A folder for one test, and short ways to store pages in a file of it and to read that.
final class Scratch {
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  var folder: URL { temporary.url }
  var path: String { folder.appending(path: "items.sqlite").path }
  var hasFile: Bool { FileManager.default.fileExists(atPath: path) }

  func target(
    _ table: String = "items", identity: [String] = [], isRaw: Bool = false
  ) throws -> StoreTarget {
    StoreTarget(
      path: path, table: table, identity: try identity.map { try JSONPath($0) }, isRaw: isRaw)
  }

  /// A run, with a request that others share unless it says otherwise.
  func run(
    _ table: String = "items", identity: [String] = [], isRaw: Bool = false,
    request: String = "GET /items", bookmark: String? = nil, mode: StoreRun.Mode = .continuing,
    pruning: PruneOrder? = nil, file: StoreFile? = nil
  ) throws -> StoreRun {
    try StoreRun(
      target(table, identity: identity, isRaw: isRaw),
      RunRequest(shown: request, fingerprint: request, bookmarkPath: bookmark), mode: mode,
      pruning: pruning, file: file)
  }

  /// A run of these pages that ended well.
  @discardableResult
  func stored(_ pages: String..., identity: [String] = [], isRaw: Bool = false) throws -> RunOutcome
  {
    let run = try run(identity: identity, isRaw: isRaw)
    for page in pages { try run.store(.json(page)) }
    return try run.end(.complete)
  }

  // MARK: Reading

  var database: Database {
    get throws {
      try Database(try SQLiteLibrary.load(), path: path, mayCreate: true)
    }
  }

  func rows(_ sql: String) throws -> [[SQLValue]] { try database.rows(sql) }

  func execute(_ sql: String) throws { try database.execute(sql) }

  /// All rows of a table without Paginator's own columns, each value with its type.
  func table(_ name: String = "items") throws -> [String] {
    let columns = try columns(name).filter { !["_run", "_position", "_seen"].contains($0) }
    let shown = columns.map { "'\($0)=' || ifnull(quote(\"\($0)\"), '')" }
    return try rows("SELECT \(shown.joined(separator: " || ' ' || ")) FROM \"\(name)\"")
      .compactMap { $0[0].text }
  }

  /// Everything in the file but the times, as text.
  func dump() throws -> [String] {
    var lines: [String] = []
    for row in try rows("SELECT name, sql FROM sqlite_schema ORDER BY name") {
      lines.append("\(row)")
      guard let name = row[0].text, row[1].text?.hasPrefix("CREATE TABLE") == true else { continue }
      let columns = try columns(name).filter { !["started", "ended"].contains($0) }
      let shown = columns.map { "quote(\"\($0)\")" }.joined(separator: ", ")
      lines += try rows("SELECT \(shown) FROM \"\(name)\"").map { "\($0)" }.sorted()
    }
    return lines
  }

  func columns(_ name: String = "items") throws -> [String] {
    try rows("SELECT name FROM pragma_table_xinfo('\(name)')").compactMap { $0[0].text }
  }

  /// `id INTEGER`, ... without Paginator's own columns.
  func types(_ name: String = "items") throws -> [String] {
    try rows("SELECT name || ' ' || type FROM pragma_table_xinfo('\(name)')")
      .compactMap { $0[0].text }.filter { type in
        !["_run ", "_position ", "_seen "].contains(where: type.hasPrefix)
      }
  }
}

extension StoreRun.Page {
  /// A page whose items are the elements of a JSON array.
  static func json(_ text: String, checkpoint: String? = "next") throws -> StoreRun.Page {
    let document = try JSONDocument(Array(text.utf8))
    return StoreRun.Page(
      document: document, items: document.elements(of: document.root)[...], checkpoint: checkpoint)
  }
}

extension RunEnd {
  static let complete = RunEnd(verdict: .complete, reason: nil, proof: .counts)
}
