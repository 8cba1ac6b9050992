import JSON
import Text

/// Lists within items that the API has cut, and that go on elsewhere.
///
///     {"id": 1, "lines": {"data": [...], "has_more": true}}                      Stripe
///     {"id": 1, "comments": {"nodes": [...], "pageInfo": {"hasNextPage": true}}} GraphQL
enum InnerLists {
  /// The number of items that are searched for such lists; all are counted.
  private static let searchedMax = 3
  /// The maximum number of such lists of an item that are reported.
  private static let listsMax = 4
  private static let flags = [
    ["has_more"], ["hasMore"], ["pageInfo", "hasNextPage"], ["page_info", "has_next_page"],
  ]

  /// The text that all flags have in common.
  private static let mark = Array("has".utf8)

  /// A warning for each list that is cut in some of the items.
  static func warnings(
    in document: JSONDocument, _ items: [JSONSlice], ofPage page: Int
  ) -> [PageWarning] {
    let searched = items.prefix(searchedMax)
    guard
      searched.contains(where: { document.bytes.span.extracting($0.range).contains(mark) })
    else { return [] }
    var flags: [JSONPath] = []
    for item in searched {
      for flag in self.flags(of: item, document) where !flags.contains(flag) { flags.append(flag) }
    }
    return flags.prefix(listsMax).compactMap { flag in
      let count = items.count { item in
        document.resolve(flag, from: item).flatMap(document.boolean) == true
      }
      guard count > 0 else { return nil }
      return .innerListsCut(path: flag.description, page: page, items: count)
    }
  }

  /// The paths of the flags of an item's lists.
  private static func flags(of item: JSONSlice, _ document: JSONDocument) -> [JSONPath] {
    var paths: [JSONPath] = []
    document.forEachMember(of: item) { key, value in
      guard value.kind == .object, hasList(value, document), let name = document.string(key) else {
        return
      }
      let flag = InnerLists.flags.lazy.map { flag in
        JSONPath(components: ([name] + flag).map { JSONPath.Component($0) })
      }.first { document.resolve($0, from: item).flatMap(document.boolean) != nil }
      if let flag { paths.append(flag) }
    }
    return paths
  }

  private static func hasList(_ object: JSONSlice, _ document: JSONDocument) -> Bool {
    var isFound = false
    document.forEachMember(of: object) { isFound = isFound || $1.kind == .array }
    return isFound
  }
}
