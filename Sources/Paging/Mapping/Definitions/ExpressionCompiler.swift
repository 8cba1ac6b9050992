/// The parts of a regular expression.
indirect enum ExpressionNode {
  case set(ScalarSet)
  case check(RegularExpression.Assertion)
  case sequence([ExpressionNode])
  case alternatives([ExpressionNode])
  /// `most` nil: without end.
  case repetition(ExpressionNode, least: Int, most: Int?)
}

/// Turns the parts into a program (Thompson's construction); counted repetitions are written out.
struct ExpressionCompiler {
  private(set) var instructions: [RegularExpression.Instruction] = []
  private(set) var sets: [ScalarSet] = []

  /// Appends an instruction; its place.
  @discardableResult
  mutating func append(
    _ instruction: RegularExpression.Instruction
  ) throws(ExpressionError) -> Int {
    guard instructions.count < MappingLimits.expressionInstructionsMax else {
      throw ExpressionError.tooLarge
    }
    instructions.append(instruction)
    return instructions.count - 1
  }

  /// Appends what finds a part and continues after it.
  mutating func appendNode(_ node: ExpressionNode) throws(ExpressionError) {
    switch node {
    case .set(let set):
      sets.append(set)
      try append(.consume(sets.count - 1))
    case .check(let assertion):
      try append(.check(assertion))
    case .sequence(let nodes):
      for node in nodes { try appendNode(node) }
    case .alternatives(let nodes):
      var jumps: [Int] = []
      for (index, node) in nodes.enumerated() {
        guard index < nodes.count - 1 else {
          try appendNode(node)
          break
        }
        let split = try append(.split(0, 0))
        try appendNode(node)
        jumps.append(try append(.jump(0)))
        instructions[split] = .split(split + 1, instructions.count)
      }
      for jump in jumps { instructions[jump] = .jump(instructions.count) }
    case .repetition(let node, let least, let most):
      try appendRepetition(node, least: least, most: most)
    }
  }

  private mutating func appendRepetition(
    _ node: ExpressionNode, least: Int, most: Int?
  ) throws(ExpressionError) {
    for _ in 0..<least {
      let start = instructions.count
      try appendNode(node)
      // A part without instructions is the same however often it occurs.
      if instructions.count == start { return }
    }
    guard let most else {
      let split = try append(.split(0, 0))
      try appendNode(node)
      try append(.jump(split))
      instructions[split] = .split(split + 1, instructions.count)
      return
    }
    var splits: [Int] = []
    for _ in least..<max(least, most) {
      splits.append(try append(.split(0, 0)))
      let start = instructions.count
      try appendNode(node)
      if instructions.count == start { break }
    }
    for split in splits { instructions[split] = .split(split + 1, instructions.count) }
  }
}
