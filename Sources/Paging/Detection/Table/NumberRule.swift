/// Page numbers and offsets: what speaks for counting them, and what against it.
enum NumberRule: String, CaseIterable, ScoreRule {
  case page, offset, requestedPage, requestedOffset, written, linked, linkedAlone, stated
  case openBase, laterPage, otherKind, sizeOfPages
  case counted, flagged, full, sized, agreeing, disagreeing, most
  case otherName, otherPair

  var row: ScoreRow {
    switch self {
    case .page: .starts(0.5, because: "the request, the response or a URL speaks of pages")
    case .offset: .starts(0.5, because: "the request, the response or a URL speaks of offsets")
    case .requestedPage:
      .adds(0.05, "requested page number", because: "the request shows the parameter")
    case .requestedOffset:
      .adds(0.1, "requested offset", because: "the request shows the parameter; offsets are rarer")
    case .written: .adds(0.1, because: "the request has words for it, and a number at its place")
    case .linked: .adds(0.05, because: "a URL of the next page shows the parameter")
    case .linkedAlone: .adds(0.1, because: "a URL of the next page has the unstated number")
    case .stated: .adds(0.2, because: "the response states where it is")
    case .openBase:
      .adds(
        -0.2, "nothing says whether the first page is number 0 or 1",
        because: "a wrong first number skips a page or repeats one")
    case .laterPage: .adds(-0.05, because: "it is not the first page")
    case .otherKind: .adds(-0.3, because: "the request counts in the other settings")
    case .sizeOfPages: .adds(-0.3, because: "a size of pages goes with numbers of pages")
    case .counted: .adds(0.15, because: "a total tells where it ends")
    case .flagged: .adds(0.15, because: "a flag tells where it ends")
    case .full: .adds(0.05, because: "a full page is likely not the last one")
    case .sized: .adds(0.05, because: "the size of the page is known")
    case .agreeing: .adds(0.05, because: "total, size and number of pages agree")
    case .disagreeing: .adds(-0.1, because: "total, size and number of pages do not agree")
    case .most: .limits(0.95, because: "what is computed is less sure than what the API gives")
    case .otherName: .adds(-0.08, because: "the response's own name is likelier the parameter's")
    case .otherPair:
      .adds(-0.1, because: "a limit goes with an offset, but the response counts pages")
    }
  }
}

/// Guesses, where nothing names the parameter.
enum GuessRule: String, CaseIterable, ScoreRule {
  case more, sizeOfPages, later, most

  var row: ScoreRow {
    switch self {
    case .more:
      .starts(
        0.4, "nothing names the parameter: a common name is tried",
        because: "there is more, and names that go together on many APIs are all there is")
    case .sizeOfPages:
      .starts(
        0.6, "nothing names the parameter: a common name is tried",
        because: "a size of pages was asked for, so that pages are counted")
    case .later: .adds(-0.03, because: "the likelier name is tried first")
    case .most: .limits(0.75, because: "a second name is a guess beside the first one")
    }
  }
}
