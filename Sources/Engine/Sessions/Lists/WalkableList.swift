package import JSON
package import Pagination

/// A list under an id of its own, which can be walked: one session, or a series of the lists of many
/// items. All calls return at once, from any thread.
package protocol WalkableList: AnyObject, Sendable {
  /// The session that holds the settings, and has the list's id.
  var base: Session { get }
  /// The state as clients see it.
  func snapshot() -> SessionSnapshot
  /// The state, without the id, as a text that `write` makes.
  func snapshotText(_ write: (SessionSnapshot) -> [UInt8]) -> [UInt8]

  /// Walks from where the last walk ended. The completion is called exactly once; gives a number, to
  /// cancel.
  @discardableResult
  func walk(_ order: WalkOrder, completion: @escaping WalkCompletion) -> Int
  /// Ends the running walk with the items delivered so far. Returns false if no walk runs.
  func endWalk(_ cause: EndReason.Cause) -> Bool
  /// Fails one load or walk with `requestCancelled`; one that has ended stays.
  func cancel(load: Int)
  /// Continues where a checkpoint says; for a list that has just been opened.
  func resume(_ checkpoint: String) throws(SessionError)
  /// Gives the portable token of where the list continues, after all that it counts as delivered has
  /// been delivered.
  func checkpoint(_ completion: @escaping @Sendable (String) -> Void)

  // The completions of the following are called after all that was decided before is done: no page
  // and no reply with an older state comes later.

  /// Fails everything that runs or waits with `cancelled`.
  func cancel(_ completion: @escaping StateCompletion)
  /// Cancels, and begins again.
  func reset(_ completion: @escaping StateCompletion)
  /// Takes in new settings, for later requests.
  func configure(
    _ settings: SessionSettings, parameters: JSONObject, _ completion: @escaping StateCompletion)
  /// Cancels. The completion is called when all that is stored is safe; with why it could not be.
  func close(_ completion: @escaping @Sendable (SessionError?) -> Void)
}

extension WalkableList {
  package var id: String { base.id }
}

extension Session: WalkableList {
  package var base: Session { self }
}

/// A part of a series that came to its end.
package struct SeriesPart: Sendable {
  /// The way a part ended.
  package enum End: Sendable {
    case walked(WalkSummary)
    /// 404 or 410 on the first page: its collection is not there any more.
    case gone
    /// Nothing of it came.
    case failed
  }

  /// The values kept from the part's item, as JSON text.
  package let item: [UInt8]
  package let end: End
  /// True when no item of the part was delivered, now or before a checkpoint.
  package let isEmpty: Bool

  package init(item: [UInt8], end: End, isEmpty: Bool) {
    self.item = item
    self.end = end
    self.isEmpty = isEmpty
  }
}

/// The counts of a walk over a range in slices.
package struct SliceCounts: Sendable, Equatable {
  /// Slices that were walked.
  package let count: Int
  /// Those that the API did not give in full.
  package let dense: Int
  /// All requests of the walk.
  package let requests: Int

  package init(count: Int, dense: Int, requests: Int) {
    self.count = count
    self.dense = dense
    self.requests = requests
  }
}
