import JSON
import Sessions

/// A decision that a series has made. It is large and is passed on several times, hence `indirect`.
indirect enum SeriesEffect: Sendable {
  /// The source is to give more items. `generation`: those of which beginning.
  case read(generation: Int)
  /// A part begins.
  case begin(PartOrder)
  /// A part whose first page has come is walked to its end.
  case proceed(Session, part: Int, concurrency: Int)
  case deliver(WalkOrder, WalkPage)
  case report(WalkOrder, WalkProgress)
  case ended(WalkOrder, SeriesPart)
  /// A part is of no use any more.
  case close(Session)
  case perform(@Sendable () -> Void)
  case resetSource
}

/// A part that is to begin.
struct PartOrder: Sendable {
  let id: Int
  let item: JSONValue
  let position: Int
  let maker: PartMaker
  /// The checkpoint where the part continues; nil means at its beginning.
  let checkpoint: String?
  /// The body of a response that the item holds; nil: its first page is requested.
  let firstPage: [UInt8]?
  /// Of its pages that wait for their turn.
  let unread: UnreadBytes
  /// Requests at once inside the part.
  let concurrency: Int
  /// Only its first page is wanted as yet.
  let asks: Bool
  /// Counts the requests; nil means they are not counted.
  let requests: RequestCount?
}
