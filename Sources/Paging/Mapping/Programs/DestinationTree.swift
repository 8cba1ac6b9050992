import JSON

/// The object that a mapping builds: its keys in order, nested where destinations have dots.
///
/// The destinations `id`, `author.name`, `title` and `author.url` make `{id, author: {name, url},
/// title}`: a nested object is where its first key does.
struct DestinationTree {
  /// The content of a key of the object.
  enum Content {
    /// The key of an item in a keyed object.
    case itemKey
    /// A member by its number.
    case member(Int)
    /// A nested object.
    case group
  }

  private struct Edge: Hashable {
    let parent: Int
    let key: [UInt8]
  }

  /// The number of the node for the whole object.
  static let root = 0

  private(set) var keys: [[UInt8]] = [[]]
  private(set) var contents = [Content.group]
  /// The nodes inside a nested object, in order.
  private(set) var children: [[Int]] = [[]]
  private var nodes: [Edge: Int] = [:]

  /// The tree of a mapping's members; throws where two of them want the same place.
  ///
  /// `itemKey` is the destination that `keyedBy` names.
  init(_ members: [MappingDefinition.Member], itemKey: JSONPath?) throws(JSONFieldError) {
    if let itemKey { _ = insert(itemKey, .itemKey) }
    for (number, member) in members.enumerated() {
      guard insert(member.destination, .member(number)) else {
        throw JSONFieldError(
          member.place,
          expected: "a destination that no other source of the mapping has or nests in")
      }
    }
  }

  /// False where the place or one on the way to it is taken.
  private mutating func insert(_ path: JSONPath, _ content: Content) -> Bool {
    var node = Self.root
    for component in path.components.dropLast() {
      node = nodes[Edge(parent: node, key: component.key)] ?? add(component.key, .group, to: node)
      guard case .group = contents[node] else { return false }
    }
    guard let last = path.components.last, nodes[Edge(parent: node, key: last.key)] == nil else {
      return false
    }
    _ = add(last.key, content, to: node)
    return true
  }

  private mutating func add(_ key: [UInt8], _ content: Content, to parent: Int) -> Int {
    let node = keys.count
    keys.append(key)
    contents.append(content)
    children.append([])
    children[parent].append(node)
    nodes[Edge(parent: parent, key: key)] = node
    return node
  }
}
