import JSON
import Text

/// The steps of mappings.
extension MappingCompiler {
  /// Appends the steps that map one item; `opening` starts its object. What may decline the item is
  /// returned, for the caller to say where to continue then.
  mutating func appendBody(
    _ scope: Scope, opening: LiteralRange
  ) throws(JSONFieldError) -> [Rejection] {
    switch definitions[scope.mapping].body {
    case .object(let members):
      let tree = try DestinationTree(members, itemKey: scope.itemKey)
      try append(Step(action: .openObject, literal: opening), scope)
      try appendGroup(DestinationTree.root, tree, scope)
      let closing = try literal([ASCII.rightBrace], scope)
      try append(Step(action: .closeObject, literal: closing), scope)
      return []
    case .choice(let cases, let otherwise):
      return try appendChoice(cases, otherwise, scope, opening)
    }
  }

  private mutating func appendChoice(
    _ cases: [MappingDefinition.Case], _ otherwise: MappingDefinition.Target?, _ scope: Scope,
    _ opening: LiteralRange
  ) throws(JSONFieldError) -> [Rejection] {
    let number = addChoice()
    try append(Step(action: .choose, detail: Int32(number)), scope)
    var declines = [Rejection.choice(number)]
    var starts: [Int: Int] = [:]
    var jumps: [Int] = []
    for target in cases.map(\.target) + [otherwise] {
      guard let chosen = target?.mapping, starts[chosen] == nil else { continue }
      starts[chosen] = program.steps.count
      declines += try appendChosen(chosen, scope, opening)
      jumps.append(try append(Step(action: .jump), scope))
    }
    for jump in jumps { setTarget(jump, program.steps.count) }
    var entries: [Choice.Case] = []
    for entry in cases {
      let source = source(entry.source, scope)
      let start = entry.target.flatMap { starts[$0.mapping] }
      entries.append(Choice.Case(source: source, tests: entry.tests, target: start))
    }
    setCases(entries, otherwise: otherwise.flatMap { starts[$0.mapping] }, ofChoice: number)
    return declines
  }

  /// Appends the mapping that a choice made, in the same frame where it is not too large.
  private mutating func appendChosen(
    _ mapping: Int, _ scope: Scope, _ opening: LiteralRange
  ) throws(JSONFieldError) -> [Rejection] {
    var scope = scope
    scope.isStrict = scope.isStrict || definitions[mapping].isStrict
    scope.mappings.append(mapping)
    if fits(mapping, scope) { return try appendBody(scope, opening: opening) }
    let callee = Callee(mapping: mapping, itemKey: scope.itemKey)
    let call = call(callee, .handOn, scope, isSameItem: true)
    var step = Step(action: .relate, isStrict: scope.isStrict)
    step.source = source(SourcePath.item, scope)
    step.literal = LiteralRange(start: opening.start, count: opening.count - 1)
    step.detail = call
    step.note = note(SourcePath.item, scope, expected: "object")
    return [.step(try append(step, scope))]
  }

  /// True when a mapping may still be compiled into the frame.
  private func fits(_ mapping: Int, _ scope: Scope) -> Bool {
    let size =
      switch definitions[mapping].body {
      case .object(let members):
        members.reduce(2) { $0 + 2 * $1.destination.components.count }
      case .choice(let cases, _): 2 * cases.count + 2
      }
    return program.steps.count - scope.frameStart + size <= MappingLimits.inlineStepsMax
      && program.steps.count + size <= MappingLimits.inlineStepsOfAllMax
      && scope.mappings.count < MappingLimits.inlineDepthMax
      && scope.path.components.count <= MappingLimits.inlineKeysMax
  }

  /// Appends what an object or a group of it holds.
  private mutating func appendGroup(
    _ node: Int, _ tree: DestinationTree, _ scope: Scope
  ) throws(JSONFieldError) {
    for child in tree.children[node] {
      let key = Self.key(tree.keys[child])
      switch tree.contents[child] {
      case .itemKey:
        var step = Step(action: .copy, literal: try literal(key, scope))
        step.source = SlotSource(kind: .key)
        try append(step, scope)
      case .member(let number):
        try appendMember(definitions[scope.mapping].members[number], key, scope)
      case .group:
        let opening = try literal(key + [ASCII.leftBrace], scope)
        try append(Step(action: .openGroup, literal: opening), scope)
        try appendGroup(child, tree, scope)
        try append(Step(action: .closeGroup, literal: opening), scope)
      }
    }
  }

