/// Page numbers and offsets: the reasons for and against counting them, and guesses, where nothing
/// names the parameter.
enum NumberRule: String, CaseIterable, ScoreRule {
  case page, offset, requestedPage, requestedOffset, stated, openBase, otherKind, sizeOfPages
  case counted, sized, otherName, belowExplicit, withoutList
  case guess, guessOfPages, laterGuess, everyGuess, oneItem

  var row: ScoreRow {
    switch self {
    case .page: .starts(0.5)  // The request, the response or a URL mentions pages.
    case .offset: .starts(0.5)  // The request, the response or a URL mentions offsets.
    case .requestedPage: .adds(0.05, "requested page number")  // The request shows the parameter.
    // The request shows the parameter; offsets are rarer.
    case .requestedOffset: .adds(0.1, "requested offset")
    case .stated: .adds(0.2)  // The response, or a URL of the next page, states where it is.
    // A wrong first number skips a page or repeats one.
    case .openBase: .adds(-0.2, "nothing says whether the first page is number 0 or 1")
    case .otherKind: .adds(-0.3)  // The request counts in the other settings.
    case .sizeOfPages: .adds(-0.3)  // A size of pages goes with numbers of pages.
    case .counted: .adds(0.15)  // A total or a flag shows the end.
    case .sized: .adds(0.05)  // The size of the page is known.
    case .otherName: .adds(-0.08)  // The response's own name is likelier the parameter's.
    case .belowExplicit: .adds(-0.05)  // What the API gives goes before arithmetic.
    case .withoutList: .adds(-0.4)  // Without a list there is nothing to count.
    // There is more, and names that go together on many APIs are all there is.
    case .guess: .starts(0.4, "nothing names the parameter: a common name is tried")
    // The request names a size of pages, so pages are counted.
    case .guessOfPages: .starts(0.6, "nothing names the parameter: a common name is tried")
    case .laterGuess: .adds(-0.03)  // The likelier name is tried first.
    // Many names at once: it does not show which one is right.
    case .everyGuess: .starts(0.33, "many common names are tried at once")
    // It leads nowhere, and comes after all that may.
    case .oneItem: .starts(0.3, "the first page with one item is tried")
    }
  }
}
