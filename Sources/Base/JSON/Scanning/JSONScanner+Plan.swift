import Text

/// The elements and element cells that a pass collects for one list.
struct ListFill {
  var slice = JSONSlice.absent
  var elements: [JSONSlice] = []
  /// The element trie's cells, element by element; there may be more than are filled.
  var cells: [JSONSlice] = []
  /// The number of elements with reserved cells.
  private(set) var room = 0

  /// The number of elements for which room is made at first.
  private static let elementsExpected = 128
  /// The share of the text from which on the number of elements is foreseen.
  private static let foreseenFrom = 16

  /// Reserves cells for elements of `width` cells each. The number is estimated from the text read
  /// so far; at the beginning, the room doubles. Returns false if elements and cells would be more
  /// than `max` together, or the elements too many for their size.
  mutating func makeRoom(_ width: Int, done: Int, total: Int, max valuesMax: Int) -> Bool {
    var count = max(Self.elementsExpected, elements.count * 2)
    if elements.count >= Self.elementsExpected, done > total / Self.foreseenFrom {
      let expected = Double(elements.count) / Double(done) * Double(total) * 1.02
      // Room is memory once it is filled, and cells are filled at once.
      let most = width == 0 ? Int.max - 16 : count
      count = min(most, max(Int(expected), elements.count + elements.count / 16)) + 16
    }
    count = min(count, valuesMax / (1 + width), JSONPlan.elementsMax(ofBytes: total))
    guard count > elements.count else { return false }
    room = count
    elements.reserveCapacity(count)
    // An array without any room would be another one each time that it may change.
    cells.reserveCapacity(max(1, count * width))
    cells.append(contentsOf: repeatElement(.absent, count: count * width - cells.count))
    return true
  }

  /// Forgets the cells that no element has filled.
  mutating func trim(_ width: Int) {
    cells.removeLast(cells.count - elements.count * width)
  }
}

/// The pass with a plan: along the plan's keys it descends, anything else is skipped by
/// `skipValue`. The recursion is as deep as the plan.
extension JSONScanner {
  /// The slice of the value at `start`, which the trie's `node` describes; what the trie wants of
  /// it goes to `cells` from `base` on and to `lists`.
  mutating func scanValue(
    _ bytes: Span<UInt8>, _ start: Int, depth: Int, _ trie: PathTrie, node index: Int,
    cells: inout MutableSpan<JSONSlice>, base: Int, trail: inout MemberTrail,
    lists: inout [ListFill]
  ) throws(JSONSyntaxError) -> JSONSlice {
    let node = trie.nodes[index]
    let first = bytes.byte(at: start)
    let slice: JSONSlice
    if first == ASCII.leftBrace, node.edgeCount > 0 || trail.repeats {
      let place = MemberTrail.Place(node: ~Int32(truncatingIfNeeded: index), kinds: 1)
      let known = trail.follow(bytes, from: start, place, &cells, base)
      let end =
        known.isEnd(bytes)
        ? known.offset + 1
        : try scanMembers(
          bytes, start, depth: depth, trie, index, known, cells: &cells, base: base, trail: &trail,
          lists: &lists)
      slice = JSONSlice(start, end, .object)
    } else if first == ASCII.leftBracket, node.list >= 0 {
      let list = Int(node.list)
      let end = try scanElements(bytes, start, depth: depth, trie.lists[list], into: &lists[list])
      slice = JSONSlice(start, end, .array)
    } else {
      slice = try scanValue(bytes, start, depth: depth)
    }
    if node.cell >= 0 { cells[base + Int(node.cell)] = slice }
    if node.list >= 0 { lists[Int(node.list)].slice = slice }
    return slice
  }

