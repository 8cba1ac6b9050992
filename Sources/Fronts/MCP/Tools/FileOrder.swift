package import Store
import System
import Wire

/// The file that `fetch` is to write.
package struct FileOrder: Sendable {
  /// The extension of the file's name.
  package enum Kind: String, Sendable, CaseIterable {
    case ndjson, csv, sqlite

    var mimeType: String {
      switch self {
      case .ndjson: "application/x-ndjson"
      case .csv: "text/csv"
      case .sqlite: "application/vnd.sqlite3"
      }
    }
  }

  /// As the caller calls it.
  let name: String
  let kind: Kind
  let table: String
  var path = ""
}

/// Opens the place that the items go to: a file, or a table of one with a run of its own.
package typealias SinkMaker =
  @Sendable (FileOrder.Kind, StoreTarget, RunRequest) throws(FetchError) -> any Sink

extension StoreSetting {
  /// The argument of `fetch` for it.
  fileprivate var argument: String {
    switch self {
    case .path: "to"
    case .table: "table"
    case .raw, .identity, .bookmark: rawValue
    }
  }
}

extension ToolFailure {
  /// The failure of what items are written to.
  init(_ error: FetchError) {
    switch error {
    case .file(let path, _, let error):
      self.init("\(path) cannot be written: \(error.reason).")
    case .outputInUse(let path):
      self.init("\(path) is being written by another call; choose another name.")
    case .store(let path, let error):
      self.init(error.sentence(path: path, calling: \.argument) + ".")
    default: self.init("The items do not fit into a table; choose .ndjson or .sqlite.")
    }
  }
}
