import JSON
import Pagination
import Series
import Sessions

/// The destination of a walk's pages, with what it knows of the pages that went there before.
protocol Destination: AnyObject {
  /// The amount delivered so far, including by earlier runs that this one continues.
  var delivered: Delivered { get }
  /// The point to continue from; nil for the start.
  var checkpoint: String? { get }
  /// The last checkpoint of the walk that the bookmark is of; nil: none is known.
  var earlierCheckpoint: String? { get }
  /// The value that the bookmark has for this walk; nil: none.
  var since: JSONOrdered? { get }
  /// True when pages must come with checkpoints.
  var wantsCheckpoints: Bool { get }
  /// True when it recognizes repeated items by itself.
  var knowsItemsAgain: Bool { get }
  /// A stream whose reader may go.
  var stream: Int32? { get }

  /// The final end of an earlier run, and the sentence for it; nil if there is more to do.
  var earlierEnd: (verdict: Verdict, endReason: JSONValue, sentence: String)? { get }
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
  /// Earlier runs have delivered as much as is wanted: nothing is requested.
  func reachedCap(_ endReason: JSONValue) throws(FetchError)
  /// Closes a walk that has ended; returns the verdict on everything delivered. `isOver`: true when
  /// the walk is over many lists and has reached the end of the last one, regardless of how they
  /// ended.
  func end(_ summary: WalkSummary, _ endReason: JSONValue, isOver: Bool)
    throws(FetchError) -> Verdict
  /// Makes the output whole after the walk was aborted. An error replaces the reason.
  func abort(_ verdict: Verdict, _ endReason: JSONValue, isInterrupted: Bool)
    throws(FetchError)
  /// Gives back what was opened, with nothing more written.
  func leave()
  /// The command has reported the end to its caller.
  func noteReported()

  /// Sentences about what the items had that the output lacks.
  var losses: [String] { get }
  /// Further members of the summary.
  var summaryMembers: [(key: String, value: JSONValue)] { get }
}

/// The amount of a walk that was delivered.
struct Delivered {
  var pages = 0
  var items = 0
  var duplicates = 0
}

extension Destination {
  /// True when the checkpoint says that nothing comes after it.
  var isAtEnd: Bool {
    guard let document = try? JSONDocument(Array((checkpoint ?? "").utf8)) else { return false }
    return document.member("end", of: document.root) != nil
  }

  func end(_ part: SeriesPart) {}
  func noteReported() {}
  var losses: [String] { [] }
  var summaryMembers: [(key: String, value: JSONValue)] { [] }
  var stream: Int32? { nil }
  var knowsItemsAgain: Bool { false }
}
