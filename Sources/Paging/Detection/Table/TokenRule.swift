/// Tokens: where one is, and what speaks for it and against it.
enum TokenRule: String, CaseIterable, ScoreRule {
  case merged, connection, connectionWithoutVariable, laterConnection
  case itemCursor, itemCursorAlone
  case empty, elsewhere, document, otherSpelling, offsetOfNextPage, offsetOfThisPage

  /// What is said of a token that its name has shown.
  static let named = "named like the token of the next page"
  /// What is said of the last item's identifier.
  static let itemID = "the last item, after which more comes"

  var row: ScoreRow {
    switch self {
    case .merged:
      .starts(
        0.9, "parameters for the next request",
        because: "an object named continue or next_params is made to be sent along")
    case .connection:
      .starts(
        0.97, "pageInfo of a GraphQL connection",
        because: "the Relay specification, and the query has a variable that takes the cursor")
    case .connectionWithoutVariable:
      .starts(
        0.4, "pageInfo of a GraphQL connection",
        because: "the query has no variable that would take the cursor")
    case .laterConnection: .adds(-0.05, because: "the first connection is the outermost one")
    case .itemCursor:
      .starts(0.6, "each item has its own cursor", because: "the last cursor of a full page")
    case .itemCursorAlone:
      .starts(0.42, "each item has its own cursor", because: "nothing says that there is more")
    case .empty:
      .adds(-0.1, "the field of the token is empty", because: "no token was seen in it")
    case .elsewhere: .adds(-0.4, because: "the object around it does not page")
    case .document: .adds(-0.4, because: "a document has tokens of its own")
    case .otherSpelling: .adds(-0.01, because: "another spelling of the parameter is likelier")
    case .offsetOfNextPage:
      .starts(
        0.75, because: "above 0, with more to come, without being asked for: it is the next one")
    case .offsetOfThisPage: .starts(0, because: "a stated offset is the page's own")
    }
  }
}

/// Which parameter a token goes into, where the table of names does not tell.
enum ParameterRule: String, CaseIterable, ScoreRule {
  case inURL, inRequest, asNamed, inNext, startOfMember, unknown
  case lastToAfterID, lastToAfter, lastToStartingAfter, lastValue
  case itemToStartingAfter, itemToBeforeID, itemToAfterID, numberToStartingAfter
  case ownOffset, ownOffsetAsNamed, ownOffsetAlone, plain, plainWithoutItems
  case nextOfCursors, nextOfTokens, nextPage, nextOffset
  case nextBesideSize, nextTime, nextNumber, nextText, nextTextAsNamed, nextTextAsPage

  var row: ScoreRow {
    switch self {
    case .inURL: .starts(0.97, because: "a URL of the response shows which parameter takes it")
    case .inRequest:
      .starts(
        0.93, "the request has a parameter of this name",
        because: "a token goes where the one before it was sent")
    case .asNamed: .starts(0.6, because: "Zoom takes next_page_token under this same name")
    case .inNext: .starts(0.8, because: "members of an object named next are parameters")
    case .startOfMember:
      .starts(0.6, because: "the items have the member: this is where the next page starts")
    case .unknown: .starts(0.45, because: "named next, with a word that no table has")
    case .lastToAfterID: .starts(0.6, because: "last_id is the last item's, and after_id its pair")
    case .lastToAfter: .starts(0.55, because: "last_id is the last item's; after may take it")
    case .lastToStartingAfter: .starts(0.45, because: "last_id is the last item's; Stripe's name")
    case .lastValue: .starts(0.75, because: "last_x is x of the last item, with more to come")
    case .itemToStartingAfter:
      .starts(0.44, because: "more to come, and texts as ids: Stripe and many after it")
    case .itemToBeforeID: .starts(0.4, because: "newest first: lists continue before the last")
    case .itemToAfterID: .starts(0.38, because: "oldest first: lists continue after the last")
    case .numberToStartingAfter:
      .starts(0.39, because: "with numbers as ids, positions that are counted are likelier")
    case .ownOffset: .starts(0.6, because: "x-offset, with more to come, goes into xOffset")
    case .ownOffsetAsNamed: .starts(0.5, because: "x-offset, if the parameter has its very name")
    case .ownOffsetAlone: .starts(0.2, because: "x-offset may be of this page")
    case .plain: .starts(0.55, because: "token beside items is one of the list, if not of a login")
    case .plainWithoutItems: .starts(0.1, because: "token without items is one of a login")
    case .nextOfCursors: .starts(0.72, because: "next in an object named cursors")
    case .nextOfTokens: .starts(0.6, because: "next in an object named tokens")
    case .nextPage: .starts(0.7, because: "a small number named next counts pages")
    case .nextOffset: .starts(0.6, because: "as many as there are items here: an offset")
    case .nextBesideSize: .starts(0.55, because: "the name that goes with that of the size")
    case .nextTime: .starts(0.46, because: "a large number named next may be a time")
    case .nextNumber: .starts(0.42, because: "a large number named next may be an identifier")
    case .nextTextAsNamed: .starts(0.42, because: "a text named next; the parameter may be, too")
    case .nextTextAsPage: .starts(0.4, because: "a text named next; Stripe's search has page")
    case .nextText:
      .starts(0.45, because: "a text named next is a cursor; its parameter is a guess")
    }
  }
}
