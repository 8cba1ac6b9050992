package import JSON

/// The rows of a query on an SQLite file, which is only read. For one thread at a time.
///
/// `SELECT number, title FROM issues` gives `{"number":5,"title":"A"}` and so on. The rows are kept
/// in a temporary file from the beginning on, so that the file may change meanwhile, and none of
/// them takes memory before it is read.
package final class QueryRows {
  /// The number of rows.
  package let count: Int
  private let names: [String]
  private let rows: Statement
  private var hasEnded = false

  /// Runs a query, which must be one SELECT.
  package init(path: String, query: String) throws(StoreError) {
    let database = try Database(
      try SQLiteLibrary.load(), path: path, mayCreate: false, isRead: true)
    let text = String(query.reversed().drop { $0.isWhitespace || $0 == ";" }.reversed())
    // In parentheses, only a SELECT is one; a comment at its end ends with the line.
    try database.patiently { () throws(StoreError) in
      try database.execute("CREATE TEMP TABLE paginator_rows AS SELECT * FROM (\(text)\n)")
    }
    count = try database.value("SELECT count(*) FROM temp.paginator_rows")?.integer ?? 0
    names = try database.rows(
      "SELECT name FROM pragma_table_info('paginator_rows', 'temp') ORDER BY cid"
    ).compactMap { $0.first?.text }
    rows = try database.prepare("SELECT * FROM temp.paginator_rows")
  }

  /// The next rows, as objects; none at the end.
  package func next(_ most: Int) throws(StoreError) -> [JSONValue] {
    var items: [JSONValue] = []
    while !hasEnded, items.count < most {
      hasEnded = try !rows.step()
      if hasEnded { break }
      items.append(
        .object(
          JSONObject(
            names.enumerated().map { (key: $0.element, value: rows.value($0.offset).json) })))
    }
    return items
  }
}

extension SQLValue {
  /// The value in JSON, which has no infinite numbers.
  fileprivate var json: JSONValue {
    switch self {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real):
      JSONNumber.isLiteral(real.description) ? .number(JSONNumber(text: real.description)) : .null
    case .text(let text): .string(text)
    }
  }
}
