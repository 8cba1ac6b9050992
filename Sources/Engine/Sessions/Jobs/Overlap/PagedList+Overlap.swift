import Mapping
import Pagination

/// Walks by offsets that request overlapping pages.
extension PagedList {
  /// True when a walk requests the last item again with each page, since no stated count would show
  /// that rows have moved.
  var overlaps: Bool {
    isComputed && pager.kind == .offset && pager.perPage > 1
      && !configuration.opened.identity.isEmpty
      && pager.ends.overlap ?? true && counts.objectCount == nil && counts.pageCount == nil
      && !cursor.tally.totals.isMapped && settings.mapping.lists.count == 1
      && !cursor.refusesOverlap
  }

  /// True when the number of a requested page does not follow from its offset.
  func hasPlace(_ requested: RequestedPage) -> Bool {
    if requested.overlaps { return true }
    guard requested.position == .computed || pager.kind == .range else { return false }
    return visits[requested.page]?.place?.offset == requested.offset
  }

  /// An overlapping page at an offset, of the size of the first request.
  func overlapping(_ page: Int, at offset: Int) -> RequestedPage {
    RequestedPage(
      position: .computed, page: page, offset: offset, perPage: max(counts.perPage, pager.perPage),
      overlaps: true)
  }
}

extension VisitedPages.Place {
  init(of page: Page) {
    overlap = page.reading.overlap
    offset = page.requested.offset + overlap
    count = page.received
  }

  /// The offset right behind it.
  var end: Int { offset.plus(count) }
}
