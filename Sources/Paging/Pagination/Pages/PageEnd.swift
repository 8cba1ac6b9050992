import HTTP

/// The outlook for the pages after the one just read.
package struct NextPageHint: Sendable, Equatable {
  /// nil: it cannot be known before asking.
  package var hasNext: Bool?
  /// Given where `hasNext` is false.
  package var end: EndReason?
  /// True when the API reports neither the next page nor that there is none.
  package var isSignalMissing = false
  /// The size that the API states, where the page has fewer items and nothing else says that it is
  /// the last one: a hint, as APIs that filter after paging send such pages in the middle.
  package var shortOf: Int?

  package static let unknown = NextPageHint(hasNext: nil, end: nil)
  package static let goesOn = NextPageHint(hasNext: true, end: nil)
  package static func ends(_ end: EndReason) -> NextPageHint {
    NextPageHint(hasNext: false, end: end)
  }
}

/// The counts that the end is decided by: the latest that are known.
package struct KnownCounts: Sendable, Equatable {
  package var perPage: Int
  package var pageCount: Int?
  package var objectCount: Int?
  /// The minimum total that the API states, if its total is not exact.
  package var objectCountMin: Int?
  /// The page size is one that the API was sent or has stated, not a mere default.
  package var isSized: Bool
  /// By how many items pages begin before the multiples of their size, so that one of them begins
  /// where paging has begun: with pages of 2 items begun at index 5 the first page has item 0 only,
  /// and 5 is on page 4. Larger than a page where pages that overlap have come.
  package private(set) var lead = 0
  /// The pages before runs of pages that overlap: they are where they were. In order; at most
  /// `unmovedMax`.
  private var unmoved: [Stretch] = []

  /// Pages up to one, and their lead.
  private struct Stretch: Sendable, Equatable {
    let pages: Int
    let lead: Int
  }

  private static let unmovedMax = 100
  /// The number of pages that the API states, counted from the first item.
  package private(set) var ownPages: Int?
  /// True when the number of pages has fallen, and no page has stated it again: it may count those that
  /// are left.
  private var hasFallen = false

  package init(perPage: Int, pageCount: Int? = nil, objectCount: Int? = nil, isSized: Bool = true) {
    self.isSized = isSized
    self.perPage = perPage
    self.pageCount = pageCount
    self.objectCount = objectCount
  }

  /// The total turned out to be one of pages.
  package mutating func takeTotalOfPages() {
    (pageCount, ownPages) = (objectCount, objectCount)
    objectCount = nil
  }

  /// Counts the pages: by the total, or as the API does. Pages that begin between the API's own are
  /// one more.
  private mutating func countPages() {
    if let objectCount, isSized {
      pageCount = pages(upTo: objectCount)
    } else if hasFallen {
      pageCount = nil
    } else if let ownPages {
      let (items, overflow) = ownPages.multipliedReportingOverflow(by: perPage)
      pageCount = lead == 0 || overflow ? ownPages : pages(upTo: items)
    }
  }

  /// Applies the counts that a response states. With a total, the number of pages is the total
  /// divided by the page size, rounded up; a different stated number results in a warning.
  package mutating func take(_ stated: StatedCounts) -> PageWarning? {
    if let bound = stated.objectCountMin { objectCountMin = bound }
    if let perPage = stated.perPage {
      self.perPage = perPage
      isSized = true
    }
    if let objectCount = stated.objectCount { self.objectCount = objectCount }
    if let pages = stated.pageCount {
      hasFallen = pages != ownPages && (hasFallen || pages < ownPages ?? 0)
      ownPages = pages
    }
    countPages()
    guard let objectCount, isSized else { return nil }
    let ceiling = pages(upTo: objectCount)
    guard let statedCount = stated.pageCount, statedCount != ceiling else { return nil }
    return .inconsistentCounts(
      statedPages: statedCount, computedPages: ceiling, objectCount: objectCount)
  }

  // MARK: Offsets are arithmetic on page numbers: each page has its place among all items

  /// Returns the number of pages up to an index, which lies just past the last item.
  func pages(upTo index: Int) -> Int {
    let all = max(0, index.plus(lead))
    return index == 0 ? 0 : all / perPage + (all % perPage == 0 ? 0 : 1)
  }

  /// Returns the number of pages before the one that an index is on.
  package func pages(before index: Int) -> Int {
    index < perPage - lead ? 0 : max(0, index.plus(lead)) / perPage
  }

  /// True when a page begins at an index.
  package func begins(at index: Int) -> Bool {
    place(of: pages(before: index)).index == index
  }

  /// Pages begin by this many items before the multiples of their size, as they did before.
  package mutating func move(by lead: Int) {
    self.lead = min(max(-KnownCounts.leadMax, lead), KnownCounts.leadMax)
  }

  /// The same, from a checkpoint: no page begins before the first item. `ordinal`: from 0.
  package mutating func move(by lead: Int, to ordinal: Int) {
    move(by: min(lead, max(max(0, ordinal).times(perPage), perPage - 1)))
  }

  /// The pages before this one stay where they are, wherever later ones begin. `ordinal`: from 0.
  package mutating func keepPlaces(before ordinal: Int) {
    unmoved.removeAll { $0.pages >= ordinal }
    if unmoved.last?.lead == lead { unmoved.removeLast() }
    unmoved.append(Stretch(pages: ordinal, lead: lead))
    if unmoved.count > KnownCounts.unmovedMax { unmoved.removeFirst() }
  }

  /// Makes a page begin at an index, regardless of the pages before it. `ordinal`: from 0.
  package mutating func begin(_ ordinal: Int, at index: Int) {
    let (even, overflow) = ordinal.multipliedReportingOverflow(by: perPage)
    if overflow { return }
    move(by: even - min(index, KnownCounts.leadMax))
    countPages()
  }

  private static let leadMax = 1 << 60

  /// Has a page begin at an index; gives the number of pages before it.
  package mutating func begin(at index: Int) -> Int {
    lead = (perPage - index % perPage) % perPage
    countPages()
    return pages(before: index)
  }

  /// The index of a page's first item, and how many items it may have. `ordinal`: from 0.
  package func place(of ordinal: Int) -> (index: Int, size: Int) {
    let (even, overflow) = ordinal.multipliedReportingOverflow(by: perPage)
    if overflow { return (ordinal > 0 ? Int.max : 0, perPage) }
    let lead = unmoved.first { ordinal < $0.pages }?.lead ?? lead
    if ordinal == 0 { return (0, (1..<perPage).contains(lead) ? perPage - lead : perPage) }
    return (max(0, even.plus(-lead)), perPage)
  }
}

