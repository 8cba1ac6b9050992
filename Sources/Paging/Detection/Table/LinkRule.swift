/// Links, headers that hold a position, and ranges: their places, and the reasons not to follow
/// them.
enum LinkRule: String, CaseIterable, ScoreRule {
  case relation, noNext, header, absolute, emptyBesidePrevious, empty, emptyToken
  case array, elsewhere, noList, document, otherOrigin, otherPath, lostParameters
  case keptParameters, keptOffset
  case number, token, nextRange, range

  var row: ScoreRow {
    switch self {
    case .relation: .starts(1, #"link with rel "next""#)  // RFC 8288: the API names the next page.
    // APIs with these relations leave out next on the last page only.
    case .noNext: .starts(0.8, "pagination links, but none to a next page")
    // A URL in a header named next has no other use.
    case .header: .starts(0.95, "header with the URL of the next page")
    case .absolute: .starts(1, "URL of the next page")  // A URL in a member named next.
    // With a previous position next to it, this is the last page; no next position is visible.
    case .emptyBesidePrevious: .starts(0.75, "the field of the next page is empty")
    // Null in a member named next mostly ends a list; it may hold a token, too.
    case .empty: .starts(0.6, "the field of the next page is empty")
    // The name is one of a token, so that a URL would not stand there.
    case .emptyToken: .adds(-0.4)
    case .array: .starts(1, #"links, one of them with rel "next""#)  // The API names the next page.
    case .elsewhere: .adds(-0.6)  // What does not page has next things of its own: chapters, posts.
    case .noList: .adds(-0.4)  // Without a list there is nothing to page.
    case .document: .adds(-0.6)  // The next document is not the next page.
    // A proxy, or a mistake.
    case .otherOrigin: .adds(-0.2, "the URL of the next page has another origin")
    // The request was no GET, and a token for its body is surer.
    case .otherPath:
      .limits(0.7, "the URL of the next page has another path, which may accept only GET")
    // An API that forgets filters pages through another list; a cursor may hold them.
    case .lostParameters: .limits(0.75, "parameters that the URL of the next page lacks")
    case .keptParameters: .limits(0.72)  // A link is meant as it is, and tried so first.
    // WordPress adds a page number that it does not heed; Cinder skips as many rows again.
    case .keptOffset: .limits(0.6, "the URL of the next page has the offset of this one")
    // X-Next-Page and X-Next-Offset go into page and offset.
    case .number: .starts(0.95, "header with the position of the next page")
    // What it goes into is a guess from its name.
    case .token: .starts(0.75, "header with the position of the next page")
    // The API names the next range itself.
    case .nextRange: .starts(1, "the range of the next page")
    // With a unit, the API takes ranges; without one it goes with an offset.
    case .range: .starts(0.9, "the range of the items on this page")
    }
  }
}
