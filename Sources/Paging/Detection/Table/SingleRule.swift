/// Scores for a response that is complete in itself.
enum SingleRule: String, CaseIterable, ScoreRule {
  case document, links, complete, emptyList, short, full, usualSize, list, named
  case noItems, emptyObject, onlyEmptyMembers, lines

  var row: ScoreRow {
    switch self {
    // There is no list, or only one inside the document.
    case .document: .starts(0.9, "one document")
    // The API's place for the next link is there, and nothing is in it.
    case .links: .starts(0.65, "has links, but none to a next page")
    // The total or a flag says so.
    case .complete: .starts(0.85, "a complete list")
    // Exports come so, as a whole, and lines have no next link.
    case .lines: .starts(0.85, "lines of JSON, or rows")
    // Nothing follows an empty list.
    case .emptyList: .starts(0.6, "an empty list")
    // The last page is short, and so is one of an API that keeps to a size of its own.
    case .short: .starts(0.3, "fewer items than a full page")
    // There is likely another one.
    case .full: .starts(0.2, "a full page")
    // As many items as pages often have: it may have been cut.
    case .usualSize: .starts(0.25, "a list")
    // An API may cut it and not say so.
    case .list: .starts(0.45, "a list")
    // A name or a version next to the list.
    case .named: .lifts(0.7, "a document with a list")
    // A count of 0 and no list.
    case .noItems: .starts(0.7, "no items")
    // An empty object is an empty page on most APIs.
    case .emptyObject: .starts(0.6)
    // Where the items would be, there is nothing.
    case .onlyEmptyMembers: .starts(0.3)
    }
  }
}

extension SingleRule {
  /// True when a name next to the list is further evidence.
  var isOfList: Bool {
    [.complete, .emptyList, .short, .full, .usualSize, .list].contains(self)
  }
}

/// Adjusts a finding by the response as a whole.
enum OverallRule: String, CaseIterable, ScoreRule {
  case belowExplicit, singleBesideOthers, countedWithoutList

  var row: ScoreRow {
    switch self {
    // What the API gives goes before arithmetic.
    case .belowExplicit: .adds(-0.05)
    // Something says how to get to the next page.
    case .singleBesideOthers: .limits(0.1)
    // Without a list there is nothing to count.
    case .countedWithoutList: .adds(-0.4)
    }
  }
}
