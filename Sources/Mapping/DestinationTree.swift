import JSON

/// The object that a mapping builds: its keys in order, nested where destinations have dots.
///
/// The destinations `id`, `author.name`, `title` and `author.url` make
/// `{id, author: {name, url}, title}`: a nested object stands where its first key does.
struct DestinationTree {
  /// What a key of the object holds.
  enum Content {
    /// The key of an item in a keyed object.
    case itemKey
    /// A member by its number.
    case member(Int)
    /// A nested object with these nodes.
    case group([Int])
  }

  private(set) var keys: [[UInt8]] = [[]]
  private(set) var contents: [Content] = [.group([])]

  /// The number of the node that stands for the whole object.
  static let root = 0

  /// The tree of a mapping's members; throws where two of them want the same place.
  ///
  /// `itemKey` is the destination that `keyedBy` names.
  init(_ members: [MappingDefinition.Member], itemKey: JSONPath?) throws(JSONFieldError) {
    if let itemKey { _ = insert(itemKey, .itemKey) }
    for (number, member) in members.enumerated() {
      guard insert(member.destination, .member(number)) else {
        throw JSONFieldError(
          path: member.place,
          problem: .expected("a destination that no other source of the mapping has or nests in"))
      }
    }
  }

  /// False where the place or one on the way to it is taken.
  private mutating func insert(_ path: JSONPath, _ content: Content) -> Bool {
    var node = Self.root
    for component in path.components.dropLast() {
      guard case .group(let children) = contents[node] else { return false }
      node =
        children.first { keys[$0] == component.key } ?? add(component.key, .group([]), to: node)
    }
    guard let last = path.components.last, case .group(let children) = contents[node],
      !children.contains(where: { keys[$0] == last.key })
    else { return false }
    _ = add(last.key, content, to: node)
    return true
  }

  private mutating func add(_ key: [UInt8], _ content: Content, to parent: Int) -> Int {
    guard case .group(var children) = contents[parent] else { return parent }
    children.append(keys.count)
    contents[parent] = .group(children)
    keys.append(key)
    contents.append(content)
    return keys.count - 1
  }
}
