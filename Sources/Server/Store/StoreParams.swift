import JSON
import Store
import Wire

/// The param `store` of `open`.
///
///     {"path": "issues.sqlite", "table": "issues", "raw": false}
struct StoreParams {
  /// The file, relative to the server's directory.
  let path: String
  let table: String
  let isRaw: Bool

  /// Nil where it is not given.
  init?(_ fields: inout JSONFields) throws(JSONFieldError) {
    guard var members = try fields.fields("store") else { return nil }
    guard let path = try members.string("path") else {
      throw JSONFieldError(path: members.path(of: "path"), problem: .missing)
    }
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw members.error("path", expected: "the name of a file")
    }
    let table = try members.string("table") ?? StoreTarget.tableDefault
    if let problem = StoreTarget.problem(ofTable: table) {
      throw members.error("table", expected: problem.expectation)
    }
    self.path = path
    self.table = table
    isRaw = try members.boolean("raw") ?? false
    try members.finish()
  }
}
