/// Page numbers and offsets: the reasons for and against counting them.
enum NumberRule: String, CaseIterable, ScoreRule {
  case page, offset, requestedPage, requestedOffset, written, linked, linkedAlone, stated
  case openBase, laterPage, otherKind, sizeOfPages
  case counted, flagged, full, sized, agreeing, disagreeing, most
  case otherName, otherPair

  var row: ScoreRow {
    switch self {
    // The request, the response or a URL mentions pages.
    case .page: .starts(0.5)
    // The request, the response or a URL mentions offsets.
    case .offset: .starts(0.5)
    // The request shows the parameter.
    case .requestedPage: .adds(0.05, "requested page number")
    // The request shows the parameter; offsets are rarer.
    case .requestedOffset: .adds(0.1, "requested offset")
    // The request has words for it, and a number at its place.
    case .written: .adds(0.1)
    // A URL of the next page shows the parameter.
    case .linked: .adds(0.05)
    // A URL of the next page has the unstated number.
    case .linkedAlone: .adds(0.1)
    // The response states where it is.
    case .stated: .adds(0.2)
    // A wrong first number skips a page or repeats one.
    case .openBase: .adds(-0.2, "nothing says whether the first page is number 0 or 1")
    // It is not the first page.
    case .laterPage: .adds(-0.05)
    // The request counts in the other settings.
    case .otherKind: .adds(-0.3)
    // A size of pages goes with numbers of pages.
    case .sizeOfPages: .adds(-0.3)
    // A total shows the end.
    case .counted: .adds(0.15)
    // A flag shows the end.
    case .flagged: .adds(0.15)
    // A full page is likely not the last one.
    case .full: .adds(0.05)
    // The size of the page is known.
    case .sized: .adds(0.05)
    // Total, size and number of pages agree.
    case .agreeing: .adds(0.05)
    // Total, size and number of pages do not agree.
    case .disagreeing: .adds(-0.1)
    // What is computed is less sure than what the API gives.
    case .most: .limits(0.95)
    // The response's own name is likelier the parameter's.
    case .otherName: .adds(-0.08)
    // A limit goes with an offset, but the response counts pages.
    case .otherPair: .adds(-0.1)
    }
  }
}

/// Guesses, where nothing names the parameter.
enum GuessRule: String, CaseIterable, ScoreRule {
  case more, sizeOfPages, later, most, one

  var row: ScoreRow {
    switch self {
    // There is more, and names that go together on many APIs are all there is.
    case .more: .starts(0.4, "nothing names the parameter: a common name is tried")
    // The request names a size of pages, so pages are counted.
    case .sizeOfPages: .starts(0.6, "nothing names the parameter: a common name is tried")
    // The likelier name is tried first.
    case .later: .adds(-0.03)
    // A second name is a guess in addition to the first one.
    case .most: .limits(0.75)
    // It leads nowhere, and comes after all that may.
    case .one: .starts(0.3, "the first page with one item is tried")
    }
  }
}
