/// Tokens: their places, the reasons for and against them, and the parameters that they go into
/// where the table of names does not tell.
enum TokenRule: String, CaseIterable, ScoreRule {
  case merged, connection, connectionWithoutVariable
  case itemCursor, itemCursorAlone
  case elsewhere, document, otherSpelling, emptyBesideNumber, emptyBesideStatedNumber
  case offsetOfNextPage, offsetOfThisPage
  case inURL, inRequest, asNamed, everyName, everyPlace, inNext, startOfMember, unknown, respelled
  case exclusiveStart
  case cursorOfPage
  case lastValue, idOfLastItem, numberOfLastItem
  case ownOffset, ownOffsetAlone, plain, nextOfParent, nextPage, nextOffset
  case nextBesideSize, nextTime, nextText

  /// The explanation for a token recognized by its name.
  static let named = "named like the token of the next page"
  /// The explanation for the last item's identifier.
  static let itemID = "the last item, after which more comes"

  var row: ScoreRow {
    switch self {
    // An object named continue or next_params is made to be sent along.
    case .merged: .starts(0.9, "parameters for the next request")
    // The Relay specification, and the query has a variable that takes the cursor.
    case .connection: .starts(0.97, "pageInfo of a GraphQL connection")
    // The query has no variable that would take the cursor.
    case .connectionWithoutVariable: .starts(0.4, "pageInfo of a GraphQL connection")
    // The last cursor of a full page.
    case .itemCursor: .starts(0.6, "each item has its own cursor")
    // Nothing says that there is more.
    case .itemCursorAlone: .starts(0.42, "each item has its own cursor")
    case .elsewhere: .adds(-0.4)  // The object around it does not page.
    case .document: .adds(-0.4)  // A document has tokens of its own.
    case .otherSpelling: .adds(-0.01)  // Another spelling of the parameter is likelier.
    // The request pages by numbers: the API's other way of paging does not show the end.
    case .emptyBesideNumber: .limits(0.4, "the request names a page by its number")
    // It may page by numbers as well, which is tried first.
    case .emptyBesideStatedNumber: .limits(0.55, "a full page states its number")
    // Above 0, with more to come, and not requested: it is the next offset.
    case .offsetOfNextPage: .starts(0.75)
    case .offsetOfThisPage: .starts(0)  // A stated offset is the page's own.
    case .inURL: .starts(0.97)  // A URL of the response shows which parameter takes it.
    // A token goes where the one before it was sent.
    case .inRequest: .starts(0.93, "the request has a parameter of this name")
    case .asNamed: .starts(0.46)  // Zoom takes next_page_token under this same name.
    case .everyName: .starts(0.45)  // Many names at once, after likelier ones.
    // Those of positions that are counted on most APIs.
    case .everyPlace: .starts(0.445)
    case .inNext: .starts(0.8)  // Members of an object named next are parameters.
    // One vendor's pair of names, regardless of what is counted.
    case .exclusiveStart: .starts(0.8)
    case .cursorOfPage: .starts(0.7)  // Pages are named by cursors, and one before it is.
    // The items have the member: this is where the next page starts.
    case .startOfMember: .starts(0.6)
    case .unknown: .starts(0.48)  // Named next, with a word that no table has.
    case .respelled: .starts(0.47)  // The same, spelled as the request's own parameters are.
    case .lastValue: .starts(0.75)  // last_x is x of the last item, with more to come.
    // More to come, and texts as ids: Stripe, and many after it.
    case .idOfLastItem: .starts(0.44)
    // With numbers as ids, positions that are counted are likelier.
    case .numberOfLastItem: .starts(0.39)
    case .ownOffset: .starts(0.6)  // x-offset, with more to come, goes into xOffset.
    case .ownOffsetAlone: .starts(0.2)  // x-offset may be of this page.
    // A token next to items belongs to the list, unless it belongs to a login.
    case .plain: .starts(0.55)
    case .nextOfParent: .starts(0.7)  // Next in an object named cursors, or tokens.
    case .nextPage: .starts(0.7)  // A small number named next counts pages.
    case .nextOffset: .starts(0.6)  // As many as there are items here: an offset.
    case .nextBesideSize: .starts(0.55)  // The name that goes with that of the size.
    case .nextTime: .starts(0.49)  // A large number named next may be a time.
    case .nextText: .starts(0.48)  // A text named next is a cursor; its parameter is a guess.
    }
  }
}
