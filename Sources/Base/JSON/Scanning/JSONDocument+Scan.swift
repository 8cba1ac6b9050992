extension JSONDocument {
  /// Validates all of `bytes` as one text and picks out, in the same pass, what the plan names.
  ///
  /// A duplicate key clears what its earlier occurrence filled.
  package static func scan(
    _ bytes: [UInt8], plan: JSONPlan, depthMax: Int = JSONDocument.depthMaxDefault,
    listValuesMax: Int = JSONPlan.listValuesMax
  ) throws(JSONSyntaxError) -> JSONScan {
    try checkSize(bytes.count)
    let text = bytes.span
    var scanner = JSONScanner(depthMax: depthMax, listValuesMax: listValuesMax)
    var cells: [JSONSlice] = Array(repeating: .absent, count: plan.trie.cellCount)
    var lists = Array(repeating: ListFill(), count: plan.trie.lists.count)
    let start = try scanner.skipPrologue(text, 0)
    var filled = cells.mutableSpan
    var trail = MemberTrail()
    let root = try scanner.scanValue(
      text, start, depth: 0, plan.trie, node: 0, cells: &filled, base: 0, trail: &trail,
      lists: &lists)
    let hasLineBreaks = scanner.hasLineBreaks
    try scanner.skipEpilogue(text, Int(root.end))
    let document = JSONDocument(bytes, root: root, hasLineBreaks: hasLineBreaks)
    var found: [JSONList] = []
    for list in plan.lists {
      found.append(try document.list(list, plan.trie, cells, lists, listValuesMax))
    }
    return JSONScan(
      document: document, slots: plan.targets.map { document.slice($0, cells, 0) }, lists: found)
  }

  /// The value of a target: its cell's, or what the rest of its path leads to from there.
  private func slice(_ target: JSONPlan.Target, _ cells: [JSONSlice], _ base: Int) -> JSONSlice {
    let cell = cells[base + target.cell]
    if target.rest.components.isEmpty || cell.isAbsent { return cell }
    return resolve(target.rest, from: cell) ?? .absent
  }

  /// The list of a target, from what the pass has filled.
  private func list(
    _ target: JSONPlan.ListTarget, _ trie: PathTrie, _ cells: [JSONSlice], _ lists: [ListFill],
    _ valuesMax: Int
  ) throws(JSONSyntaxError) -> JSONList {
    let elementTrie: PathTrie
    var found: ListFill
    switch target.source {
    case .list(let index):
      elementTrie = trie.lists[index]
      found = lists[index]
      if found.slice.kind == .object {
        found = try filled(found.slice, elementTrie, valuesMax)
      }
    case .cell(let cell, let ownTrie):
      elementTrie = ownTrie
      found = try filled(slice(cell, cells, 0), elementTrie, valuesMax)
    }
    let width = elementTrie.cellCount
    var list = JSONList(slice: found.slice, elements: found.elements)
    list.slotsPerElement = target.elements.count
    guard found.elements.count * (1 + target.elements.count) <= valuesMax else {
      throw JSONSyntaxError(.tooManyElements, found.slice.range.lowerBound)
    }
    if Self.areCells(target.elements, width) {
      list.elementSlots = found.cells
    } else {
      list.elementSlots.reserveCapacity(found.elements.count * target.elements.count)
      for index in found.elements.indices {
        for element in target.elements {
          list.elementSlots.append(slice(element, found.cells, index * width))
        }
      }
    }
    return list
  }

  /// The error of a member of the root that has more elements than any list may have; nil: none has.
  package var tooLongMember: JSONSyntaxError? {
    let long = members(of: root).first { _, value in
      let most = JSONPlan.elementsMax(ofBytes: value.range.count)
      return value.kind == .array && value.range.count > most
        && elements(of: value, most: most).count > most
    }
    return long.map { JSONSyntaxError(.tooManyElements, $0.value.range.lowerBound) }
  }

  /// True when the targets are exactly the cells, in their order.
  private static func areCells(_ targets: [JSONPlan.Target], _ width: Int) -> Bool {
    targets.count == width
      && targets.indices.allSatisfy {
        targets[$0].cell == $0 && targets[$0].rest.components.isEmpty
      }
  }

  /// The elements of a value that the pass has only validated: an array's, or an object itself.
  private func filled(
    _ slice: JSONSlice, _ trie: PathTrie, _ valuesMax: Int
  ) throws(JSONSyntaxError) -> ListFill {
    var fill = ListFill()
    var none: [ListFill] = []
    var scanner = JSONScanner(depthMax: Int.max, listValuesMax: valuesMax)
    var trail = MemberTrail()
    let most = min(
      valuesMax / (1 + trie.cellCount), JSONPlan.elementsMax(ofBytes: slice.range.count))
    let (elements, count) = slice.kind == .object ? ([slice], 1) : elements(of: slice, most: most)
    guard count <= most else {
      throw JSONSyntaxError(.tooManyElements, slice.range.lowerBound)
    }
    for element in elements {
      let base = fill.cells.count
      fill.cells.append(contentsOf: repeatElement(.absent, count: trie.cellCount))
      var cells = fill.cells.mutableSpan
      trail.rewind()
      _ = try? scanner.scanValue(
        bytes.span, Int(element.start), depth: 0, trie, node: 0, cells: &cells, base: base,
        trail: &trail, lists: &none)
    }
    fill.elements = elements
    fill.slice = slice
    return fill
  }
}