  private mutating func appendMember(
    _ member: MappingDefinition.Member, _ key: [UInt8], _ scope: Scope
  ) throws(JSONFieldError) {
    switch member.content {
    case .attribute(let attribute):
      var step = Step(action: .copy, isStrict: scope.isStrict)
      step.source = source(member.source, scope)
      step.literal = try literal(key, scope)
      step.missing = try missing(key, attribute.fallback, attribute.type.emptyValue, scope)
      switch attribute.reading {
      case .verbatim, .type(.any):
        if step.source.kind == .slot, step.source.rest < 0 { step.action = .copySlot }
      default:
        step.action = .coerce
        step.detail = add(attribute.reading)
        step.note = note(member.source, scope, expected: attribute.type.rawValue)
      }
      try append(step, scope)
    case .relationship(let target, let isMany):
      var step = Step(action: .relate, isStrict: scope.isStrict)
      let isList = isMany || definitions[target.mapping].keyedBy != nil
      step.source = source(member.source, scope)
      step.missing = try missing(key, nil, isList ? "[]" : "null", scope)
      step.note = note(member.source, scope, expected: "object")
      if !isList, isPart(member.source, target.mapping, scope) {
        try appendPart(member.source, target.mapping, step, key, scope)
      } else {
        step.literal = try literal(key, scope)
        let itemKey = definitions[target.mapping].keyedBy
        let form: RelatedCall.Form = itemKey != nil ? .keyed : isMany ? .list : .one
        let isSame = form == .one && member.source.base == .item && member.source.path == .root
        step.detail = call(
          Callee(mapping: target.mapping, itemKey: itemKey), form, scope, isSameItem: isSame)
        try append(step, scope)
      }
    }
  }

  /// True when the pass over the item finds the related object, so that it needs no frame.
  private func isPart(_ source: SourcePath, _ mapping: Int, _ scope: Scope) -> Bool {
    source.base == .item && source.path.splitAtIndex.rest.components.isEmpty
      && scope.path.components.count + source.path.components.count <= JSONPath.componentsMax
      && !scope.mappings.contains(mapping) && fits(mapping, scope)
  }

  /// Appends a related object as a part of the frame.
  private mutating func appendPart(
    _ source: SourcePath, _ related: Int, _ relation: Step, _ key: [UInt8], _ scope: Scope
  ) throws(JSONFieldError) {
    var inner = scope
    inner.parent = .path(scope.path)
    inner.path = scope.path.appending(source.path)
    inner.itemKey = nil
    inner.hasKey = scope.hasKey && source.path.components.isEmpty
    inner.isStrict = scope.isStrict || definitions[related].isStrict
    inner.trail += source.written.components
    inner.mappings.append(related)
    let opening = try literal(key + [ASCII.leftBrace], scope)
    var enter = relation
    enter.action = .enter
    enter.literal = LiteralRange(start: opening.start, count: opening.count - 1)
    let entry = try append(enter, scope)
    let declines = try appendBody(inner, opening: opening)
    setTarget(entry, program.steps.count)
    decline(declines, at: program.steps.count)
  }

  /// Returns the text written when a source is not there.
  private mutating func missing(
    _ key: [UInt8], _ fallback: [UInt8]?, _ empty: String, _ scope: Scope
  ) throws(JSONFieldError) -> LiteralRange {
    if let fallback { return try literal(key + fallback, scope) }
    return switch definitions[scope.mapping].missing {
    case .omit: LiteralRange()
    case .null: try literal(key + Array("null".utf8), scope)
    case .default: try literal(key + Array(empty.utf8), scope)
    }
  }

  /// A comma, the key in quotes and a colon.
  private static func key(_ key: [UInt8]) -> [UInt8] {
    let quoted = JSONValue.string(String(decoding: key, as: UTF8.self)).bytes
    return [ASCII.comma] + quoted + [ASCII.colon]
  }
}
