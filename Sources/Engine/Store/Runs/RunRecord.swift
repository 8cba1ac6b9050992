/// A row of `paginator_runs`: what one run has done.
struct RunRecord: Equatable {
  let run: Int
  var counts: RunCounts
  var verdict: String?
  /// nil: it cannot be continued.
  var note: RunNote?

  /// True when the same request is to continue it: it has a checkpoint and came to no end.
  var isOpen: Bool {
    guard note?.checkpoint != nil else { return false }
    return verdict == nil || verdict == "partial" || verdict == "failed"
  }
}

/// The request that a run belongs to.
package struct RunRequest: Sendable, Equatable {
  /// The request for people, without any secret.
  package let shown: String
  /// The text that identifies a request: two with the same text are the same request.
  package let fingerprint: String
  /// The path of the items' value that later runs start after.
  package let bookmarkPath: String?

  /// A request of these parts.
  package init(shown: String, fingerprint: String, bookmarkPath: String? = nil) {
    self.shown = shown
    self.fingerprint = fingerprint
    self.bookmarkPath = bookmarkPath
  }
}
