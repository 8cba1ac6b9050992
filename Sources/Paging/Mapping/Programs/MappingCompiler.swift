import JSON
import Text

/// Turns checked mappings into a program.
///
/// A list's items and each mapping that is called get a layout (which values go to which slots)
/// and steps. Called mappings are compiled one after another from a queue, so that a mapping may
/// call itself. What `@parent` reads is linked at the end, when all wishes are known.
struct MappingCompiler {
  /// A mapping as it is called: with `keyedBy`, even if the key goes.
  struct Callee: Hashable {
    let mapping: Int
    let itemKey: JSONPath?
  }

  /// The object that `@parent` leads to.
  enum Parent {
    case none
    /// To the object that the frame's caller works on.
    case frame
    /// To an object of the same frame.
    case path(JSONPath)
  }

  /// The context that a mapping's steps depend on, besides the mapping itself.
  struct Scope {
    let layout: Int
    /// The way from the frame's item to the mapping's; keys only.
    var path = JSONPath.root
    var parent: Parent
    /// The destination of the item's key, for a mapping with `keyedBy`.
    var itemKey: JSONPath?
    var hasKey = false
    var isStrict = false
    /// The relationships from the frame's item to the mapping's, as they were written.
    var trail: [JSONPath.Component] = []
    /// The mappings around the step, its own last.
    var mappings: [Int]
    var mapping: Int { mappings[mappings.count - 1] }
    /// The number of the frame's first step.
    var frameStart = 0
  }

  /// A call whose `@parent` values are to be linked.
  private struct Site {
    let call: Int
    let layout: Int
    let parent: Parent
    let calleeLayout: Int
    var linkCount = 0
  }

  let definitions: [MappingDefinition]
  private(set) var program = MappingProgram()
  private var layouts: [FrameLayout] = []
  private var shapeNumbers: [Callee: Int] = [:]
  private var shapeLayouts: [Int] = []
  private var queue: [(callee: Callee, shape: Int)] = []
  private var sites: [Site] = []
  /// The part of `MappingLimits.sizeMax` in use.
  private(set) var size = 0
  private var rests = Numbering<JSONPath>()
  private var roots = Numbering<JSONPath>()
  private var facts = Numbering<SourcePath.Fact>()

  /// A compiler of these mappings.
  init(_ definitions: [MappingDefinition]) {
    self.definitions = definitions
  }

  /// A layout for the items of a list.
  mutating func addLayout() -> Int {
    layouts.append(FrameLayout())
    return layouts.count - 1
  }

  /// Compiles a mapping for the items of a list; the number of its first step.
  mutating func compile(_ mapping: Int, layout: Int) throws(JSONFieldError) -> Int {
    try compileFrame(Scope(layout: layout, parent: .none, mappings: [mapping]))
  }

  /// The shape of a mapping that is called; its steps follow with `finish`.
  mutating func shape(_ callee: Callee) -> Int {
    if let number = shapeNumbers[callee] { return number }
    program.shapes.append(FrameShape())
    let number = program.shapes.count - 1
    shapeNumbers[callee] = number
    shapeLayouts.append(addLayout())
    queue.append((callee, number))
    return number
  }

  /// Compiles what is called, and links the frames.
  mutating func finish() throws(JSONFieldError) {
    while let (callee, shape) = queue.popLast() {
      let layout = shapeLayouts[shape]
      let scope = Scope(
        layout: layout, parent: .frame, itemKey: callee.itemKey, hasKey: true,
        mappings: [callee.mapping])
      program.shapes[shape].firstStep = try compileFrame(scope)
    }
    try link()
    countRuns()
    (program.rests, program.roots, program.facts) = (rests.values, roots.values, facts.values)
    for (shape, layout) in shapeLayouts.enumerated() {
      program.shapes[shape].values = RelatedValues(layouts[layout].slots.values)
      program.shapes[shape].linkCount = layouts[layout].links.values.count
    }
  }

  /// The paths whose values a list's items have in their slots, by slot.
  func elementPaths(ofLayout layout: Int) -> [JSONPath] {
    layouts[layout].slots.values
  }

  private mutating func compileFrame(_ scope: Scope) throws(JSONFieldError) -> Int {
    var scope = scope
    scope.isStrict = definitions[scope.mapping].isStrict
    scope.frameStart = program.steps.count
    let opening = try literal([ASCII.leftBrace], scope)
    let declines = try appendBody(scope, opening: opening)
    try append(Step(action: .finish), scope)
    decline(declines, at: program.steps.count)
    try append(Step(action: .decline), scope)
    return scope.frameStart
  }

  /// Hands over what `@parent` reads, until no frame wishes for more: a mapping that was chosen
  /// for an item passes its wishes on to the frame around it.
  private mutating func link() throws(JSONFieldError) {
    var linkCount = 0
    var isDone = false
    while !isDone {
      isDone = true
      for index in sites.indices {
        let site = sites[index]
        let wishes = layouts[site.calleeLayout].links.values
        guard site.linkCount < wishes.count else { continue }
        isDone = false
        sites[index].linkCount = wishes.count
        for wish in wishes[site.linkCount...] {
          linkCount += 1
          try checkSize(linkCount, MappingLimits.stepsMax, 0)
          let source = parentSource(wish, site.parent, layout: site.layout)
          try checkSize(size, MappingLimits.sizeMax, 0)
          program.calls[site.call].links.append(source)
        }
      }
    }
  }

