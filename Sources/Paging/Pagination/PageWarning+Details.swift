package import JSON

extension PageWarning {
  /// The values that show it, by their names on the wire and in checkpoints.
  package var details: [(String, JSONValue)] {
    switch self {
    case .metadataInvalid(let value): [("value", value.value)]
    case .pageMismatch(_, let requested, let stated):
      [("asked", .integer(requested)), ("stated", .integer(stated))]
    case .inconsistentCounts(let stated, let computed, _):
      [("stated", .integer(stated)), ("computed", .integer(computed))]
    case .pageSizeDrift(let page, let expected, let found):
      [("page", .integer(page)), ("expected", .integer(expected)), ("found", .integer(found))]
    case .countChanged(let before, let now):
      [("before", .integer(before)), ("now", .integer(now))]
    case .undetected, .refreshTokenReplaced, .untilUnknown: []
    case .perPageNotSent(let wanted, let found):
      [("asked", .integer(wanted)), ("found", .integer(found))]
    case .unevenRows(let page, let count): [("page", .integer(page)), ("count", .integer(count))]
    case .innerListsCut(_, let page, let items), .innerListsDoubtful(_, let page, let items):
      [("page", .integer(page)), ("items", .integer(items))]
    case .shortPage(let page, let found, let stated):
      [("page", .integer(page)), ("found", .integer(found)), ("stated", .integer(stated))]
    case .incompleteResults(let value): [("value", value.value)]
    case .severalLists(let paths): [("paths", .array(paths.map(JSONValue.string)))]
    case .signalMissing(let page), .repeatedPage(let page), .placeLost(let page),
      .limitNotReached(let page), .moreNotFollowed(let page):
      [("page", .integer(page))]
    case .recovered(let items), .restarted(let items), .nothingMapped(let items):
      [("items", .integer(items))]
    case .duplicates(let count), .repeatedBeginning(let count): [("count", .integer(count))]
    case .sharedItems(let page, let count, let pages, let items):
      [
        ("page", .integer(page)), ("count", .integer(count)),
        ("pages", .array(pages.map(JSONValue.integer))), ("items", .array(items)),
      ]
    case .countShrank(let page, let before, let now):
      [("page", .integer(page)), ("before", .integer(before)), ("now", .integer(now))]
    case .gap(_, let page, let expected, let stated),
      .overlap(_, let page, let expected, let stated):
      [("page", .integer(page)), ("expected", .integer(expected)), ("stated", .integer(stated))]
    case .itemCountMismatch(let stated, let found), .pageCountMismatch(let stated, let found):
      [("stated", .integer(stated)), ("found", .integer(found))]
    case .moving(let passes, let came, let went):
      [("passes", .integer(passes)), ("came", .integer(came)), ("went", .integer(went))]
    case .sliceTooDense(let from, let to, let stated):
      [("from", from), ("to", to), ("stated", stated.map(JSONValue.integer) ?? .null)]
    case .rangeIgnored(let stated): [("stated", .integer(stated))]
    case .slicesUnordered: []
    }
  }
}
