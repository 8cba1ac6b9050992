import JSON
import MCP
import Pagination
import Server
import Sessions
import Store
import System
import Wire

/// The files that the tool `fetch` writes, by the writers of `paginator fetch`.
enum ItemFiles {
  static let make: ItemFileMaker = { order throws(ItemFileError) in
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
  private let path: String
  /// nil: closed.
  private var output: OutputFile?
  private var writer: ItemWriter
  private(set) var columns: [String] = []

  let knowsItemsAgain = false

  init(_ path: String, _ format: OutputFormat) throws(ItemFileError) {
    self.path = path
    writer = ItemWriter(format)
    do throws(FetchError) {
      output = try OutputFile(path: path, keeping: nil, ending: nil)
    } catch {
      throw ItemFileError(LineFile.sentence(error))
    }
  }

  func write(_ page: WalkPage) throws(ItemFileError) {
    var lines: [UInt8] = []
    do throws(ItemWriter.TooSparse) {
      try writer.append(page, to: &lines)
    } catch {
      throw ItemFileError(LineFile.sentence(.tooSparse(.csv, error)))
    }
    if columns.isEmpty { columns = writer.rows?.names ?? page.columnNames }
    guard !lines.isEmpty else { return }
    do throws(FetchError) {
      try output?.write(lines, tail: [])
    } catch {
      throw ItemFileError(LineFile.sentence(error))
    }
  }

  func end(_ summary: WalkSummary) throws(ItemFileError) -> (verdict: Verdict, duplicates: Int) {
    do throws(FetchError) {
      try output?.finish(tail: [])
    } catch {
      throw ItemFileError(LineFile.sentence(error))
    }
    output?.close()
    output = nil
    return (summary.verdict, summary.duplicates)
  }

  func leave() {
    output?.leave()
    output?.close()
    output = nil
  }

  private static func sentence(_ error: FetchError) -> String {
    switch error {
    case .file(let path, _, let error): "\(path) cannot be written: \(error.reason)."
    case .outputInUse(let path): "\(path) is being written by another call; choose another name."
    default: "The file cannot be written."
    }
  }
}

/// Rows of a table.
///
/// `@unchecked Sendable`: a call opens it, and from then on one thread touches it.
private final class RowFile: ItemFile, @unchecked Sendable {
  private let run: StoreRun
  private let target: StoreTarget
  private(set) var columns: [String] = []

  var knowsItemsAgain: Bool { !target.identity.isEmpty }

  init(_ order: ItemFileOrder) throws(ItemFileError) {
    target = StoreTarget(
      path: order.path, table: order.table, identity: order.identity, isRaw: false)
    do throws(StoreError) {
      run = try StoreRun(
        target,
        RunRequest(
          shown: order.shownURL, request: order.request, order.parameters, target), mode: .fresh)
    } catch {
      throw ItemFileError(error.sentence(path: order.path, calling: RowFile.name) + ".")
    }
  }

  func write(_ page: WalkPage) throws(ItemFileError) {
    try store { () throws(StoreError) in
      try run.store(page.content.stored(page.items, checkpoint: nil))
    }
    if columns.isEmpty { columns = page.memberNames }
  }

  func end(_ summary: WalkSummary) throws(ItemFileError) -> (verdict: Verdict, duplicates: Int) {
    var outcome: RunOutcome?
    try store { () throws(StoreError) in
      outcome = try run.end(RunEnd(verdict: summary.verdict.stored, reason: nil))
    }
    let verdict = outcome?.verdict.flatMap { Verdict(rawValue: $0.rawValue) }
    return (verdict ?? summary.verdict, outcome?.counts.duplicates ?? summary.duplicates)
  }

  func leave() { _ = try? run.end(RunEnd(verdict: .partial, reason: nil)) }

  private func store(_ body: () throws(StoreError) -> Void) throws(ItemFileError) {
    do throws(StoreError) {
      try body()
    } catch {
      throw ItemFileError(error.sentence(path: target.path, calling: RowFile.name) + ".")
    }
  }

  /// What the tool calls a setting.
  private static func name(_ setting: StoreSetting) -> String {
    switch setting {
    case .path: "to"
    default: setting.rawValue
    }
  }
}

extension WalkPage {
  private var texts: [(document: JSONDocument, item: JSONSlice)] {
    items.compactMap { index in
      var bytes: [UInt8] = []
      content.appendItem(index, to: &bytes)
      return (try? JSONDocument(bytes)).map { ($0, $0.root) }
    }
  }

  /// The key paths of the items.
  fileprivate var columnNames: [String] { ColumnTree.names(of: texts) }

  /// The names of the items' members.
  fileprivate var memberNames: [String] {
    var names: [String] = []
    var known: Set<String> = []
    for (document, item) in texts where item.kind == .object {
      for member in document.members(of: item) {
        guard let name = document.string(member.key), known.insert(name).inserted else { continue }
        names.append(name)
      }
    }
    return names
  }
}
