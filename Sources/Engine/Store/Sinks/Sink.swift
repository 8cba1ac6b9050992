package import JSON
package import Pagination
package import Sessions

/// The place that the pages of a walk go to, one after the other, whoever ordered the walk. For one
/// thread at a time.
///
/// Whatever is killed, and whenever: a page is there whole or not at all, and what the sink says of
/// itself (counts, checkpoint, bookmark) never says more than is there.
/// - `TableSink`: rows, counts and checkpoint of a page are one transaction. No item is lost or
///   stored twice.
/// - `LineSink`: lines first, made durable, then the resume file, replaced as a whole, which says
///   how many bytes of the output are meant. A walk that continues cuts off what is after them.
///   Only a stream, of which nothing can be cut off, may have a page twice.
package protocol Sink: AnyObject, Sendable {
  /// The amount delivered so far, including by earlier runs that this one continues.
  var delivered: RunCounts { get }
  /// The point to continue from; nil for the start.
  var checkpoint: String? { get }
  /// The last checkpoint of the walk that set the bookmark; nil if it is not known.
  var earlierCheckpoint: String? { get }
  /// The value that the bookmark has for this walk; nil: none.
  var since: JSONOrdered? { get }
  /// True when pages must come with checkpoints.
  var wantsCheckpoints: Bool { get }
  /// True when it recognizes repeated items by itself.
  var knowsItemsAgain: Bool { get }
  /// A stream whose reader may go.
  var stream: Int32? { get }
  /// The columns, or the members or key paths of the first page's items, for a sink that was made
  /// to tell them.
  var columns: [String] { get }
  /// Key paths of values that had no column, for people.
  var leftOut: [String] { get }
  /// The most columns that a table may have, where this one has as many.
  var columnsMax: Int? { get }
  /// Items that were null and have no place, in this process.
  var nulls: Int { get }
  /// The run so far; nil: it is recorded in no table.
  var outcome: RunOutcome? { get }

  /// The final end of an earlier run; nil if there is more to do.
  var earlierEnd: EarlierEnd? { get }
  /// The error for a checkpoint that does not belong to the request.
  func rejection(_ reason: String) -> FetchError

  /// Makes sure that pages can be taken, before a request is sent.
  func open() throws(FetchError)
  /// Prepares for the first page.
  func begin() throws(FetchError)
  func write(_ page: WalkPage) throws(FetchError)
  /// The list of a value has ended after the last page that was written.
  func end(_ part: SeriesPart) throws(FetchError)
  /// Makes what was written count. `isLast`: the walk's end follows, which does it, too.
  func commit(isLast: Bool) throws(FetchError)
  /// Closes a walk that has ended; returns the verdict on everything delivered. `isOver`: true when
  /// the walk is over many lists and has reached the end of the last one, regardless of how they
  /// ended.
  func end(_ summary: WalkSummary, _ endReason: JSONValue, isOver: Bool)
    throws(FetchError) -> Verdict
  /// Makes the output whole after the walk was aborted, or `capped` by what earlier runs delivered.
  func abort(_ verdict: Verdict, _ endReason: JSONValue, isInterrupted: Bool) throws(FetchError)
  /// Gives back what was opened, with nothing more written.
  func leave()
  /// The caller has reported the end.
  func noteReported()
}

/// The end of an earlier run, and where it is noted: as a run of a table, or in a resume file.
package typealias EarlierEnd = (verdict: Verdict, reason: JSONValue, path: String, run: Int?)

extension Sink {
  /// True when the checkpoint says that nothing comes after it.
  package var isAtEnd: Bool { JSONValue(json: checkpoint ?? "")?["end"] != nil }

  package var earlierCheckpoint: String? { nil }
  package var knowsItemsAgain: Bool { false }
  package var stream: Int32? { nil }
  package var leftOut: [String] { [] }
  package var columnsMax: Int? { nil }
  package var nulls: Int { 0 }
  package var outcome: RunOutcome? { nil }
  package func open() {}
  package func begin() {}
  package func end(_ part: SeriesPart) {}
  package func commit(isLast: Bool) {}
  package func noteReported() {}
}

/// The message about values that were omitted because the table has no column for them.
package enum LeftOut {
  /// The most key paths that are remembered.
  package static let namesMax = 1_000
  private static let shownMax = 5

  /// A sentence without a period that names the omitted key paths; nil without any. `beyond`: the most
  /// columns, ``Sink/columnsMax``, where the format has a maximum.
  package static func sentence(
    _ names: [String], beyond most: Int? = nil, calling shown: (String) -> String = { $0 }
  ) -> String? {
    guard !names.isEmpty else { return nil }
    let count = names.count >= namesMax ? "\(names.count) or more" : "\(names.count)"
    let first = names.prefix(shownMax).map(shown).joined(separator: ", ")
    let rest = names.count > shownMax ? ", ..." : ""
    let columns = names.count == 1 ? "column was" : "columns were"
    let why = most.map { "beyond the \($0) that a table has, or " } ?? ""
    return "\(count) \(columns) \(why)not on the first page, and omitted: \(first)\(rest)"
  }
}
