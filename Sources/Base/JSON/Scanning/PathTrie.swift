import Text

/// The keys of several paths as one flat tree, so that a pass finds them by comparing words.
///
/// `a.b` and `a.c` make a root with the edge `a` to a node with the edges `b` and `c`. A node
/// may have a cell (its value is wanted) and a list (its elements are wanted).
struct PathTrie: Sendable {
  /// One place in the paths; its edges stand side by side.
  struct Node: Sendable {
    var firstEdge: Int32
    var edgeCount: Int32 = 0
    /// The cell for the value's slice, or -1.
    var cell: Int32 = -1
    /// The list that takes the value's elements, or -1.
    var list: Int32 = -1
    /// A bit for the length of each key, 63 bytes and more together.
    var lengths: UInt64 = 0
    /// A bit for each key: where a key's bit is not set, no edge has it.
    var filter: UInt64 = 0

    /// Nothing inside the value is wanted.
    var isLeaf: Bool { edgeCount == 0 && list < 0 }
    var edges: Range<Int> { Int(firstEdge)..<Int(firstEdge + edgeCount) }
  }

  /// One key from a node to another.
  struct Edge: Sendable {
    let key: TrieKey
    /// The start of the key's bytes in `keys`.
    let keyStart: UInt32
    let child: UInt32
  }

  private(set) var nodes = [Node(firstEdge: 0)]
  private(set) var edges: [Edge] = []
  private var keys: [UInt8] = []
  /// The number of cells of all nodes.
  private(set) var cellCount = 0
  /// The paths below each list's elements.
  private(set) var lists: [PathTrie] = []

  /// The node at the end of the keys, made where it is not there.
  mutating func node(at components: ArraySlice<JSONPath.Component>) -> Int {
    var node = 0
    for component in components {
      node = child(component.key, of: node) ?? addChild(component.key, to: node)
    }
    return node
  }

  /// The cell of the node at the end of the keys.
  mutating func cell(at components: ArraySlice<JSONPath.Component>) -> Int {
    let node = node(at: components)
    if nodes[node].cell < 0 {
      nodes[node].cell = Int32(cellCount)
      cellCount += 1
    }
    return Int(nodes[node].cell)
  }

  /// The list of the node at the end of the keys.
  mutating func list(at components: ArraySlice<JSONPath.Component>) -> Int {
    let node = node(at: components)
    if nodes[node].list < 0 {
      nodes[node].list = Int32(lists.count)
      lists.append(PathTrie())
    }
    return Int(nodes[node].list)
  }

  /// The cell below the elements of a list.
  mutating func elementCell(
    at components: ArraySlice<JSONPath.Component>, ofList list: Int
  ) -> Int {
    lists[list].cell(at: components)
  }

  /// The edge from the node whose key has exactly the given bytes of a text, or -1.
  @inline(__always)
  func edge(of node: Node, _ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    node.lengths & Self.lengthBit(end - start) == 0 ? -1 : find(node, bytes, start, end)
  }

  @inline(never)
  private func find(_ node: Node, _ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    let head = TrieKey.head(bytes, start, end - start)
    if node.filter & Self.filterBit(head, end - start) == 0 { return -1 }
    for index in node.edges {
      let key = edges[index].key
      guard key.head == head, Int(key.count) == end - start,
        hasRest(edges[index], bytes, start, end)
      else { continue }
      return index
    }
    return -1
  }

  /// True when the bytes after the first eight are the edge's.
  private func hasRest(_ edge: Edge, _ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    var offset = 8
    while offset < end - start {
      if bytes[start + offset] != keys[Int(edge.keyStart) + offset] { return false }
      offset += 1
    }
    return true
  }

  /// The bit that a key of that many bytes sets in its node's lengths.
  @inline(__always)
  private static func lengthBit(_ count: Int) -> UInt64 { 1 << UInt64(min(count, 63)) }

  /// The bit that a key sets in its node's filter.
  @inline(__always)
  private static func filterBit(_ head: UInt64, _ count: Int) -> UInt64 {
    let mixed = (head ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
    return 1 << (mixed >> 58)
  }

  private func child(_ key: [UInt8], of node: Int) -> Int? {
    let index = edge(of: nodes[node], key.span, 0, key.count)
    return index < 0 ? nil : Int(edges[index].child)
  }

  private mutating func addChild(_ key: [UInt8], to node: Int) -> Int {
    let place = nodes[node].edges.upperBound
    let trieKey = TrieKey(key)
    edges.insert(
      Edge(key: trieKey, keyStart: UInt32(keys.count), child: UInt32(nodes.count)), at: place)
    nodes[node].lengths |= Self.lengthBit(key.count)
    nodes[node].filter |= Self.filterBit(trieKey.head, key.count)
    keys.append(contentsOf: key)
    nodes[node].edgeCount += 1
    for other in nodes.indices where other != node && nodes[other].firstEdge >= place {
      nodes[other].firstEdge += 1
    }
    nodes.append(Node(firstEdge: Int32(edges.count)))
    return nodes.count - 1
  }
}

/// A key as words, so that it is compared with a member's by few steps.
struct TrieKey: Sendable {
  /// The key's first eight bytes, the first one lowest, zeros after.
  let head: UInt64
  let count: UInt32

  init(_ key: [UInt8]) {
    count = UInt32(key.count)
    head = Self.head(key.span, 0, key.count)
  }

  /// The first eight of `count` bytes, zeros after.
  @inline(__always)
  static func head(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> UInt64 {
    if bytes.count - start >= 8 { return bytes.word(at: start) & mask(count) }
    var word: UInt64 = 0
    for offset in 0..<min(count, 8) {
      word |= UInt64(bytes.byte(at: start + offset)) << UInt64(offset * 8)
    }
    return word
  }

  /// The bits of the lowest `count` bytes.
  @inline(__always)
  static func mask(_ count: Int) -> UInt64 {
    count >= 8 ? .max : 1 << UInt64(truncatingIfNeeded: count * 8) &- 1
  }
}
