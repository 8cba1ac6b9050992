import JSON
import Text

/// The input of one run over a page: the body, and the facts known besides it.
struct MappedPage {
  let program: MappingProgram
  let document: JSONDocument
  /// The values of `MappingProgram.roots`.
  let roots: [JSONSlice]
  /// A list of the values of `MappingProgram.facts`.
  let facts: JSONDocument
  let factSlices: [JSONSlice]
  let resolveURL: @Sendable (String) -> String?
}

/// The current input of the steps: an item and its slots, which may begin after those of other
/// items.
struct MappingFrame {
  var item: JSONSlice
  var key = JSONSlice.absent
  var slots: [JSONSlice] = []
  var slotStart = 0
  var isStrict = false
  /// The values that `@parent` reads.
  var links: [JSONSlice] = []
}

/// One run of a program over the items of a page.
///
/// The page and the frame are parameters, so that the loop reads them without counting references;
/// the run holds what is written.
struct MappingRun {
  var sink: ByteSink
  /// The items mapped so far, without the bytes.
  private var items = MappedItems()
  /// Index of the current item in its list, nulls and declined ones counted.
  private var collectionIndex = 0
  /// The notes of the relationships that lead to the current frame.
  var trail: [Int32] = []
  /// Bytes of all lists, and of those that are mapped.
  private let sourceBytes: Int
  private var sourceBytesDone = 0
  /// The work that the run may still do.
  var budget: WorkBudget

  /// A run over lists of that many bytes, with what it may write and take.
  init(sourceBytes: Int, mappedBytesMax: Int, budget: WorkBudget) {
    sink = ByteSink(bytesMax: mappedBytesMax)
    self.sourceBytes = sourceBytes
    self.budget = budget
  }

  /// A maximum is passed: what is written from now on does not count.
  var isStopped: Bool { sink.isFull || budget.stop != nil }

  /// Maps one item from the step on; false where it is declined, after which something of it may
  /// have been written.
  mutating func map(from first: Int, _ page: MappedPage, _ frame: MappingFrame) -> Bool {
    let steps = page.program.steps.span
    let literals = page.program.literals.span
    let slots = frame.slots.span
    let bytes = page.document.bytes.span
    var position = first
    budget.spend(MappingLimits.frameSteps)
    while true {
      let step = steps[position]
      position += 1
      budget.spend(Int(step.runLength))
      switch step.action {
      case .copySlot, .openObject, .closeObject:
        let end = position - 1 + Int(step.runLength)
        sink.append(steps.extracting((position - 1)..<end), literals, slots, frame.slotStart, bytes)
        position = end
      case .copy:
        copy(step, page, frame)
      case .coerce:
        coerce(step, page, frame)
      case .openGroup:
        append(step.literal, page)
      case .closeGroup:
        closeGroup(step.literal)
      case .enter:
        let value = value(step.source, page, frame)
        if !enters(value, step, page, frame) { position = Int(step.target) }
      case .choose:
        position = choose(page.program.choices[Int(step.detail)], page, frame)
      case .relate:
        if !relate(step, page, frame) { position = Int(step.target) }
      case .jump:
        position = Int(step.target)
      case .finish:
        return true
      case .decline:
        return false
      }
    }
  }

  /// Writes a literal; its first byte, a comma, only where something is before.
  @inline(__always)
  mutating func append(_ literal: LiteralRange, _ page: MappedPage) {
    let literals = page.program.literals.span
    let range = literal.range
    guard literal.count > 0 else { return }
    let skipsComma = sink.last == ASCII.leftBrace && literals[range.lowerBound] == ASCII.comma
    sink.append(literals, range.lowerBound + (skipsComma ? 1 : 0), range.upperBound)
  }

  /// Ends a nested object, or takes its beginning back where nothing got into it.
  private mutating func closeGroup(_ opening: LiteralRange) {
    guard sink.last == ASCII.leftBrace else { return sink.append(ASCII.rightBrace) }
    sink.truncate(to: sink.count - Int(opening.count - 1))
    if sink.last == ASCII.comma { sink.truncate(to: sink.count - 1) }
  }

