/// The elements and element cells that a pass collects for one list.
struct ListFill {
  var slice = JSONSlice.absent
  var elements: [JSONSlice] = []
  /// The element trie's cells, element by element.
  var cells: [JSONSlice] = []
}

/// What a pass fills: one cell per wanted node and one list per list of the trie.
struct PlanFill {
  var cells: [JSONSlice]
  var lists: [ListFill]

  init(_ trie: PathTrie) {
    cells = Array(repeating: .absent, count: trie.cellCount)
    lists = Array(repeating: ListFill(), count: trie.lists.count)
  }
}

/// The pass with a plan: along the plan's keys it descends, anything else is skipped by
/// `skipValue`. The recursion is as deep as the plan.
extension JSONScanner {
  /// Room for so many elements is made before the first one.
  private static let elementsExpected = 128

  /// The slice of the value at `start`, which the trie's `node` describes; what the trie wants of
  /// it goes to `cells` from `base` on and to `lists`.
  mutating func scanValue(
    _ bytes: Span<UInt8>, _ start: Int, depth: Int, _ trie: PathTrie, node index: Int,
    cells: inout [JSONSlice], base: Int, lists: inout [ListFill]
  ) throws(JSONSyntaxError) -> JSONSlice {
    let node = trie.nodes[index]
    let first = bytes.byte(at: start)
    let slice: JSONSlice
    if first == ASCII.leftBrace, node.edgeCount > 0 {
      let end = try scanMembers(
        bytes, start, depth: depth, trie, node, cells: &cells, base: base, lists: &lists)
      slice = JSONSlice(start, end, .object)
    } else if first == ASCII.leftBracket, node.list >= 0 {
      let end = try scanElements(
        bytes, start, depth: depth, trie.lists[node.list], into: &lists[node.list])
      slice = JSONSlice(start, end, .array)
    } else {
      slice = try scanValue(bytes, start, depth: depth)
    }
    if node.cell >= 0 { cells[base + node.cell] = slice }
    if node.list >= 0 { lists[node.list].slice = slice }
    return slice
  }

  /// The offset after the object at `start`; its members go where the node's edges say.
  private mutating func scanMembers(
    _ bytes: Span<UInt8>, _ start: Int, depth: Int, _ trie: PathTrie, _ node: PathTrie.Node,
    cells: inout [JSONSlice], base: Int, lists: inout [ListFill]
  ) throws(JSONSyntaxError) -> Int {
    guard depth < depthMax else { throw JSONSyntaxError(.tooDeep, start) }
    var seen: UInt64 = 0
    var guess = node.firstEdge
    var offset = skipBlanks(bytes, start + 1)
    if bytes.byte(at: offset) == ASCII.rightBrace { return offset + 1 }
    while true {
      guard bytes.byte(at: offset) == ASCII.quote else { throw Self.failure(bytes, offset) }
      let keyStart = offset + 1
      let key = try Self.skipString(bytes, keyStart)
      offset = try skipColon(bytes, key.end)
      let edge =
        key.hasEscapes
        ? Self.edge(of: node, trie, escapedKey: bytes, keyStart..<(key.end - 1))
        : trie.edge(of: node, guess: guess, bytes, keyStart, key.end - 1)
      if edge < 0 {
        offset = try skipValue(bytes, offset, depth: depth + 1)
      } else {
        guess = edge + 1
        let child = Int(trie.edges[edge].child)
        let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: edge & 63)
        // Two edges may share a bit: clearing what was not filled does no harm.
        if seen & bit != 0 {
          Self.clear(trie, node: child, cells: &cells, base: base, lists: &lists)
        }
        seen |= bit
        let value = try scanValue(
          bytes, offset, depth: depth + 1, trie, node: child, cells: &cells, base: base,
          lists: &lists)
        offset = Int(value.end)
      }
      offset = skipBlanks(bytes, offset)
      let separator = bytes.byte(at: offset)
      if separator == ASCII.rightBrace { return offset + 1 }
      guard separator == ASCII.comma else { throw Self.failure(bytes, offset) }
      offset = skipBlanks(bytes, offset + 1)
    }
  }

  /// The offset after the array at `start`; its elements go to `list`.
  private mutating func scanElements(
    _ bytes: Span<UInt8>, _ start: Int, depth: Int, _ trie: PathTrie, into list: inout ListFill
  ) throws(JSONSyntaxError) -> Int {
    guard depth < depthMax else { throw JSONSyntaxError(.tooDeep, start) }
    var none: [ListFill] = []
    var offset = skipBlanks(bytes, start + 1)
    if bytes.byte(at: offset) == ASCII.rightBracket { return offset + 1 }
    list.elements.reserveCapacity(Self.elementsExpected)
    list.cells.reserveCapacity(Self.elementsExpected * trie.cellCount)
    while true {
      let base = list.cells.count
      for _ in 0..<trie.cellCount { list.cells.append(.absent) }
      let element = try scanValue(
        bytes, offset, depth: depth + 1, trie, node: 0, cells: &list.cells, base: base,
        lists: &none)
      list.elements.append(element)
      offset = skipBlanks(bytes, Int(element.end))
      let separator = bytes.byte(at: offset)
      if separator == ASCII.rightBracket { return offset + 1 }
      guard separator == ASCII.comma else { throw Self.failure(bytes, offset) }
      offset = skipBlanks(bytes, offset + 1)
    }
  }

  @inline(never)
  private static func edge(
    of node: PathTrie.Node, _ trie: PathTrie, escapedKey bytes: Span<UInt8>, _ content: Range<Int>
  ) -> Int {
    let key = JSONEscapes.resolved(bytes, content)
    return trie.edge(of: node, guess: node.firstEdge, key.span, 0, key.count)
  }

  /// Makes everything absent that was filled for a node and those below it.
  @inline(never)
  private static func clear(
    _ trie: PathTrie, node index: Int, cells: inout [JSONSlice], base: Int,
    lists: inout [ListFill]
  ) {
    let node = trie.nodes[index]
    if node.cell >= 0 { cells[base + node.cell] = .absent }
    if node.list >= 0 { lists[node.list] = ListFill() }
    for edge in node.firstEdge..<(node.firstEdge + node.edgeCount) {
      clear(trie, node: Int(trie.edges[edge].child), cells: &cells, base: base, lists: &lists)
    }
  }
}
