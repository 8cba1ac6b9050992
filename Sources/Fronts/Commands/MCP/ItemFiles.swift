import JSON
import MCP
import Pagination
import Server
import Sessions
import Store
import System
import Text
import Wire

/// The files that the tool `fetch` writes, by the writers of `paginator fetch`.
enum ItemFiles {
  static let make: ItemFileMaker = { order throws(ToolFailure) in
    switch order.kind {
    case .ndjson: try LineFile(order.path, .ndjson)
    case .csv: try LineFile(order.path, .csv)
    case .sqlite: try RowFile(order)
    }
  }
}

/// Lines of a text file.
///
/// `@unchecked Sendable`: a call opens it, and from then on one thread touches it.
private final class LineFile: ItemFile, @unchecked Sendable {
  private var output: OutputFile
  private var writer: ItemWriter
  private(set) var columns: [String] = []

  let knowsItemsAgain = false

  init(_ path: String, _ format: OutputFormat) throws(ToolFailure) {
    writer = ItemWriter(format)
    output = try LineFile.writing { () throws(FetchError) in
      try OutputFile(path: path, keeping: nil, ending: nil)
    }
  }

  func write(_ page: WalkPage) throws(ToolFailure) {
    var lines: [UInt8] = []
    try LineFile.writing { () throws(FetchError) in
      try output.writePage { output throws(FetchError) in
        try writer.append(page, to: &lines) { lines, tail throws(FetchError) in
          try output.write(lines, tail: tail)
        }
        if !lines.isEmpty { try output.write(lines, tail: []) }
      }
    }
    if columns.isEmpty {
      columns = writer.rows?.names ?? ColumnTree.names(of: page.content.values(page.items))
    }
  }

  func end(_ summary: WalkSummary) throws(ToolFailure) -> (verdict: Verdict, duplicates: Int) {
    try LineFile.writing { () throws(FetchError) in try output.finish(tail: []) }
    output.close()
    return (summary.verdict, summary.duplicates)
  }

  func leave() {
    output.leave()
    output.close()
  }

  private static func writing<Value>(
    _ body: () throws(FetchError) -> Value
  ) throws(ToolFailure) -> Value {
    do throws(FetchError) {
      return try body()
    } catch .file(let path, _, let error) {
      throw ToolFailure("\(path) cannot be written: \(error.reason).")
    } catch .outputInUse(let path) {
      throw ToolFailure("\(path) is being written by another call; choose another name.")
    } catch {
      throw ToolFailure("The items do not fit into a table; choose .ndjson or .sqlite.")
    }
  }
}

/// Rows of a table.
///
/// `@unchecked Sendable`: a call opens it, and from then on one thread touches it.
private final class RowFile: ItemFile, @unchecked Sendable {
  private let run: StoreRun
  private let path: String
  private(set) var columns: [String] = []

  let knowsItemsAgain: Bool

  init(_ order: ItemFileOrder) throws(ToolFailure) {
    let target = StoreTarget(
      path: order.path, table: order.table, identity: order.identity, isRaw: false)
    let request = RunRequest(
      shown: order.shownURL, request: order.request, order.parameters, target)
    path = order.path
    knowsItemsAgain = !order.identity.isEmpty
    run = try RowFile.storing(order.path) { () throws(StoreError) in
      try StoreRun(target, request, mode: .fresh)
    }
  }

  func write(_ page: WalkPage) throws(ToolFailure) {
    try RowFile.storing(path) { () throws(StoreError) in
      try run.store(page.content.stored(page.items, checkpoint: nil))
    }
    guard columns.isEmpty else { return }
    var known: Set<String> = []
    for (document, item) in page.content.values(page.items) {
      for (key, _) in document.members(of: item) {
        if let name = document.string(key), known.insert(name).inserted { columns.append(name) }
      }
    }
  }

  func end(_ summary: WalkSummary) throws(ToolFailure) -> (verdict: Verdict, duplicates: Int) {
    let outcome = try RowFile.storing(path) { () throws(StoreError) in
      try run.end(RunEnd(verdict: summary.verdict, reason: nil))
    }
    return (outcome.verdict ?? summary.verdict, outcome.counts.duplicates)
  }

  func leave() { _ = try? run.end(RunEnd(verdict: .partial, reason: nil)) }

  private static func storing<Value>(
    _ path: String, _ body: () throws(StoreError) -> Value
  ) throws(ToolFailure) -> Value {
    try mapErrors(
      { ToolFailure($0.sentence(path: path) { $0 == .path ? "to" : $0.rawValue } + ".") }, body)
  }
}