  /// Copies a value that is in no slot of its own.
  private mutating func copy(_ step: Step, _ page: MappedPage, _ frame: MappingFrame) {
    let (value, document) = located(step.source, page, frame)
    guard !value.isAbsent else { return append(step.missing, page) }
    append(step.literal, page)
    sink.append(document.bytes.span, Int(value.start), Int(value.end))
  }

  /// Writes a value as the type that was requested.
  private mutating func coerce(_ step: Step, _ page: MappedPage, _ frame: MappingFrame) {
    let (value, document) = located(step.source, page, frame)
    guard !value.isAbsent else { return append(step.missing, page) }
    let start = sink.count
    append(step.literal, page)
    let coercion = Coercion(
      reading: page.program.readings[Int(step.detail)], resolveURL: page.resolveURL)
    budget.spend(coercion.steps + value.range.count)
    guard coercion.write(value, document, to: &sink) else {
      sink.truncate(to: start)
      return report(step, page, frame, found: value.kind)
    }
  }

  /// True when the related object exists; otherwise writes its default.
  mutating func enters(
    _ value: JSONSlice, _ step: Step, _ page: MappedPage, _ frame: MappingFrame
  ) -> Bool {
    switch value.kind {
    case .absent:
      append(step.missing, page)
    case .null:
      append(step.literal, page)
      sink.append("null")
    case .array:
      report(step, page, frame, found: .array)
    default:
      return true
    }
    return false
  }

  /// The step at which the first case that holds continues.
  private mutating func choose(_ choice: Choice, _ page: MappedPage, _ frame: MappingFrame) -> Int {
    for entry in choice.cases {
      let (value, document) = located(entry.source, page, frame)
      if passes(entry.tests, value, document) { return entry.target ?? choice.declined }
      if isStopped { break }
    }
    return choice.otherwise ?? choice.declined
  }

  /// True when a value, which may be absent, passes all tests; false if the budget ends first.
  private mutating func passes(
    _ tests: [ValueCondition], _ value: JSONSlice, _ document: JSONDocument
  ) -> Bool {
    for test in tests {
      guard test.passes(value, document, &budget), budget.stop == nil else { return false }
    }
    return true
  }

  /// The value of a source and the text that it is in.
  @inline(__always)
  private mutating func located(
    _ source: SlotSource, _ page: MappedPage, _ frame: MappingFrame
  ) -> (value: JSONSlice, document: JSONDocument) {
    let value = value(source, page, frame)
    switch source.kind {
    case .fact:
      return (value, page.facts)
    case .collectionIndex:
      budget.spend(MappingLimits.frameSteps)
      let index = try? JSONDocument(Array(collectionIndex.description.utf8))
      return index.map { ($0.root, $0) } ?? (value, page.document)
    default:
      return (value, page.document)
    }
  }

  /// The value of a source; absent if there is none.
  @inline(__always)
  mutating func value(
    _ source: SlotSource, _ page: MappedPage, _ frame: MappingFrame
  ) -> JSONSlice {
    let value: JSONSlice =
      switch source.kind {
      case .none, .collectionIndex: .absent
      case .item: frame.item
      case .key: frame.key
      case .slot: frame.slots[frame.slotStart + Int(source.number)]
      case .link: frame.links[Int(source.number)]
      case .root: page.roots[Int(source.number)]
      case .fact: page.factSlices[Int(source.number)]
      }
    guard source.rest >= 0, !value.isAbsent else { return value }
    budget.spend(value.range.count)
    return page.document.resolve(page.program.rests[Int(source.rest)], from: value) ?? .absent
  }

  // MARK: The lists of a page

