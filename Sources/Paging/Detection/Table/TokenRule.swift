/// Tokens: their places, and the reasons for and against them.
enum TokenRule: String, CaseIterable, ScoreRule {
  case merged, connection, connectionWithoutVariable, laterConnection
  case itemCursor, itemCursorAlone
  case resumption
  case empty, elsewhere, document, otherSpelling, offsetOfNextPage, offsetOfThisPage

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
    // The first connection is the outermost one.
    case .laterConnection: .adds(-0.05)
    // The last cursor of a full page.
    case .itemCursor: .starts(0.6, "each item has its own cursor")
    // Nothing says that there is more.
    case .itemCursorAlone: .starts(0.42, "each item has its own cursor")
    // A protocol of harvesters has made up the name, and what goes with it.
    case .resumption: .adds(0.1, "a token of OAI-PMH, which stands alone")
    // No token was seen in it.
    case .empty: .adds(-0.1, "the field of the token is empty")
    // The object around it does not page.
    case .elsewhere: .adds(-0.4)
    // A document has tokens of its own.
    case .document: .adds(-0.4)
    // Another spelling of the parameter is likelier.
    case .otherSpelling: .adds(-0.01)
    // Above 0, with more to come, and not requested: it is the next offset.
    case .offsetOfNextPage: .starts(0.75)
    // A stated offset is the page's own.
    case .offsetOfThisPage: .starts(0)
    }
  }
}

/// Picks the parameter that a token goes into when the table of names does not tell.
enum ParameterRule: String, CaseIterable, ScoreRule {
  case inURL, inRequest, asNamed, inNext, startOfMember, unknown, exclusiveStart, cursorOfPage
  case lastToAfterID, lastToAfter, lastToStartingAfter, lastValue
  case itemToStartingAfter, itemToBeforeID, itemToAfterID, itemToAfter, itemToSinceID
  case numberToStartingAfter
  case ownOffset, ownOffsetAsNamed, ownOffsetAlone, plain, plainWithoutItems
  case nextOfCursors, nextOfTokens, nextPage, nextOffset
  case nextBesideSize, nextTime, nextNumber, nextText, nextTextAsNamed, nextTextAsPage

  var row: ScoreRow {
    switch self {
    // A URL of the response shows which parameter takes it.
    case .inURL: .starts(0.97)
    // A token goes where the one before it was sent.
    case .inRequest: .starts(0.93, "the request has a parameter of this name")
    // Zoom takes next_page_token under this same name.
    case .asNamed: .starts(0.6)
    // Members of an object named next are parameters.
    case .inNext: .starts(0.8)
    // One vendor's pair of names, regardless of what is counted.
    case .exclusiveStart: .starts(0.8)
    // Pages are named by cursors, and one before it is.
    case .cursorOfPage: .starts(0.7)
    // The items have the member: this is where the next page starts.
    case .startOfMember: .starts(0.6)
    // Named next, with a word that no table has.
    case .unknown: .starts(0.45)
    // last_id is the last item's, and after_id its pair.
    case .lastToAfterID: .starts(0.6)
    // last_id is the last item's; after may take it.
    case .lastToAfter: .starts(0.55)
    // last_id is the last item's; Stripe's name.
    case .lastToStartingAfter: .starts(0.45)
    // last_x is x of the last item, with more to come.
    case .lastValue: .starts(0.75)
    // More to come, and texts as ids: Stripe and many after it.
    case .itemToStartingAfter: .starts(0.44)
    // Newest first: lists continue before the last.
    case .itemToBeforeID: .starts(0.43)
    // Oldest first: lists continue after the last.
    case .itemToAfterID: .starts(0.42)
    // The same under a shorter name, which tokens have, too.
    case .itemToAfter: .starts(0.415)
    // The same, where lists are read again for what is new.
    case .itemToSinceID: .starts(0.41)
    // With numbers as ids, positions that are counted are likelier.
    case .numberToStartingAfter: .starts(0.39)
    // x-offset, with more to come, goes into xOffset.
    case .ownOffset: .starts(0.6)
    // x-offset, if the parameter has its very name.
    case .ownOffsetAsNamed: .starts(0.5)
    // x-offset may be of this page.
    case .ownOffsetAlone: .starts(0.2)
    // A token next to items belongs to the list, unless it belongs to a login.
    case .plain: .starts(0.55)
    // Token without items is one of a login.
    case .plainWithoutItems: .starts(0.1)
    // Next in an object named cursors.
    case .nextOfCursors: .starts(0.72)
    // Next in an object named tokens.
    case .nextOfTokens: .starts(0.6)
    // A small number named next counts pages.
    case .nextPage: .starts(0.7)
    // As many as there are items here: an offset.
    case .nextOffset: .starts(0.6)
    // The name that goes with that of the size.
    case .nextBesideSize: .starts(0.55)
    // A large number named next may be a time.
    case .nextTime: .starts(0.46)
    // A large number named next may be an identifier.
    case .nextNumber: .starts(0.42)
    // A text named next; the parameter may be, too.
    case .nextTextAsNamed: .starts(0.42)
    // A text named next; Stripe's search has page.
    case .nextTextAsPage: .starts(0.4)
    // A text named next is a cursor; its parameter is a guess.
    case .nextText: .starts(0.45)
    }
  }
}
