import Pagination
import Sessions

/// A walk that was ordered, and how much it has delivered.
struct OrderedWalk: Sendable {
  let id: Int
  let order: WalkOrder
  let completion: WalkCompletion
  var pages = 0
  var items = 0
  var duplicates = 0
  var collected: [WalkPage] = []
  var collectedBytes = 0
  /// A part has ended that has sent a request.
  var hasSent = false

  /// The number of items that the limits still allow, and the limit that decides it; nil means any
  /// number.
  func room(_ limits: PagingLimits, _ tally: SeriesTally) -> (count: Int, cause: EndReason.Cause)? {
    var room = order.itemsMax.map {
      (count: $0 - items, cause: EndReason.Cause.maximum(.itemsOfWalk, $0))
    }
    if let most = limits.itemsMax, most - tally.itemCount < room?.count ?? Int.max {
      room = (most - tally.itemCount, .maximum(.items, most))
    }
    return room
  }

  /// The limit that is reached; nil: none.
  func limitReached(
    _ limits: PagingLimits, _ tally: SeriesTally, _ page: Int, collectedBytesMax: Int
  ) -> EndReason? {
    if let room = room(limits, tally), room.count <= 0 { return EndReason(room.cause, page: page) }
    if let most = order.pagesMax, pages >= most {
      return EndReason(.maximum(.pagesOfWalk, most), page: page)
    }
    if let most = limits.pagesMax, tally.pages >= most {
      return EndReason(.maximum(.pages, most), page: page)
    }
    if collectedBytes > collectedBytesMax {
      return EndReason(.maximum(.bytesOfWalk, collectedBytesMax), page: page)
    }
    return nil
  }

  /// Returns the progress of the walk. `objectCount`: the total as the API counts.
  func progress(of objectCount: Int?) -> WalkProgress {
    WalkProgress(
      pages: pages, items: items, pageCount: nil, objectCount: objectCount, position: items,
      itemsMax: order.itemsMax)
  }
}
