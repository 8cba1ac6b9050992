package import JSON

/// Something that a client should know although the page was good.
package enum PageWarning: Sendable, Equatable {
  /// A value that should be a count or a flag is neither, and was ignored.
  case metadataInvalid(StatedValue)
  /// The API says that it sent another page than the one requested.
  case pageMismatch(Place, requested: Int, stated: Int)
  /// The number of pages that the API states is not the one that its total makes.
  case inconsistentCounts(statedPages: Int, computedPages: Int, objectCount: Int)
  /// A page in the middle came with another number of items than the size.
  case pageSizeDrift(page: Int, expected: Int, found: Int)
  /// The API's total has changed.
  case countChanged(before: Int, now: Int)
  /// Several lists could be the items: their key paths, that of the one that was taken first.
  case severalLists([String])
  /// Detection found no way of paging; `refutation`: what the second page showed of the best one.
  case undetected(refutation: String?)
  /// The API reports neither the next page nor that there is none.
  case signalMissing(page: Int)
  /// The only page indicates more, which the way of paging does not ask for.
  case moreNotFollowed(page: Int)
  /// Items have nothing at the path of `limits.until` that can be compared with its value.
  case untilUnknown(String)
  /// Nothing says how the API takes the page size that the caller wants, and its pages have another.
  case perPageNotSent(wanted: Int, found: Int)
  /// Rows of a table have more or fewer fields than its header.
  case unevenRows(page: Int, count: Int)
  /// Lists within items go on elsewhere, as a flag at this path in each of them says.
  case innerListsCut(path: String, page: Int, items: Int)
  /// Lists within items, at this path, may not be whole although they were walked.
  case innerListsDoubtful(path: String, page: Int, items: Int)
  /// The token endpoint has replaced the refresh token, which only this process knows now.
  case refreshTokenReplaced

  /// A walk by offsets has gone back for items that deletions had moved to pages already read.
  case recovered(items: Int)

  /// None of this many items meets a case of the mapping, which says nothing of others.
  case nothingMapped(items: Int)

  /// A position had expired, and the walk began again: this many items that had been delivered were
  /// skipped.
  case restarted(items: Int)

  /// A page had fewer items than the size that the API states, and more came after it.
  case shortPage(page: Int, found: Int, stated: Int)

  // Doubts whether a walk has every item once:

  /// Items of a walk came more than once.
  case duplicates(count: Int)
  /// A page has items that other pages in memory have, too.
  case sharedItems(page: Int, count: Int, pages: [Int], items: [JSONValue])
  /// The total went down on the way, so that items may have moved to pages already read.
  case countShrank(page: Int, before: Int, now: Int)
  /// A position lies after the one that comes next: items were omitted.
  case gap(Place, page: Int, expected: Int, stated: Int)
  /// A position lies before the one that comes next: items came again.
  case overlap(Place, page: Int, expected: Int, stated: Int)
  /// A page began with the items that the page before ended with.
  case repeatedBeginning(count: Int)
  /// An item that was delivered last is not found again: items may be missing, or come twice.
  case placeLost(page: Int)
  /// The list ended before the items that an earlier walk ended with: all others may have changed, or
  /// items may be missing.
  case limitNotReached(page: Int)
  /// A page has exactly the items of an earlier one.
  case repeatedPage(page: Int)
  /// The API counts another number of items than came.
  case itemCountMismatch(stated: Int, found: Int)
  /// The API counts more pages than there were.
  case pageCountMismatch(stated: Int, found: Int)
  /// No two passes over the list had the same items: in the last one, `came` items were new and
  /// `went` items were gone.
  case moving(passes: Int, came: Int, went: Int)
  /// The API says that its results are not all, in a member of its own.
  case incompleteResults(StatedValue)

  // Of a walk in slices, with their bounds as the request has them:

  /// The smallest slice has more items than the API's ceiling; `stated` is nil if there is no
  /// total.
  case sliceTooDense(from: JSONValue, to: JSONValue, stated: Int?)
  /// Every part of the range has as much as the whole: the API does not filter by it.
  case rangeIgnored(stated: Int)
  /// Items do not ascend by the path that slices are cut by, or lack it.
  case slicesUnordered(String)

  /// The kind of place in the collection that a response states.
  package enum Place: String, Sendable {
    case currentPage, offset
  }

  /// The closed list of warnings.
  package enum Kind: String, Sendable, CaseIterable {
    case metadataInvalid, pageMismatch, inconsistentCounts, pageSizeDrift, countChanged
    case undetected, signalMissing, refreshTokenReplaced, untilUnknown, severalLists
    case duplicates, gaps, pagesShifted, repeatedPage, countMismatch, moving
    case shortPage, incompleteResults, recovered, perPageNotSent, unevenRows
    case innerListsCut, innerListsDoubtful, restarted, nothingMapped
    case sliceTooDense, rangeIgnored, slicesUnordered
  }

  /// True when the warning is a reason to doubt that a walk has every item exactly once.
  package var isDoubt: Bool {
    switch kind {
    case .metadataInvalid, .pageMismatch, .inconsistentCounts, .pageSizeDrift, .countChanged,
      .refreshTokenReplaced, .untilUnknown, .severalLists, .shortPage, .recovered,
      .perPageNotSent, .unevenRows, .innerListsCut, .restarted, .nothingMapped:
      false
    case .undetected, .signalMissing, .duplicates, .gaps, .pagesShifted, .repeatedPage,
      .countMismatch, .moving, .incompleteResults, .sliceTooDense, .rangeIgnored,
      .slicesUnordered, .innerListsDoubtful:
      true
    }
  }

  package var kind: Kind { facts.kind }

  /// The setting or value that it is about; nil: the pages as a whole.
  package var subject: String? { facts.subject }

  private var facts: (kind: Kind, subject: String?) {
    switch self {
    case .metadataInvalid(let value): (.metadataInvalid, value.path)
    case .pageMismatch(let place, _, _): (.pageMismatch, place.rawValue)
    case .inconsistentCounts: (.inconsistentCounts, nil)
    case .pageSizeDrift: (.pageSizeDrift, "items")
    case .countChanged: (.countChanged, "objectCount")
    case .severalLists: (.severalLists, "itemsPath")
    case .undetected: (.undetected, "pagination")
    case .signalMissing: (.signalMissing, "more")
    case .moreNotFollowed: (.signalMissing, "pagination")
    case .untilUnknown(let path): (.untilUnknown, path)
    case .perPageNotSent: (.perPageNotSent, "perPage")
    case .unevenRows: (.unevenRows, "items")
    case .innerListsCut(let path, _, _): (.innerListsCut, path)
    case .innerListsDoubtful(let path, _, _): (.innerListsDoubtful, path)
    case .refreshTokenReplaced: (.refreshTokenReplaced, "auth.refreshToken")
    case .recovered: (.recovered, "identity")
    case .restarted: (.restarted, nil)
    case .nothingMapped: (.nothingMapped, "when")
    case .shortPage: (.shortPage, "items")
    case .duplicates, .sharedItems: (.duplicates, "identity")
    case .countShrank: (.gaps, "objectCount")
    case .gap(let place, _, _, _): (.gaps, place.rawValue)
    case .placeLost: (.gaps, "identity")
    case .limitNotReached: (.gaps, "limits.until")
    case .overlap(let place, _, _, _): (.pagesShifted, place.rawValue)
    case .repeatedBeginning: (.pagesShifted, "items")
    case .repeatedPage: (.repeatedPage, "items")
    case .itemCountMismatch: (.countMismatch, "objectCount")
    case .pageCountMismatch: (.countMismatch, "pageCount")
    case .moving: (.moving, "items")
    case .incompleteResults(let value): (.incompleteResults, value.path)
    case .sliceTooDense: (.sliceTooDense, "ceiling")
    case .rangeIgnored: (.rangeIgnored, "slices")
    case .slicesUnordered: (.slicesUnordered, "slices.by")
    }
  }

  /// True when a later warning says the same as this one, with newer values.
  package func isReplaced(by later: PageWarning) -> Bool {
    kind == later.kind && subject == later.subject
  }
}