  /// Maps the items of a list as its plan says.
  mutating func mapList(
    _ list: JSONList, _ keyPath: String, _ plan: ResponseMapping.Plan, _ page: MappedPage
  ) {
    let first = items.items.count
    items.items.reserveCapacity(first + list.elements.count)
    items.sources.reserveCapacity(first + list.elements.count)
    switch plan {
    case .verbatim:
      copyItems(list, page)
    case .steps(let step, let isStrict):
      mapItems(list, step, page) { items in
        guard items.takesIssue(isStrict: isStrict) else { return }
        items.add(.typeMismatch, keyPath, expected: "object", .null)
      }
    case .keyed(let shape, let isStrict):
      collectionIndex = -1
      for object in list.elements where !isStopped {
        guard object.kind == .object else {
          if items.takesIssue(isStrict: isStrict) {
            items.add(.typeMismatch, keyPath, expected: "object", object.kind)
          }
          continue
        }
        mapMembers(object, page.program.shapes[shape], page)
      }
    }
    items.lists.append(MappedItems.List(keyPath: keyPath, items: first..<items.items.count))
    sourceBytesDone += list.slice.range.count
  }

  private mutating func copyItems(_ list: JSONList, _ page: MappedPage) {
    for element in list.elements where !isStopped {
      setProgress(Int(element.start) - list.slice.range.lowerBound)
      let before = beginItem()
      sink.append(page.document.bytes.span, Int(element.start), Int(element.end))
      endItem(element, before, isMapped: true)
    }
  }

  /// Maps the items of a list. `omit` records a null item, which no mapping can use.
  private mutating func mapItems(
    _ list: JSONList, _ step: Int, _ page: MappedPage, omit: (inout MappedItems) -> Void
  ) {
    let start = list.slice.range.lowerBound
    var frame = MappingFrame(item: .absent, slots: list.elementSlots)
    for (index, element) in list.elements.enumerated() where !isStopped {
      guard !element.isNull else {
        omit(&items)
        continue
      }
      setProgress(Int(element.start) - start)
      collectionIndex = index
      let before = beginItem()
      (frame.item, frame.slotStart) = (element, index * list.slotsPerElement)
      endItem(element, before, isMapped: map(from: step, page, frame))
    }
  }

  /// Maps the members of one keyed object.
  private mutating func mapMembers(_ object: JSONSlice, _ shape: FrameShape, _ page: MappedPage) {
    let links = Array(repeating: JSONSlice.absent, count: shape.linkCount)
    for (key, member) in members(of: object, page.document) where !isStopped {
      collectionIndex += 1
      guard !member.isNull else { continue }
      setProgress(Int(member.start - object.start))
      budget.spend(shape.values.count)
      let slots = shape.values.slots(of: member, page.document)
      let before = beginItem()
      let frame = MappingFrame(item: member, key: key, slots: slots, links: links)
      endItem(member, before, isMapped: map(from: shape.firstStep, page, frame))
    }
  }

  // MARK: Items, related frames and issues

  /// Begins an item of the page, after a comma; where the output stood before.
  private mutating func beginItem() -> Int {
    let before = sink.count
    if before > 0 { sink.append(ASCII.comma) }
    return before
  }

  /// Adds the item that was written, or takes a declined one back.
  private mutating func endItem(_ source: JSONSlice, _ before: Int, isMapped: Bool) {
    guard isMapped, !isStopped else { return rollBack(to: before) }
    items.items.append((before > 0 ? before + 1 : 0)..<sink.count)
    items.sources.append(source)
  }

  /// Takes back what a declined item has written, which has been work anyway.
  mutating func rollBack(to before: Int) {
    budget.spend(sink.count - before)
    sink.truncate(to: before)
  }

  /// Says how many bytes of the current list are mapped.
  private mutating func setProgress(_ bytes: Int) {
    sink.setProgress(done: sourceBytesDone + bytes, total: sourceBytes)
  }

  /// Everything that was mapped; the run is empty then.
  mutating func finish() -> MappedItems {
    var mapped = MappedItems()
    swap(&mapped, &items)
    mapped.bytes = sink.takeBytes()
    return mapped
  }

  /// Notes that the value of a step does not fit.
  mutating func report(
    _ step: Step, _ page: MappedPage, _ frame: MappingFrame, found: JSONSlice.Kind,
    kind: MappingIssue.Kind = .typeMismatch
  ) {
    guard items.takesIssue(isStrict: step.isStrict || frame.isStrict) else { return }
    let note = page.program.notes[Int(step.note)]
    let path = trail.flatMap { page.program.notes[Int($0)].path } + note.path
    items.add(kind, JSONPath(components: path).description, expected: note.expected, found)
  }
}