  /// The offset after the object at `start`, from what is `known` of it on; its members go where the
  /// node's edges say.
  @inline(never)
  private mutating func scanMembers(
    _ bytes: Span<UInt8>, _ start: Int, depth: Int, _ trie: PathTrie, _ index: Int,
    _ known: MemberTrail.Step, cells: inout MutableSpan<JSONSlice>, base: Int,
    trail: inout MemberTrail, lists: inout [ListFill]
  ) throws(JSONSyntaxError) -> Int {
    guard depth < depthMax else { throw JSONSyntaxError(.tooDeep, start) }
    let nodes = trie.nodes.span
    let edges = trie.edges.span
    let node = nodes[index]
    var seen: UInt64 = 0
    var known = known
    while true {
      var (offset, place) = (known.offset, known.place)
      let edge: Int
      if let wanted = known.edge {
        edge = wanted
        offset = skipBlanks(bytes, offset)
      } else if known.isEnd(bytes) {
        return offset + 1
      } else if place.kinds == 1 || trail.takesInner {
        let (opening, before) = (offset, place)
        guard
          let found = try skipJoint(
            bytes, &offset, depth: depth + 1, &place, node, trie, enters: trail.takesInner)
        else { return offset + 1 }
        edge = found
        let child = edge < 0 ? nil : nodes[Int(edges[edge].child)]
        trail.note(
          bytes, opening..<offset, before, place, edge: edge,
          cell: child.map { $0.isLeaf ? $0.cell : -2 } ?? -1)
      } else {
        offset = try leave(bytes, offset, place.kinds, depth: depth + 1)
        trail.leaveMember()
        known = trail.follow(bytes, from: offset, place.after(1), &cells, base)
        continue
      }
      if edge < 0 {
        offset =
          bytes.byte(at: offset) == ASCII.quote
          ? try Self.skipString(bytes, offset &+ 1).end
          : try skipValue(bytes, offset, depth: depth + 1 + MemberTrail.count(place.kinds))
      } else {
        let child = Int(edges[edge].child)
        let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: edge & 63)
        // Two edges may share a bit: clearing what was not filled does no harm.
        if seen & bit != 0 {
          Self.clear(trie, node: child, cells: &cells, base: base, lists: &lists)
        }
        seen |= bit
        if nodes[child].isLeaf {
          let value = try scanLeaf(bytes, offset, depth: depth + 1)
          cells[base + Int(nodes[child].cell)] = value
          offset = Int(value.end)
        } else {
          offset = Int(
            try scanValue(
              bytes, offset, depth: depth + 1, trie, node: child, cells: &cells, base: base,
              trail: &trail, lists: &lists
            ).end)
        }
      }
      known = trail.follow(bytes, from: offset, place, &cells, base)
    }
  }

  /// Goes from the end of a value to the next one, or from a brace to the first one; returns its
  /// edge, or nil at the brace that ends the object. `enters`: the value is no container, unless it is
  /// empty or wanted.
  @inline(never)
  private mutating func skipJoint(
    _ bytes: Span<UInt8>, _ offset: inout Int, depth: Int, _ place: inout MemberTrail.Place,
    _ node: PathTrie.Node, _ trie: PathTrie, enters: Bool
  ) throws(JSONSyntaxError) -> Int? {
    var kinds = place.kinds
    defer { place = place.after(kinds) }
    let isFirst = place.node < 0
    if !isFirst {
      offset = skipBlanks(bytes, offset)
      while kinds != 1, bytes.byte(at: offset) == Self.closing(kinds) {
        offset = skipBlanks(bytes, offset + 1)
        kinds >>= 1
      }
      if kinds == 1, bytes.byte(at: offset) == ASCII.rightBrace { return nil }
      guard bytes.byte(at: offset) == ASCII.comma else { throw Self.failure(bytes, offset) }
    }
    offset = skipBlanks(bytes, offset + 1)
    if isFirst, bytes.byte(at: offset) == ASCII.rightBrace { return nil }
    var edge = -1
    if kinds == 1 {
      guard bytes.byte(at: offset) == ASCII.quote else { throw Self.failure(bytes, offset) }
      let keyStart = offset + 1
      let key = try Self.skipString(bytes, keyStart)
      offset = try skipColon(bytes, key.end)
      edge =
        key.hasEscapes
        ? Self.edge(of: node, trie, escapedKey: bytes, keyStart..<(key.end - 1))
        : trie.edge(of: node, bytes, keyStart, key.end - 1)
    } else if kinds & 1 == 1 {
      offset = try skipKey(bytes, offset)
    }
    while enters, edge < 0, kinds < 1 << 30, depth + MemberTrail.count(kinds) < depthMax {
      let bracket = bytes.byte(at: offset)
      guard bracket == ASCII.leftBrace || bracket == ASCII.leftBracket else { break }
      let inside = skipBlanks(bytes, offset + 1)
      if bytes.byte(at: inside) == Self.closing(bracket) { break }
      offset = inside
      kinds = kinds << 1 | (bracket == ASCII.leftBrace ? 1 : 0)
      if bracket == ASCII.leftBrace { offset = try skipKey(bytes, offset) }
    }
    return edge
  }

  /// The offset after the containers that are open within a member, from the end of a value in the
  /// innermost one on.
  @inline(never)
  private mutating func leave(
    _ bytes: Span<UInt8>, _ start: Int, _ open: UInt32, depth: Int
  ) throws(JSONSyntaxError) -> Int {
    var (offset, kinds) = (start, open)
    while kinds != 1 {
      offset = skipBlanks(bytes, offset)
      if bytes.byte(at: offset) == Self.closing(kinds) {
        offset += 1
        kinds >>= 1
        continue
      }
      guard bytes.byte(at: offset) == ASCII.comma else { throw Self.failure(bytes, offset) }
      offset = skipBlanks(bytes, offset + 1)
      if kinds & 1 == 1 { offset = try skipKey(bytes, offset) }
      offset = try skipValue(bytes, offset, depth: depth + MemberTrail.count(kinds))
    }
    return offset
  }

  /// The bracket that closes the innermost container.
  @inline(__always)
  private static func closing(_ kinds: UInt32) -> UInt8 {
    kinds & 1 == 1 ? ASCII.rightBrace : ASCII.rightBracket
  }

  /// `scanValue`, with what is the rule first: strings and numbers.
  @inline(__always)
  private mutating func scanLeaf(
    _ bytes: Span<UInt8>, _ start: Int, depth: Int
  ) throws(JSONSyntaxError) -> JSONSlice {
    let first = bytes.byte(at: start)
    guard first == ASCII.quote else {
      return ASCII.isDigit(first)
        ? JSONSlice(start, try Self.skipNumber(bytes, start), .number)
        : try scanValue(bytes, start, depth: depth)
    }
    let string = try Self.skipString(bytes, start + 1)
    return JSONSlice(start, string.end, .string, hasEscapes: string.hasEscapes)
  }

  /// The offset after the array at `start`; its elements go to `list`.
  private mutating func scanElements(
    _ bytes: Span<UInt8>, _ start: Int, depth: Int, _ trie: PathTrie, into list: inout ListFill
  ) throws(JSONSyntaxError) -> Int {
    guard depth < depthMax else { throw JSONSyntaxError(.tooDeep, start) }
    var none: [ListFill] = []
    var offset = skipBlanks(bytes, start + 1)
    if bytes.byte(at: offset) == ASCII.rightBracket { return offset + 1 }
    list = ListFill()
    var trail = MemberTrail()
    while true {
      trail.rewind()
      let base = list.elements.count * trie.cellCount
      if list.elements.count == list.room {
        guard
          list.makeRoom(
            trie.cellCount, done: offset - start, total: bytes.count - start, max: listValuesLeft)
        else { throw JSONSyntaxError(.tooManyElements, start) }
      }
      var cells = list.cells.mutableSpan
      let element = try scanValue(
        bytes, offset, depth: depth + 1, trie, node: 0, cells: &cells, base: base, trail: &trail,
        lists: &none)
      list.elements.append(element)
      offset = skipBlanks(bytes, Int(element.end))
      let separator = bytes.byte(at: offset)
      if separator == ASCII.rightBracket {
        list.trim(trie.cellCount)
        listValuesLeft -= list.elements.count * (1 + trie.cellCount)
        return offset + 1
      }
      guard separator == ASCII.comma else { throw Self.failure(bytes, offset) }
      offset = skipBlanks(bytes, offset + 1)
    }
  }

  @inline(never)
  private static func edge(
    of node: PathTrie.Node, _ trie: PathTrie, escapedKey bytes: Span<UInt8>, _ content: Range<Int>
  ) -> Int {
    let key = JSONEscapes.resolved(bytes, content)
    return trie.edge(of: node, key.span, 0, key.count)
  }

  /// Makes everything absent that was filled for a node and those below it.
  @inline(never)
  private static func clear(
    _ trie: PathTrie, node index: Int, cells: inout MutableSpan<JSONSlice>, base: Int,
    lists: inout [ListFill]
  ) {
    let node = trie.nodes[index]
    if node.cell >= 0 { cells[base + Int(node.cell)] = .absent }
    if node.list >= 0 { lists[Int(node.list)] = ListFill() }
    for edge in node.edges {
      clear(trie, node: Int(trie.edges[edge].child), cells: &cells, base: base, lists: &lists)
    }
  }
}
