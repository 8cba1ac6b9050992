import Pagination
import System

/// The place where loads continue.
enum Bookmark: Sendable {
  /// Nothing has been loaded yet.
  case start
  /// At a checkpoint that was opened; nothing has been loaded since.
  indirect case checkpoint(Checkpoint)
  /// After a page.
  case page(number: Int, url: LazyValue<String>)
  /// Within a page that a walk has cut: after this many of its items.
  indirect case within(Page, taken: Int)

  /// The page that loads count from.
  var currentPage: Int? {
    switch self {
    case .start, .checkpoint: nil
    case .page(let number, _): number
    case .within(let page, _): page.number
    }
  }

  /// The URL that the current page came from, secrets masked.
  var url: String? {
    switch self {
    case .start, .checkpoint: nil
    case .page(_, let url): url.value
    case .within(let page, _): page.facts.url
    }
  }

  var checkpoint: Checkpoint? {
    if case .checkpoint(let checkpoint) = self { checkpoint } else { nil }
  }

  /// The page that has been cut, and how many of its items have been delivered.
  var remainder: (page: Page, taken: Int)? {
    if case .within(let page, let taken) = self { (page, taken) } else { nil }
  }

  /// The same place as pages are numbered now. `next`: the page that the run continues with.
  func renumbered(before next: Int, _ counts: KnownCounts, _ moved: (Int) -> Int) -> Bookmark {
    switch self {
    case .start: return self
    case .checkpoint(var checkpoint):
      checkpoint.page = next
      checkpoint.lead = counts.lead
      checkpoint.size.perPage = counts.perPage
      return .checkpoint(checkpoint)
    case .page(let number, let url): return .page(number: moved(number), url: url)
    case .within(let page, let taken):
      return .within(page.numbered(moved(page.number)), taken: taken)
    }
  }
}

extension PagedList {
  /// The reason the rest of a partly delivered page may not be delivered: a limit of the settings,
  /// not only one of the walk, ended the delivery.
  var remainderLimit: EndReason? {
    guard let (page, taken) = bookmark.remainder, let most = settings.limits.itemsMax,
      let bound = itemsBound, start(of: page.number) + taken >= bound
    else { return nil }
    return EndReason(.maximum(.items, most), page: page.number)
  }

  /// The number of items of a page that were delivered before the checkpoint that was opened: up to
  /// the last of them that the page has, or the same number as then if they cannot be
  /// distinguished.
  func itemsTaken(of page: Page) -> Int {
    guard let checkpoint = bookmark.checkpoint, checkpoint.page == page.number else { return 0 }
    guard let last = lastTaken(of: page, checkpoint) else {
      // All of them are known, and none is where it was.
      let isMoved =
        checkpoint.taken.items <= checkpoint.taken.digests.count && !page.digests.isEmpty
      return isMoved ? 0 : min(checkpoint.taken.items, page.content.count)
    }
    let taken = Set(page.reading.items[...last])
    return page.content.sources.prefix { taken.contains($0) }.count
  }

  /// True when the last of the items that were delivered before the checkpoint is where it was on the
  /// page. If false, it may have changed its place, or been deleted. nil: none was delivered, or it
  /// cannot be recognized.
  func hasPlace(on page: Page) -> Bool? {
    guard let checkpoint = bookmark.checkpoint, checkpoint.page == page.number,
      let last = checkpoint.taken.digests.last
    else { return nil }
    return lastTaken(of: page, checkpoint).map { page.digests[$0] == last } ?? false
  }

  /// The index of the item of a page that was delivered last before the checkpoint: right after the one
  /// before it, or behind none but items that were delivered. nil: none is known.
  private func lastTaken(of page: Page, _ checkpoint: Checkpoint) -> Int? {
    let (taken, digests) = (checkpoint.taken.digests, page.digests)
    let places = taken.map { digests.lastIndex(of: $0) }
    for (before, place) in zip(places, places.dropFirst()).reversed() {
      if let before, let place, place == before + 1 { return place }
    }
    // The checkpoint has the latest items, and a page that overlaps begins with the item before it.
    let most =
      max(0, checkpoint.taken.items - taken.count) + (checkpoint.taken.joint == .overlapped ? 1 : 0)
    let place = places.last { place in
      place.map { digests[..<$0].count { !taken.contains($0) } <= most } ?? false
    }
    return place ?? nil
  }
}
