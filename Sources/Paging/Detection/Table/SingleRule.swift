/// When a response is all there is.
enum SingleRule: String, CaseIterable, ScoreRule {
  case document, links, complete, emptyList, short, full, usualSize, list, named, namedOfUsualSize
  case noItems, emptyObject, onlyEmptyMembers, lines

  var row: ScoreRow {
    switch self {
    case .document: .starts(0.9, "one document", because: "there is no list, or one inside of it")
    case .links:
      .starts(
        0.65, "has links, but none to a next page",
        because: "the API's place for the next link is there, and nothing is in it")
    case .complete: .starts(0.85, "a complete list", because: "the total or a flag says so")
    case .lines:
      .starts(
        0.85, "lines of JSON", because: "exports come so, as a whole, and lines have no next link")
    case .emptyList: .starts(0.6, "an empty list", because: "nothing follows an empty list")
    case .short:
      .starts(
        0.3, "fewer items than a full page",
        because: "the last page is short, and so is one of an API that keeps to a size of its own")
    case .full: .starts(0.2, "a full page", because: "there is likely another one")
    case .usualSize:
      .starts(0.25, "a list", because: "as many items as pages often have: it may have been cut")
    case .list: .starts(0.45, "a list", because: "an API may cut it and not say so")
    case .named:
      .lifts(0.7, "a document with a list", because: "a name or a version beside the list")
    case .namedOfUsualSize:
      .lifts(0.6, "a document with a list", because: "a name beside it; the list may have been cut")
    case .noItems: .starts(0.7, "no items", because: "a count of 0 beside no list")
    case .emptyObject: .starts(0.6, because: "an empty object is an empty page on most APIs")
    case .onlyEmptyMembers: .starts(0.3, because: "where the items would be, there is nothing")
    }
  }
}

extension SingleRule {
  /// Whether a name next to the list says more.
  var isOfList: Bool {
    [.complete, .emptyList, .short, .full, .usualSize, .list].contains(self)
  }
}

/// What the response as a whole says of a finding.
enum OverallRule: String, CaseIterable, ScoreRule {
  case belowExplicit, singleBesideOthers, countedWithoutList

  var row: ScoreRow {
    switch self {
    case .belowExplicit: .adds(-0.05, because: "what the API gives goes before arithmetic")
    case .singleBesideOthers: .limits(0.1, because: "something says how to get to the next page")
    case .countedWithoutList: .adds(-0.4, because: "without a list there is nothing to count")
    }
  }
}
