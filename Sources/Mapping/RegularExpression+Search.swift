/// The search: all states that the text so far may lead to are followed side by side.
extension RegularExpression {
  /// Whether the expression is found anywhere in UTF-8 text.
  func isFound(in text: Span<UInt8>) -> Bool {
    var search = ExpressionSearch(self)
    var offset = 0
    while true {
      let next = offset < text.count ? Self.scalar(text, &offset) : nil
      if search.enter(before: next) { return true }
      guard let next else { return false }
      search.advance(over: next)
    }
  }

  /// The character at the offset, which is moved behind it.
  private static func scalar(_ text: Span<UInt8>, _ offset: inout Int) -> UInt32 {
    let first = text.byte(at: offset)
    offset += 1
    if first < 0x80 { return UInt32(first) }
    let count = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1
    var scalar = UInt32(first) & (0x3F >> UInt32(count))
    for _ in 0..<count {
      scalar = scalar << 6 | UInt32(text.byte(at: offset) & 0x3F)
      offset += 1
    }
    return scalar
  }
}

/// The states of one search.
private struct ExpressionSearch {
  private let expression: RegularExpression
  /// The states that wait for a character.
  private var waiting: [Int] = []
  /// The states behind the character before.
  private var reached: [Int] = [0]
  private var stack: [Int] = []
  /// For each state, the step at which it was last visited.
  private var visits: [Int]
  private var step = 0
  private var previous: UInt32?

  init(_ expression: RegularExpression) {
    self.expression = expression
    visits = Array(repeating: 0, count: expression.instructions.count)
  }

  /// Follows everything that needs no character; true where the expression is matched.
  mutating func enter(before next: UInt32?) -> Bool {
    step += 1
    waiting.removeAll(keepingCapacity: true)
    swap(&stack, &reached)
    reached.removeAll(keepingCapacity: true)
    while let state = stack.popLast() {
      guard visits[state] != step else { continue }
      visits[state] = step
      switch expression.instructions[state] {
      case .match: return true
      case .consume: waiting.append(state)
      case .jump(let target): stack.append(target)
      case .split(let first, let second):
        stack.append(second)
        stack.append(first)
      case .check(let assertion):
        if holds(assertion, next) { stack.append(state + 1) }
      }
    }
    return false
  }

  /// Goes over one character; a match may also start behind it.
  mutating func advance(over scalar: UInt32) {
    for state in waiting {
      guard case .consume(let set) = expression.instructions[state],
        expression.sets[set].contains(scalar)
      else { continue }
      reached.append(state + 1)
    }
    reached.append(0)
    previous = scalar
  }

  private func holds(_ assertion: RegularExpression.Assertion, _ next: UInt32?) -> Bool {
    switch assertion {
    case .textStart: previous == nil
    case .textEnd: next == nil
    case .lineStart: previous == nil || previous == 0x0A
    case .lineEnd: next == nil || next == 0x0A
    case .wordBoundary: isWord(previous) != isWord(next)
    case .noWordBoundary: isWord(previous) == isWord(next)
    }
  }

  private func isWord(_ scalar: UInt32?) -> Bool {
    guard let scalar else { return false }
    return ScalarSet.isWord(scalar)
  }
}
