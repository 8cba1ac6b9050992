import Pagination

/// Walks whose position has expired.
extension Walk {
  /// Begins again from the list's beginning, where the API does not know the position of a page any
  /// more and the items that were delivered are known. Once in a walk. True: it has begun.
  mutating func beginAgain(
    after error: SessionError, at requested: RequestedPage, _ collection: inout PagedList
  ) -> Bool {
    guard case .positionExpired = error, order.mayBeginAgain, passes.restart == nil,
      requested.position != collection.opening,
      let restart = Restart(
        error, page: requested.page, collection, takerKnowsAll: !order.remembersItems)
    else { return false }
    let place = (collection.checkpoint(), collection.checkpointToken())
    passes { $0.begin(restart, at: place) }
    mend { _ in }
    forgetAhead()
    collection.beginPass()
    collection.warn(.restarted(items: 0))
    begin(at: collection.openingPage)
    return true
  }

  /// Takes in a page that is delivered, of which only `new` is, where that is given.
  mutating func take(_ page: Page, new: WalkPage?, _ collection: inout PagedList) {
    let skipped = new.map { page.content.count - $0.items.count } ?? 0
    passes { $0.take(page, skipped: skipped) }
    guard let restart = passes.restart else { return }
    if passes.isRestarted { collection.note { $0.note { $0.restart() } } }
    if skipped > 0 { collection.warn(.restarted(items: restart.skipped)) }
  }

  /// Notes where what is left of a page begins, of which only some new items were delivered.
  func cut(_ page: Page, at left: WalkPage, _ collection: inout PagedList) {
    guard passes.place == nil, let first = left.items.first,
      left.content.sources.indices.contains(first)
    else { return }
    let source = left.content.sources[first]
    collection.cut(page, after: page.content.sources.firstIndex(of: source) ?? page.content.count)
  }
}
