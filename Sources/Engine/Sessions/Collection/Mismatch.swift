import JSON
import Pagination

/// Comparing a page with what was requested, and with the other pages in memory.
extension PagedList {
  mutating func warnAboutMismatch(_ page: Page) {
    let isOpening = !isComputed && visits.isEmpty
    let stated = page.reading.counts
    let requested = page.requested
    if let number = stated.currentPage, number != requested.page - pager.numberLag,
      !isOpening, !hasPlace(requested)
    {
      warn(.pageMismatch(.currentPage, requested: requested.page, stated: number))
    }
    if !isComputed, pager.opening.hasPlace { return }  // its index is not the API's
    let index = requested.overlaps ? requested.offset : start(of: requested.page)
    let offset = isComputed ? requested.offset + pager.strategy.firstOffset : index
    if let position = stated.offset, position != offset {
      warn(.pageMismatch(.offset, requested: offset, stated: position))
    }
  }

  /// Warns of the size of a page that has been recorded.
  mutating func warnAboutSize(of page: Int) {
    guard let entry = visits[page] else { return }
    if entry.hasNext == true { warn(grid.warning(of: page, entry)) }
    guard entry.count > 0, let before = visits[page - 1], before.hasNext == nil else { return }
    // It has turned out not to be the last one.
    let short = before.shortOf.map { stated in
      PageWarning.shortPage(
        page: page - 1, found: before.received + (before.place?.overlap ?? 0), stated: stated)
    }
    warn(short ?? grid.warning(of: page - 1, before))
  }

  /// Names the items that other pages in memory have, too; a walk counts its own.
  mutating func warnAboutDuplicates(_ page: Page) {
    let shared = grid.held.shared(page.identities, by: page.number)
    guard !shared.items.isEmpty, let document = page.reading.view.scan?.document else { return }
    let named = shared.items.prefix(PagedList.duplicatesNamedMax).map { index in
      document.identity(of: page.reading.items[index], at: settings.identity)
    }
    warn(
      .sharedItems(
        page: page.number, count: shared.items.count, pages: shared.pages.sorted(), items: named))
  }

  /// The most duplicates that a warning names.
  private static let duplicatesNamedMax = 10
}
