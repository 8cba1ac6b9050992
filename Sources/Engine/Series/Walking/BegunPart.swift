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
  /// An item of the part was delivered.
  var hasItems = false

  /// A page of the part was delivered, or some items of one.
  var isInside: Bool { inner != nil || skip > 0 }

  /// The part begins again.
  mutating func restart() {
    inner = nil
    skip = 0
    hasItems = false
  }

  /// The part is done, which is that of an item.
  mutating func leave(_ item: JSONValue) {
    restart()
    fingerprint.add(item.bytes)
    position += 1
  }
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
  /// Its first page decides whether it is walked at all.
  var isAsking = false
}
