import Mapping
import Pagination

/// Walks by offsets that ask one item back, to see that they go on behind the last item.
extension RemoteCollection {
  /// Whether a walk asks for the last item once more with each page: where nothing that the API
  /// counts would tell that rows have moved.
  var overlaps: Bool {
    isComputed && pager.kind == .offset && !configuration.opened.identity.isEmpty
      && pager.ends.overlap ?? true && counts.objectCount == nil && counts.pageCount == nil
      && !run.proof.isCounted
      && settings.mapping.lists.count == 1 && !run.proof.trail.isRefused
  }

  /// Whether the offset of a page says nothing of its number.
  func hasPlace(_ requested: RequestedPage) -> Bool {
    guard requested.position == .computed else { return false }
    return requested.overlaps || ledger[requested.page]?.place?.offset == requested.offset
  }

  /// The page at an offset that a walk asks for which keeps its place by the items: of the size that
  /// was asked for first.
  func overlapping(_ page: Int, at offset: Int) -> RequestedPage {
    var requested = RequestedPage(
      position: .computed, page: page, offset: offset, perPage: max(counts.perPage, pager.perPage))
    requested.overlaps = true
    return requested
  }
}

extension Ledger.Place {
  /// Where the API has a page.
  init(of page: Page) {
    overlap = page.reading.overlap
    offset = page.requested.offset + overlap
    count = page.received
  }

  /// nil: the number of the page says it.
  init?(_ page: Page) {
    guard page.continuity != nil else { return nil }
    self.init(of: page)
  }
}
