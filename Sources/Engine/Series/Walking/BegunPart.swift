import JSON
import Mapping
import Pagination
import Sessions
import Text

/// Where the next page comes from.
struct SeriesPlace: Sendable {
  var position = 0
  var fingerprint = Fingerprint()
  var inner: CheckpointToken?
  var skip = 0

  /// A page of the part was delivered, or some items of one.
  var isInside: Bool { inner != nil || skip > 0 }
}

/// A part that was begun.
struct BegunPart: Sendable {
  let id: Int
  let item: JSONValue
  let kept: [UInt8]
  let host: PartHost
  var session: Session?
  /// Pages that wait for their turn.
  var pages: [WalkPage] = []
  var result: Result<WalkSummary, LoadFailure>?
  /// An item was delivered, now or before a checkpoint.
  var hasItems = false
  /// Its first page decides whether it is walked at all.
  var isAsking = false
}
