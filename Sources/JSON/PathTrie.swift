/// The keys of several paths as one flat tree, so that a pass finds them by comparing words.
///
/// `a.b` and `a.c` make a root with the edge `a` to a node with the edges `b` and `c`. A node
/// may have a cell (its value is wanted) and a list (its elements are wanted).
struct PathTrie: Sendable {
  /// One place in the paths; its edges stand side by side.
  struct Node: Sendable {
    var firstEdge: Int
    var edgeCount = 0
    /// A bit for each key: where a key's bit is not set, no edge has it.
    var filter: UInt64 = 0
    /// Where the value's slice goes, or -1.
    var cell = -1
    /// Which list takes the value's elements, or -1.
    var list = -1
  }

  /// One key from a node to another.
  struct Edge: Sendable {
    /// The key's first eight bytes, the first one lowest, zeros behind.
    let head: UInt64
    /// The key's last eight bytes, where it has more than eight; else 0.
    let tail: UInt64
    let keyStart: UInt32
    let keyCount: UInt32
    let child: UInt32
  }

  private(set) var nodes = [Node(firstEdge: 0)]
  private(set) var edges: [Edge] = []
  private var keys: [UInt8] = []
  /// How many cells the nodes have.
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
      nodes[node].cell = cellCount
      cellCount += 1
    }
    return nodes[node].cell
  }

  /// The list of the node at the end of the keys.
  mutating func list(at components: ArraySlice<JSONPath.Component>) -> Int {
    let node = node(at: components)
    if nodes[node].list < 0 {
      nodes[node].list = lists.count
      lists.append(PathTrie())
    }
    return nodes[node].list
  }

  /// The cell below the elements of a list.
  mutating func elementCell(
    at components: ArraySlice<JSONPath.Component>, ofList list: Int
  ) -> Int {
    lists[list].cell(at: components)
  }

  /// The edge from the node whose key has exactly the given bytes of a text, or -1.
  ///
  /// `guess` is the edge to try first: members mostly come in the same order.
  @inline(__always)
  func edge(
    of node: Node, guess: Int, _ bytes: Span<UInt8>, _ start: Int, _ end: Int
  ) -> Int {
    let count = end - start
    let head = Self.head(bytes, start, count)
    let last = node.firstEdge + node.edgeCount
    if guess < last, isEdge(edges[guess], head, bytes, start, end) { return guess }
    if node.filter & Self.filterBit(head, count) == 0 { return -1 }
    var index = node.firstEdge
    while index < last {
      if isEdge(edges[index], head, bytes, start, end) { return index }
      index += 1
    }
    return -1
  }

  /// The bit that a key sets in its node's filter.
  @inline(__always)
  private static func filterBit(_ head: UInt64, _ count: Int) -> UInt64 {
    let mixed = (head ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
    return 1 << (mixed >> 58)
  }

  @inline(__always)
  private func isEdge(
    _ edge: Edge, _ head: UInt64, _ bytes: Span<UInt8>, _ start: Int, _ end: Int
  ) -> Bool {
    let count = end - start
    return edge.head == head && Int(edge.keyCount) == count
      && (count <= 8 || hasTail(edge, bytes, start, end))
  }

  /// Whether the bytes after the first eight are the edge's.
  private func hasTail(_ edge: Edge, _ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    guard bytes.word(at: end - 8) == edge.tail else { return false }
    var offset = 8
    while offset + 8 < end - start {
      if bytes[start + offset] != keys[Int(edge.keyStart) + offset] { return false }
      offset += 1
    }
    return true
  }

  /// The first eight of `count` bytes, zeros behind.
  @inline(__always)
  private static func head(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> UInt64 {
    if bytes.count - start >= 8 {
      let word = bytes.word(at: start)
      return count >= 8 ? word : word & (1 << UInt64(truncatingIfNeeded: count * 8) &- 1)
    }
    var word: UInt64 = 0
    for offset in 0..<min(count, 8) {
      word |= UInt64(bytes.byte(at: start + offset)) << UInt64(offset * 8)
    }
    return word
  }

  private func child(_ key: [UInt8], of node: Int) -> Int? {
    let index = edge(of: nodes[node], guess: nodes[node].firstEdge, key.span, 0, key.count)
    return index < 0 ? nil : Int(edges[index].child)
  }

  private mutating func addChild(_ key: [UInt8], to node: Int) -> Int {
    let place = nodes[node].firstEdge + nodes[node].edgeCount
    let head = Self.head(key.span, 0, key.count)
    edges.insert(
      Edge(
        head: head, tail: key.count > 8 ? key.span.word(at: key.count - 8) : 0,
        keyStart: UInt32(keys.count), keyCount: UInt32(key.count), child: UInt32(nodes.count)),
      at: place)
    nodes[node].filter |= Self.filterBit(head, key.count)
    keys.append(contentsOf: key)
    nodes[node].edgeCount += 1
    for other in nodes.indices where other != node && nodes[other].firstEdge >= place {
      nodes[other].firstEdge += 1
    }
    nodes.append(Node(firstEdge: edges.count))
    return nodes.count - 1
  }
}
