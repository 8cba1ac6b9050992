package import JSON
package import Pagination
package import Sessions

/// A file that items are written into. For one thread at a time.
package protocol ItemFile: AnyObject, Sendable {
  /// The columns, or the key paths of the first page's items; empty before it.
  var columns: [String] { get }
  /// True when the file itself finds the items that come again.
  var knowsItemsAgain: Bool { get }
  /// Writes a page, whole or not at all.
  func write(_ page: WalkPage) throws(ToolFailure)
  /// The walk has ended; gives the verdict and the duplicates on what was written.
  func end(_ summary: WalkSummary) throws(ToolFailure) -> (verdict: Verdict, duplicates: Int)
  /// The walk broke off; what was written stays.
  func leave()
}

/// The data that a file is made from.
package struct ItemFileOrder: Sendable {
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
  package let kind: Kind
  package var path = ""
  package let table: String
  /// Key paths of the values that identify an item.
  package var identity: [JSONPath] = []
  /// The identity of the run: the URL that is requested, and the request's fingerprint.
  package var shownURL = ""
  package var request = ""
  package var parameters: JSONObject = [:]
}

/// Opens a file for an order.
package typealias ItemFileMaker =
  @Sendable (ItemFileOrder) throws(ToolFailure) -> any ItemFile
