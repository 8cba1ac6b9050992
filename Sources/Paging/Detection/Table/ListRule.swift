/// Scores that pick the list with the items. They are not out of 1: the highest sum wins.
enum ListRule: String, CaseIterable, ScoreRule {
  case body, depth, empty, objects, arrays, scalars, named, profile, resource
  case longerResource, outerResource, otherList, links, longest, longer, counted
  case part, countedNone

  var row: ScoreRow {
    switch self {
    case .body: .starts(6)  // The whole body is a list.
    case .depth: .adds(-0.5)  // For each object around it: inner lists are parts of things.
    case .empty: .adds(1.5)  // An empty list may be one of items.
    case .objects: .adds(4)  // Items are objects.
    case .arrays: .adds(2)  // Rows may be lists of cells.
    case .scalars: .adds(1)  // Some items are texts or numbers.
    case .named: .adds(3)  // Named items, data, results.
    case .profile: .adds(3.5)  // Where a profile has its items.
    case .resource: .adds(6)  // Named like the end of the URL's path, in any spelling.
    case .longerResource: .adds(4.5)  // Its name begins or ends like the end of the path.
    case .outerResource: .adds(2.5)  // Named like a part of the URL's path.
    case .otherList: .adds(-6)  // Links, errors and facets are next to the items.
    case .links: .adds(-8)  // Its elements are links.
    // The page leads to another one and is full of these, regardless of their kind.
    case .longest: .adds(4)
    case .part: .adds(-7)  // It is in a thing, and the root has a list of the surest names.
    case .longer: .adds(1.5)  // It is twice as long as each of the others.
    case .counted: .adds(2)  // A total beside it is its length, and not that of longer ones there.
    case .countedNone: .adds(-6)  // A total of 0 is beside it, and an empty list, which is the one.
    }
  }
}
