package import JSON

extension PageWarning {
  /// The values that show it, by their names on the wire and in checkpoints.
  package var details: [(String, JSONValue)] {
    func counts(_ counts: KeyValuePairs<String, Int>) -> [(String, JSONValue)] {
      counts.map { ($0.key, .integer($0.value)) }
    }
    return switch self {
    case .metadataInvalid(let value), .incompleteResults(let value): [("value", value.value)]
    case .undetected, .refreshTokenReplaced, .untilUnknown, .slicesUnordered: []
    case .pageMismatch(_, let requested, let stated):
      counts(["asked": requested, "stated": stated])
    case .inconsistentCounts(let stated, let computed, _):
      counts(["stated": stated, "computed": computed])
    case .pageSizeDrift(let page, let expected, let found):
      counts(["page": page, "expected": expected, "found": found])
    case .countChanged(let before, let now): counts(["before": before, "now": now])
    case .perPageNotSent(let wanted, let found): counts(["asked": wanted, "found": found])
    case .unevenRows(let page, let count): counts(["page": page, "count": count])
    case .innerListsCut(_, let page, let items), .innerListsDoubtful(_, let page, let items):
      counts(["page": page, "items": items])
    case .shortPage(let page, let found, let stated):
      counts(["page": page, "found": found, "stated": stated])
    case .severalLists(let paths): [("paths", .array(paths.map(JSONValue.string)))]
    case .signalMissing(let page), .repeatedPage(let page), .placeLost(let page),
      .limitNotReached(let page), .moreNotFollowed(let page):
      counts(["page": page])
    case .recovered(let items), .restarted(let items), .nothingMapped(let items):
      counts(["items": items])
    case .duplicates(let count), .repeatedBeginning(let count): counts(["count": count])
    case .sharedItems(let page, let count, let pages, let items):
      counts(["page": page, "count": count])
        + [("pages", .array(pages.map(JSONValue.integer))), ("items", .array(items))]
    case .countShrank(let page, let before, let now):
      counts(["page": page, "before": before, "now": now])
    case .gap(_, let page, let expected, let stated),
      .overlap(_, let page, let expected, let stated):
      counts(["page": page, "expected": expected, "stated": stated])
    case .itemCountMismatch(let stated, let found), .pageCountMismatch(let stated, let found):
      counts(["stated": stated, "found": found])
    case .moving(let passes, let came, let went):
      counts(["passes": passes, "came": came, "went": went])
    case .sliceTooDense(let from, let to, let stated):
      [("from", from), ("to", to), ("stated", stated.map(JSONValue.integer) ?? .null)]
    case .rangeIgnored(let stated): counts(["stated": stated])
    }
  }
}
