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
    let place = collection.checkpoint()
    passes { $0.begin(restart, at: place) }
    mend { _ in }
    forgetAhead()
    collection.beginPass()
    collection.warn(.restarted(items: 0))
    begin(at: collection.openingPage)
    return true
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
