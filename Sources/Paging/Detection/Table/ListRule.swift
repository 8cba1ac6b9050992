/// Which list has the items. These scores are not of 1: the highest sum wins.
enum ListRule: String, CaseIterable, ScoreRule {
  case body, depth, empty, objects, scalars, named, edges, profile, resource
  case longerResource, outerResource, otherList, links, sized, signalled

  var row: ScoreRow {
    switch self {
    case .body: .starts(6, because: "the whole body is a list")
    case .depth: .adds(-0.5, because: "for each object around it: inner lists are parts of things")
    case .empty: .adds(1.5, because: "an empty list may be one of items")
    case .objects: .adds(4, because: "items are objects")
    case .scalars: .adds(1, because: "some items are texts or numbers")
    case .named: .adds(3, because: "named items, data, results")
    case .edges: .adds(2.5, because: "nodes beside edges are the items themselves")
    case .profile: .adds(3.5, because: "where a profile has its items")
    case .resource: .adds(6, because: "named like the end of the URL's path, in any spelling")
    case .longerResource: .adds(4.5, because: "its name begins or ends like the end of the path")
    case .outerResource: .adds(2.5, because: "named like a part of the URL's path")
    case .otherList: .adds(-6, because: "links, errors and facets are next to the items")
    case .links: .adds(-8, because: "its elements are links")
    case .sized: .adds(1.5, because: "as many as were asked for, or as the response says")
    case .signalled: .adds(1.5, because: "what leads to more items is next to it")
    }
  }
}
