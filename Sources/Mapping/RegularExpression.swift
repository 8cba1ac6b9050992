import JSON

/// A regular expression that is looked for in strings in linear time, whatever it is.
///
/// Syntax: literals, `.`, classes `[a-z]` `[^...]`, `\d \w \s` and their opposites (ASCII), `\b \B`,
/// `^ $ \A \z`, groups (also named and `(?:...)`), `|`, `* + ? {m} {m,} {m,n}` (a lazy `?` behind
/// them changes nothing, because only whether there is a match counts), `\t \n \r \f \v \0`,
/// `\xHH`, `\uHHHH`, and the flags i, m, s as `(?i)` or `(?i:...)`. Lookaround, backreferences and
/// possessive quantifiers are refused. It is compiled into a program whose states are all followed
/// at once, character by character.
struct RegularExpression: Sendable {
  /// One state of the program.
  enum Instruction: Sendable {
    /// Goes on behind a character of the set with this number.
    case consume(Int)
    case split(Int, Int)
    case jump(Int)
    case check(Assertion)
    case match
  }

  /// What must hold between two characters.
  enum Assertion: Sendable {
    case textStart, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary
  }

  let instructions: [Instruction]
  let sets: [ScalarSet]

  /// The expression of a text that stands at `place` in the params.
  init(_ text: String, at place: String) throws(JSONFieldError) {
    do {
      var parser = ExpressionParser(text)
      let node = try parser.parse()
      var compiler = ExpressionCompiler()
      try compiler.appendNode(node)
      try compiler.append(.match)
      instructions = compiler.instructions
      sets = compiler.sets
    } catch {
      throw JSONFieldError(path: place, problem: .expected(error.words))
    }
  }

  /// Whether the expression is found in the text of a string.
  func isFound(inString slice: JSONSlice, _ document: JSONDocument) -> Bool {
    if slice.hasEscapes {
      let text = Array((document.string(slice) ?? "").utf8)
      return isFound(in: text.span)
    }
    return isFound(in: document.bytes.span.extracting(slice.contentRange))
  }
}

/// Why a text is no regular expression of the syntax above.
enum ExpressionError: Error {
  case unexpected(at: Int)
  case lookaround
  case backreference
  case possessive
  case tooLarge

  /// What was expected instead.
  var words: String {
    switch self {
    case .unexpected(let offset): "a regular expression; character \(offset) cannot stand there"
    case .lookaround: "a regular expression without lookaround"
    case .backreference: "a regular expression without backreferences"
    case .possessive: "a regular expression without possessive quantifiers"
    case .tooLarge: "a smaller regular expression"
    }
  }
}

/// A set of characters.
struct ScalarSet: Sendable {
  var ranges: [ClosedRange<UInt32>] = []
  var isNegated = false
  var ignoresCase = false

  /// A set of one character.
  init(_ scalar: UInt32) { ranges = [scalar...scalar] }

  /// A set of ranges.
  init(_ ranges: [ClosedRange<UInt32>], isNegated: Bool = false) {
    self.ranges = ranges
    self.isNegated = isNegated
  }

  static let digits: [ClosedRange<UInt32>] = [0x30...0x39]
  static let word: [ClosedRange<UInt32>] = [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
  static let space: [ClosedRange<UInt32>] = [0x09...0x0D, 0x20...0x20]
  static let all: ClosedRange<UInt32> = 0...0x10FFFF

  /// The ranges of all characters that are in none of the given ones, which are in order.
  static func complement(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var complement: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { complement.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    complement.append(next...all.upperBound)
    return complement
  }

  /// Whether the character is in the set.
  func contains(_ scalar: UInt32) -> Bool {
    (holds(scalar) || (ignoresCase && Self.otherCases(scalar).contains(where: holds)))
      != isNegated
  }

  private func holds(_ scalar: UInt32) -> Bool {
    for range in ranges where range.contains(scalar) { return true }
    return false
  }

  /// Whether the character is one of `\w`.
  static func isWord(_ scalar: UInt32) -> Bool {
    for range in word where range.contains(scalar) { return true }
    return false
  }

  /// The lower and upper case of a character, where they are one character.
  private static func otherCases(_ scalar: UInt32) -> [UInt32] {
    if scalar < 0x80 { return (0x41...0x5A).contains(scalar & 0xDF) ? [scalar ^ 0x20] : [] }
    guard let character = Unicode.Scalar(scalar) else { return [] }
    let cases = [character.properties.lowercaseMapping, character.properties.uppercaseMapping]
    return cases.compactMap {
      $0.unicodeScalars.count == 1 ? $0.unicodeScalars.first?.value : nil
    }
  }
}
