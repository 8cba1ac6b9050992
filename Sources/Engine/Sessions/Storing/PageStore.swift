package import Pagination

/// Stores the pages of one paginator before they are reported.
///
/// Calls return at once. What they begin happens elsewhere, in the order of the calls; each
/// completion is called once, on any thread.
package protocol PageStore: Sendable {
  /// The place where pages go, before the first one has arrived.
  var opening: StoredRun { get }
  /// Stores some of the items of a page.
  func store(
    _ content: PageContent, _ items: Range<Int>,
    completion: @escaping @Sendable (Result<StoredRun, SessionError>) -> Void)
  /// Ends the run. `walk`: how the last walk ended; nil: there was none.
  func end(_ walk: WalkEnd?, completion: @escaping @Sendable (SessionError?) -> Void)
}

/// A record of what has been stored of one paginator.
package struct StoredRun: Sendable, Equatable {
  /// The file.
  package let path: String
  package let table: String
  /// The number of the run in the file; nil before its first page.
  package var run: Int?
  package var pages = 0
  package var items = 0
  /// Rows that are new.
  package var inserted = 0
  /// Rows that became other ones.
  package var updated = 0
  /// Rows that the item was equal to.
  package var unchanged = 0
  /// Items whose row this run had stored before.
  package var duplicates = 0

  /// Nothing stored yet.
  package init(path: String, table: String) {
    self.path = path
    self.table = table
  }
}

/// The end of a walk, for the code that keeps its pages.
package struct WalkEnd: Sendable {
  package var verdict: Verdict
  /// The reason for the end; nil if the walk failed before its first page, or if nothing says why.
  package let reason: EndReason?
  /// The error that ended it.
  package let error: SessionError?
  /// The proof that `complete` rests on; nil with any other verdict.
  package var proof: WalkProof?
  /// The exact total that the API stated; nil: none.
  package var statedTotal: Int?
  /// True when the walk, together with loads right before it, has read the list from its first page
  /// on.
  package var beganAtStart = false
  /// The place where it began, if not with the list's first page.
  package var start: RunStart?

  static let cancelled = WalkEnd(
    verdict: .partial, reason: EndReason(.cancelled, page: nil), error: nil)
}

/// The request or job that a page being stored belongs to.
enum StoredPart: Sendable, Hashable {
  /// A request under way: every job interested in its page gets the page once it is stored.
  case request(Int)
  /// The job that runs.
  case job(JobID)
}
