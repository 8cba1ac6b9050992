package import JSON
import Pagination

extension Detector {
  /// Finds the key path that identifies an item: it holds a string or a number in every item of the
  /// page, different in each; nil if no path does. The whole node identifies an edge without such a
  /// path, because the edge's cursor may be a position.
  ///
  ///     [{"id": 1}, {"id": 2}]                                id
  ///     [{"metadata": {"uid": "a"}}, {"metadata": ...}]       metadata.uid
  ///     [{"cursor": "YTow", "node": {"title": "A"}}, ...]     node
  package static func identity(of items: [JSONSlice], in document: JSONDocument) -> JSONPath? {
    guard let first = items.first, first.kind == .object else { return nil }
    let members = document.named(in: first)
    return identityPaths(members, document, count: items.count).lazy
      .map { JSONPath(components: $0.map { JSONPath.Component($0) }) }
      .first { isIdentity($0, items, document) } ?? node(members, items, document)
  }

  private static func node(
    _ members: [NamedMember], _ items: [JSONSlice], _ document: JSONDocument
  ) -> JSONPath? {
    let path = JSONPath(components: [JSONPath.Component("node")])
    guard members.count == 2, Set(members.map(\.key)) == ["cursor", "node"] else { return nil }
    let nodes = items.prefix(Envelope.elementsMax).map { document.resolve(path, from: $0) }
    let texts = Set(nodes.compactMap { $0.map { Array(document.bytes[$0.range]) } })
    return texts.count == nodes.count ? path : nil
  }

  /// True when every item has a different scalar at the path.
  static func isIdentity(_ path: JSONPath, _ items: [JSONSlice], _ document: JSONDocument) -> Bool {
    var seen: Set<[UInt8]> = []
    for item in items.prefix(Envelope.elementsMax) {
      guard let value = document.resolve(path, from: item), isIdentifier(value),
        seen.insert(Array(document.bytes[value.range])).inserted
      else { return false }
    }
    return !seen.isEmpty
  }

  /// Names of members that identify an item, most reliable first, in flat spelling.
  private static let identifiers = [
    "id", "uuid", "guid", "uid", "objectid", "gid", "sid", "key", "nodeid", "sha", "urn", "iri",
    "pk", "rowid",
  ]
  private static let addresses = ["uri", "url", "href", "fullurl", "self", "permalink"]
  private static let names = ["name", "filename", "fullname", "slug", "path", "number", "code"]
  private static let identifierBytesMax = 1_024
  /// A name that only ends like an identifier has to be unique among at least this many items.
  private static let itemsMin = 2

  private static func isIdentifier(_ value: JSONSlice) -> Bool {
    (value.kind == .number || value.kind == .string && value.range.count > 2)
      && value.range.count <= identifierBytesMax
  }

  /// The paths to try, surest first.
  private static func identityPaths(
    _ members: [NamedMember], _ document: JSONDocument, count: Int
  ) -> [[String]] {
    var paths = ranked(members, by: identifiers).map { [$0] }
    for (key, name, value) in members where value.kind == .object && name.means(.holdersOfItem) {
      let inner = document.named(in: value, most: 50)
      paths += ranked(inner, by: identifiers).map { [key, $0] }
      if inner.contains(where: { $0.key == "self" && $0.value.kind == .object }) {
        paths.append([key, "self", "href"])
      }
      if paths.isEmpty {
        paths += (ownIdentifiers(inner) + ranked(inner, by: names)).map { [key, $0] }
      }
    }
    if count >= itemsMin { paths += ownIdentifiers(members).map { [$0] } }
    paths += ranked(members, by: addresses).map { [$0] }
    paths += ranked(members, by: names).map { [$0] }
    return paths
  }

  private static func ranked(_ members: [NamedMember], by names: [String]) -> [String] {
    let scalars = members.filter { isIdentifier($0.value) }
    return names.flatMap { name in scalars.filter { $0.name.flat == name }.map(\.key) }
  }

  /// The first member whose name ends in `id`: `ProductID`, `pageid`. Later ones belong to others.
  private static func ownIdentifiers(_ members: [NamedMember]) -> [String] {
    members.first { isIdentifier($0.value) }.flatMap {
      $0.name.flat.hasSuffix("id") ? [$0.key] : nil
    } ?? []
  }
}