  /// Counts the plain steps after each one.
  private mutating func countRuns() {
    for step in program.steps.indices.dropLast().reversed()
    where program.steps[step].action.isPlain && program.steps[step + 1].action.isPlain {
      program.steps[step].runLength = program.steps[step + 1].runLength + 1
    }
  }

  /// Adds a call of a mapping; its number. `isSameItem`: its item is the caller's.
  mutating func call(
    _ callee: Callee, _ form: RelatedCall.Form, _ scope: Scope, isSameItem: Bool
  ) -> Int32 {
    let shape = shape(callee)
    program.calls.append(
      RelatedCall(shape: shape, form: form, keepsKey: isSameItem && scope.hasKey))
    let parent: Parent = if case .handOn = form { scope.parent } else { .path(scope.path) }
    sites.append(
      Site(
        call: program.calls.count - 1, layout: scope.layout, parent: parent,
        calleeLayout: shapeLayouts[shape]))
    return Int32(program.calls.count - 1)
  }

  // MARK: Parts of the program

  /// Appends a step of a mapping; its number.
  @discardableResult
  mutating func append(_ step: Step, _ scope: Scope) throws(JSONFieldError) -> Int {
    try checkSize(program.steps.count + 1, MappingLimits.stepsMax, scope.mapping)
    size += 1
    try checkSize(size, MappingLimits.sizeMax, scope.mapping)
    program.steps.append(step)
    return program.steps.count - 1
  }

  /// Sets where a step continues.
  mutating func setTarget(_ step: Int, _ target: Int) {
    program.steps[step].target = Int32(target)
  }

  /// Adds a choice without cases; its number.
  mutating func addChoice() -> Int {
    program.choices.append(Choice(cases: []))
    return program.choices.count - 1
  }

  /// Gives a choice its cases.
  mutating func setCases(_ cases: [Choice.Case], otherwise: Int?, ofChoice number: Int) {
    size += cases.count
    program.choices[number].cases = cases
    program.choices[number].otherwise = otherwise
  }

  /// Says where to continue when one of these declines the item.
  mutating func decline(_ declines: [Rejection], at step: Int) {
    for decline in declines {
      switch decline {
      case .choice(let number): program.choices[number].declined = step
      case .step(let number): setTarget(number, step)
      }
    }
  }

  /// Adds a note for issues; its number.
  mutating func note(_ source: SourcePath, _ scope: Scope, expected: String) -> Int32 {
    let path = scope.trail + source.written.components
    size += path.count
    program.notes.append(IssueNote(path: path, expected: expected))
    return Int32(program.notes.count - 1)
  }

  /// Adds what an attribute reads its value as; its number.
  mutating func add(_ reading: AttributeDefinition.Reading) -> Int32 {
    program.readings.append(reading)
    return Int32(program.readings.count - 1)
  }

  /// Adds bytes that steps write.
  mutating func literal(_ bytes: [UInt8], _ scope: Scope) throws(JSONFieldError) -> LiteralRange {
    let count = program.literals.count + bytes.count
    try checkSize(count, MappingLimits.literalBytesMax, scope.mapping)
    let range = LiteralRange(start: Int32(program.literals.count), count: Int32(bytes.count))
    program.literals.append(contentsOf: bytes)
    return range
  }

  private func checkSize(_ size: Int, _ maximum: Int, _ mapping: Int) throws(JSONFieldError) {
    guard size <= maximum else {
      throw JSONFieldError(
        definitions[mapping].place,
        expected: "fewer or smaller mappings: all together are too large")
    }
  }

  // MARK: Sources

  /// Returns the location of a source's value, for a mapping in that scope.
  mutating func source(_ source: SourcePath, _ scope: Scope) -> SlotSource {
    switch source.base {
    case .item:
      return ownSource(scope.path.appending(source.path), layout: scope.layout)
    case .parent:
      return parentSource(source.path, scope.parent, layout: scope.layout)
    case .root:
      return SlotSource(kind: .root, number: roots.number(of: source.path))
    case .fact(.key):
      return SlotSource(kind: scope.hasKey ? .key : .none)
    case .fact(.collectionIndex):
      return SlotSource(kind: .collectionIndex)
    case .fact(let fact):
      return SlotSource(kind: .fact, number: facts.number(of: fact))
    }
  }

  private mutating func ownSource(_ path: JSONPath, layout: Int) -> SlotSource {
    size += path.components.count
    let (keys, rest) = path.splitAtIndex
    guard !keys.components.isEmpty else { return SlotSource(kind: .item, rest: self.rest(rest)) }
    return SlotSource(
      kind: .slot, number: layouts[layout].slots.number(of: keys), rest: self.rest(rest))
  }

  private mutating func parentSource(
    _ path: JSONPath, _ parent: Parent, layout: Int
  ) -> SlotSource {
    switch parent {
    case .none:
      return SlotSource()
    case .path(let base):
      return ownSource(base.appending(path), layout: layout)
    case .frame:
      size += path.components.count
      return SlotSource(kind: .link, number: layouts[layout].links.number(of: path))
    }
  }

  private mutating func rest(_ path: JSONPath) -> Int32 {
    path.components.isEmpty ? -1 : rests.number(of: path)
  }
}

/// The part of a program that may decline an item: a choice, or a step that hands it on.
enum Rejection {
  case choice(Int)
  case step(Int)
}
