package import JSON
package import Pagination
package import Sessions

/// A file that items are written into. For one thread at a time.
package protocol ItemFile: AnyObject, Sendable {
  /// The columns, or the key paths of the first page's items; empty before it.
  var columns: [String] { get }
  /// Whether it finds the items by itself that come again.
  var knowsItemsAgain: Bool { get }
  /// Writes a page, whole or not at all.
  func write(_ page: WalkPage) throws(ItemFileError)
  /// The walk has ended; gives the verdict and the duplicates on what was written.
  func end(_ summary: WalkSummary) throws(ItemFileError) -> (verdict: Verdict, duplicates: Int)
  /// The walk broke off; what was written stays.
  func leave()
}

/// Why nothing can be written, in a sentence that says what to do.
package struct ItemFileError: Error {
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}

/// What a file is made from.
package struct ItemFileOrder: Sendable {
  /// What the file's name ends in.
  package enum Kind: String, Sendable, CaseIterable {
    case ndjson, csv, sqlite
  }

  package let path: String
  package let kind: Kind
  package let table: String
  package let identity: [JSONPath]
  /// What the run is known by: what is requested, and its fingerprint.
  package let shownURL: String
  package let request: String
  package let parameters: JSONObject
}

/// Opens a file for an order.
package typealias ItemFileMaker =
  @Sendable (ItemFileOrder) throws(ItemFileError) -> any ItemFile