extension PageReading {
  /// Decides the end, in the order of the contract: an explicit signal, the total, an empty page;
  /// and, where that is documented, a page shorter than the size that the API states.
  package func outlook(
    requested: RequestedPage, counts: KnownCounts, firstPage: Int, isComputed: Bool,
    shortPageEnds: Bool = false
  ) -> NextPageHint {
    if let untilReached {
      return .ends(EndReason(.untilReached(untilReached), page: requested.page))
    }
    if let goesOn {
      if !goesOn, let goesOnSource {
        return .ends(EndReason(.moreFalse(goesOnSource), page: requested.page))
      }
      if case .none(let field, let value, _) = neighbours.next, !isComputed {
        var outlook = NextPageHint.ends(
          EndReason(.noNext(StatedValue(field, value)), page: requested.page))
        outlook.isSignalMissing = true
        return outlook
      }
      if case .broken = neighbours.next { return .unknown }
      return .goesOn
    }
    switch neighbours.next {
    case .position:
      return .goesOn
    case .none(let field, let value, _):
      let stated = StatedValue(field, value)
      var outlook = NextPageHint.ends(
        EndReason(
          neighbours.endsByTotal ? .rangeComplete(stated) : .noNext(stated), page: requested.page))
      outlook.isSignalMissing = !isComputed && isSilent
      return outlook
    case .broken: return .unknown
    case .unsaid:
      var outlook = unsaidOutlook(requested, counts, firstPage, shortPageEnds)
      outlook.isSignalMissing = wantsLast && !items.isEmpty && outlook.hasNext == nil
      return outlook
    }
  }

  /// A flag is due that says whether there is more, and neither it nor a next position is there.
  private var isSilent: Bool {
    wantsFlag && goesOn == nil && !items.isEmpty && isNextAbsent
  }

  /// The page is no byte at all, where neither the status nor the format says that this is right.
  package var isBlank: Bool {
    saysNothing && view.scan == nil && HTTPStatus(view.status).isSuccess
      && ![204, 205].contains(view.status) && !view.form.isOpenEnded
  }

  /// True when nothing is at the place of the next position: neither a value nor a null.
  package var isNextAbsent: Bool {
    guard case .none(let field, _, _) = neighbours.next, let path = try? ValuePath(field),
      case .missing = view.value(at: path)
    else { return false }
    return true
  }

  private func unsaidOutlook(
    _ requested: RequestedPage, _ counts: KnownCounts, _ firstPage: Int, _ shortPageEnds: Bool
  ) -> NextPageHint {
    if let pageCount = counts.pageCount {
      let ordinal = requested.page - firstPage + 1
      guard ordinal >= pageCount else { return .goesOn }
      let cause: EndReason.Cause =
        counts.objectCount.map { .objectCountReached($0) } ?? .pageCountReached(pageCount)
      return .ends(EndReason(cause, page: requested.page))
    }
    if let size = self.counts.perPage, !items.isEmpty, items.count + overlap < size {
      guard shortPageEnds else {
        var outlook = NextPageHint.unknown
        outlook.shortOf = size
        return outlook
      }
      return .ends(
        EndReason(
          .shortPage(
            sizePath: perPagePath?.text ?? "perPage", size: size, items: items.count + overlap),
          page: requested.page))
    }
    if items.isEmpty { return .ends(EndReason(.emptyPage, page: requested.page)) }
    return .unknown
  }
}
