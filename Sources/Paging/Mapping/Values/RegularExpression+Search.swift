import Text

/// The search: all states that the text so far may lead to are followed side by side.
extension RegularExpression {
  /// True when the expression is found anywhere in UTF-8 text; false if the budget ends first.
  func isFound(in text: Span<UInt8>, _ budget: inout WorkBudget) -> Bool {
    budget.spend(instructions.count)
    var search = ExpressionSearch(stateCount: instructions.count)
    var offset = 0
    while true {
      let next = offset < text.count ? Self.scalar(text, &offset) : nil
      if search.enter(self, before: next) { return true }
      guard let next, search.advance(self, over: next) else { return false }
      budget.spend(search.visited * MappingLimits.stateSteps)
      if budget.stop != nil { return false }
    }
  }

  /// The character at the offset, which is moved after it.
  @inline(__always)
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

/// The states of one search; the arrays are allocated once, with room for all states.
private struct ExpressionSearch {
  /// The states that wait for a character.
  private var waiting: [Int]
  private var waitingCount = 0
  /// The states to follow: after the character before, and what they lead to without one.
  private var reached: [Int]
  private var reachedCount = 1
  /// For each state, the step at which it was last visited.
  private var visits: [Int]
  private var step = 0
  /// The number of states visited by the last step.
  private(set) var visited = 0
  private var previous: UInt32?

  init(stateCount: Int) {
    waiting = Array(repeating: 0, count: stateCount)
    reached = Array(repeating: 0, count: 2 * stateCount + 2)
    visits = waiting
  }

  /// Follows everything that needs no character; true where the expression is matched.
  mutating func enter(_ expression: RegularExpression, before next: UInt32?) -> Bool {
    step += 1
    waitingCount = 0
    visited = 1
    while reachedCount > 0 {
      reachedCount -= 1
      visited += 1
      let state = reached[reachedCount]
      guard visits[state] != step else { continue }
      visits[state] = step
      switch expression.instructions[state] {
      case .match: return true
      case .consume:
        waiting[waitingCount] = state
        waitingCount += 1
      case .jump(let target): follow(target)
      case .split(let first, let second):
        follow(first)
        follow(second)
      case .check(let assertion):
        if holds(assertion, next) { follow(state + 1) }
      }
    }
    return false
  }

  /// Goes over one character, after which a match may also start; false where nothing can match any
  /// more.
  mutating func advance(_ expression: RegularExpression, over scalar: UInt32) -> Bool {
    for index in 0..<waitingCount {
      let state = waiting[index]
      guard case .consume(let set) = expression.instructions[state] else { continue }
      if scalar >= 0x80 { visited += expression.sets[set].visits }
      guard expression.sets[set].contains(scalar) else { continue }
      follow(state + 1)
    }
    previous = scalar
    if expression.startsAtTextStart { return reachedCount > 0 }
    follow(0)
    return true
  }

  /// Notes a state; each visited one adds at most two, so there is room.
  @inline(__always)
  private mutating func follow(_ state: Int) {
    reached[reachedCount] = state
    reachedCount += 1
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
