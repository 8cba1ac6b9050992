extension RemoteCollection {
  /// The last this many items of the current page count as not delivered.
  mutating func giveBack(_ items: Int) {
    guard items > 0 else { return }
    if let (page, taken) = bookmark.remainder {
      cut(page, after: max(0, taken - items))
    } else if let currentPage, let page = held[currentPage] {
      cut(page, after: max(0, page.content.count - items))
    }
  }
}
