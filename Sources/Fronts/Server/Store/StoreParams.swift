import JSON
import Store
import Text
import Wire

/// The param `store` of `open`.
///
///     {"path": "issues.sqlite", "table": "issues", "raw": false}
struct StoreParams {
  /// The file, relative to the server's directory.
  let path: String
  let table: String
  let isRaw: Bool
  /// The pruning at the end of the run; nil if nothing is deleted.
  let pruning: PruneOrder?

  /// The longest path of Linux.
  static let pathBytesMax = 4_096

  /// Reads `store`; nil if it is not given.
  init?(_ fields: inout JSONFields) throws(JSONFieldError) {
    guard var members = try fields.fields("store") else { return nil }
    guard let path = try members.string("path") else {
      throw members.missing("path")
    }
    guard (1...StoreParams.pathBytesMax).contains(path.utf8.count), !path.utf8.contains(0) else {
      throw members.error(
        "path", expected: "the name of a file, of at most \(StoreParams.pathBytesMax) bytes")
    }
    let table = try members.string("table") ?? StoreTarget.tableDefault
    if let problem = StoreTarget.problem(ofTable: table) {
      throw members.error("table", expected: problem.expectation)
    }
    self.path = path
    self.table = table
    isRaw = try members.boolean("raw") ?? false
    let limit = try members.limit("pruneMax")
    let prunes = try members.boolean("prune") ?? false
    if limit != nil, !prunes {
      throw members.error("pruneMax", expected: "absent unless store.prune is true")
    }
    pruning = prunes ? PruneOrder(limit: limit) : nil
    try members.finish()
  }
}

extension JSONFields {
  /// A number of rows, or a percentage as a text.
  fileprivate mutating func limit(_ name: String) throws(JSONFieldError) -> PruneLimit? {
    guard let value = value(name), !value.isNull else { return nil }
    let text = value.integerValue.map(String.init) ?? value.stringValue
    return try text.flatMap(PruneLimit.init)
      .orThrow(error(name, expected: "a number of rows, or a percentage such as \"25%\""))
  }
}
