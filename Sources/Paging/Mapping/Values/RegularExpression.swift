import JSON

/// A regular expression that is searched for in strings, always in linear time.
///
/// Syntax: literals, `.`, classes as `[a-z]` and `[^a-z]`, `\d \w \s` and their opposites (ASCII),
/// `\b \B`, `^ $ \A \z`, groups (also named and `(?:...)`), `|`, `* + ? {m} {m,} {m,n}` (a lazy `?`
/// after them changes nothing, because only whether there is a match counts), `\t \n \r \f \v \0`,
/// `\xHH`, `\uHHHH`, and the flags i, m, s as `(?i)` or `(?i:...)`. Lookaround, backreferences and
/// possessive quantifiers are refused. It is compiled into a program whose states are all followed
/// at once, character by character.
struct RegularExpression: Sendable {
  /// One state of the program.
  enum Instruction: Sendable {
    /// Continues after a character of the set with this number.
    case consume(Int)
    case split(Int, Int)
    case jump(Int)
    case check(Assertion)
    case match
  }

  /// A condition that must hold between two characters.
  enum Assertion: Sendable {
    case textStart, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary
  }

  let instructions: [Instruction]
  let sets: [ScalarSet]
  /// A match can only start where the text does.
  let startsAtTextStart: Bool

  /// The expression of a text that is at `place` in the params.
  init(_ text: String, at place: String) throws(JSONFieldError) {
    do {
      var parser = ExpressionParser(text)
      let node = try parser.parse()
      var compiler = ExpressionCompiler()
      try compiler.appendNode(node)
      try compiler.append(.match)
      instructions = compiler.instructions
      sets = compiler.sets
      startsAtTextStart =
        if case .check(.textStart) = compiler.instructions[0] { true } else { false }
    } catch {
      throw JSONFieldError(place, expected: error.words)
    }
  }

  /// True when the expression is found in the text of a string.
  func isFound(
    inString slice: JSONSlice, _ document: JSONDocument, _ budget: inout WorkBudget
  ) -> Bool {
    if slice.hasEscapes {
      let text = Array((document.string(slice) ?? "").utf8)
      return isFound(in: text.span, &budget)
    }
    return isFound(in: document.bytes.span.extracting(slice.content), &budget)
  }
}

/// The reason why a text is not a regular expression of the syntax above.
enum ExpressionError: Error {
  case unexpected(at: Int)
  case lookaround
  case backreference
  case possessive
  case tooLarge

  /// Describes the text that was expected instead.
  var words: String {
    switch self {
    case .unexpected(let offset): "a regular expression; character \(offset) is not allowed there"
    case .lookaround: "a regular expression without lookaround"
    case .backreference: "a regular expression without backreferences"
    case .possessive: "a regular expression without possessive quantifiers"
    case .tooLarge: "a smaller regular expression"
    }
  }
}
