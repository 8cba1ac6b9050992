/// Scores for a response that is complete in itself.
enum SingleRule: String, CaseIterable, ScoreRule {
  case document, links, complete, emptyList, page, list, named
  case noItems, emptyObject, onlyEmptyMembers, lines, failure

  var row: ScoreRow {
    switch self {
    // There is no list, or only one inside the document.
    case .document: .starts(0.9, "one document")
    // The API's place for the next link is there, and nothing is in it.
    case .links: .starts(0.65, "has links, but none to a next page")
    case .complete: .starts(0.85, "a complete list")  // The total or a flag says so.
    // Exports come so, as a whole, and lines have no next link.
    case .lines: .starts(0.85, "lines of JSON, or rows")
    case .emptyList: .starts(0.6, "an empty list")  // Nothing follows an empty list.
    // A code that is no usual success, or words such as "limit exceeded" next to it.
    case .failure: .starts(0.3, "an empty list with the report of a failure")
    // As long as pages often are, or of a size that was asked for: it may have been cut.
    case .page: .starts(0.3, "a list that may be a page")
    case .list: .starts(0.45, "a list")  // An API may cut it and not say so.
    case .named: .lifts(0.7, "a document with a list")  // A name or a version next to the list.
    case .noItems: .starts(0.7, "no items")  // A count of 0 and no list.
    // An empty object is an empty page on most APIs.
    case .emptyObject: .starts(0.6, "an empty object")
    // Where the items would be, there is nothing.
    case .onlyEmptyMembers: .starts(0.3, "nothing")
    }
  }

  /// True when a name next to the list is further evidence.
  var isOfList: Bool { [.complete, .emptyList, .page, .list].contains(self) }
}
