import Text

/// Parses the text of a regular expression.
struct ExpressionParser {
  private struct Flags {
    var ignoresCase = false
    var isMultiline = false
    var dotIsAll = false
  }

  private static let repetitionMax = 1_000

  private let text: [Unicode.Scalar]
  private var offset = 0
  private var depth = 0
  private var flags = Flags()

  /// A parser of the text.
  init(_ text: String) {
    self.text = Array(text.unicodeScalars)
  }

  /// The whole expression.
  mutating func parse() throws(ExpressionError) -> ExpressionNode {
    guard text.count <= MappingLimits.expressionBytesMax else { throw ExpressionError.tooLarge }
    let node = try alternatives()
    guard offset == text.count else { throw ExpressionError.unexpected(at: offset) }
    return node
  }

  private var next: Unicode.Scalar? { offset < text.count ? text[offset] : nil }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    offset += 1
    return true
  }

  /// Parses the alternatives between bars, up to the end or a closing parenthesis.
  private mutating func alternatives() throws(ExpressionError) -> ExpressionNode {
    guard depth < MappingLimits.nestingMax else { throw ExpressionError.tooLarge }
    depth += 1
    var nodes: [ExpressionNode] = []
    repeat {
      var parts: [ExpressionNode] = []
      while let scalar = next, scalar != "|", scalar != ")" {
        if let atom = try atom() { parts.append(try repeated(atom)) }
      }
      nodes.append(.sequence(parts))
    } while skip("|")
    depth -= 1
    return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
  }

  /// One part without its quantifier; nil for flags, which match nothing.
  private mutating func atom() throws(ExpressionError) -> ExpressionNode? {
    guard let scalar = next else { throw ExpressionError.unexpected(at: offset) }
    let start = offset
    offset += 1
    switch scalar {
    case "(": return try group()
    case "[": return .set(try bracketed())
    case ".": return .set(ScalarSet(flags.dotIsAll ? [ScalarSet.all] : [0...9, 11...0x10FFFF]))
    case "^": return .check(flags.isMultiline ? .lineStart : .textStart)
    case "$": return .check(flags.isMultiline ? .lineEnd : .textEnd)
    case "\\": return try escape()
    case "*", "+", "?": throw ExpressionError.unexpected(at: start)
    case "{":
      offset = start
      if try quantifier() != nil { throw ExpressionError.unexpected(at: start) }
      offset = start + 1
      return literal(scalar.value)
    default: return literal(scalar.value)
    }
  }

  private func literal(_ scalar: UInt32) -> ExpressionNode {
    .set(ScalarSet([scalar...scalar], ignoresCase: flags.ignoresCase))
  }

  /// The part with the quantifier after it.
  private mutating func repeated(_ node: ExpressionNode) throws(ExpressionError) -> ExpressionNode {
    guard let bounds = try quantifier() else { return node }
    if skip("+") { throw ExpressionError.possessive }
    _ = skip("?")
    let start = offset
    guard try quantifier() == nil else { throw ExpressionError.unexpected(at: start) }
    return .repetition(node, least: bounds.least, most: bounds.most)
  }

  /// The bounds of `*`, `+`, `?` or `{m,n}`; nil if there is no quantifier.
  private mutating func quantifier() throws(ExpressionError) -> (least: Int, most: Int?)? {
    if skip("*") { return (0, nil) }
    if skip("+") { return (1, nil) }
    if skip("?") { return (0, 1) }
    let start = offset
    guard skip("{"), let least = try count() else {
      offset = start
      return nil
    }
    var most: Int? = least
    if skip(",") { most = try count() }
    guard skip("}") else {
      offset = start
      return nil
    }
    if let most, most < least { throw ExpressionError.unexpected(at: start) }
    return (least, most)
  }

  private mutating func count() throws(ExpressionError) -> Int? {
    var number: Int?
    while let digit = next, ("0"..."9").contains(digit) {
      number = (number ?? 0) * 10 + Int(digit.value - 0x30)
      if let number, number > Self.repetitionMax { throw ExpressionError.tooLarge }
      offset += 1
    }
    return number
  }

  /// Parses the rest of a group after its opening parenthesis, up to the closing one.
  private mutating func group() throws(ExpressionError) -> ExpressionNode? {
    let outer = flags
    if skip("?") {
      if next == "=" || next == "!" { throw ExpressionError.lookaround }
      if skip("P") {
        guard next == "<" else { throw ExpressionError.backreference }
      }
      if skip("<") {
        if next == "=" || next == "!" { throw ExpressionError.lookaround }
        try skipName()
      } else {
        try readFlags()
        if skip(")") { return nil }
        guard skip(":") else { throw ExpressionError.unexpected(at: offset) }
      }
    }
    let node = try alternatives()
    guard skip(")") else { throw ExpressionError.unexpected(at: offset) }
    flags = outer
    return node
  }

  private mutating func skipName() throws(ExpressionError) {
    let start = offset
    while let scalar = next, ScalarSet.isWord(scalar.value) { offset += 1 }
    guard offset > start, skip(">") else { throw ExpressionError.unexpected(at: offset) }
  }

  private mutating func readFlags() throws(ExpressionError) {
    var isOn = true
    while let scalar = next, scalar != ")", scalar != ":" {
      switch scalar {
      case "-" where isOn: isOn = false
      case "i": flags.ignoresCase = isOn
      case "m": flags.isMultiline = isOn
      case "s": flags.dotIsAll = isOn
      default: throw ExpressionError.unexpected(at: offset)
      }
      offset += 1
    }
  }

  // MARK: Escapes and classes

  /// Parses an escape outside brackets: the character after a backslash.
  private mutating func escape() throws(ExpressionError) -> ExpressionNode {
    if let assertion = take(Self.assertions) { return .check(assertion) }
    if let ranges = take(Self.classes) { return .set(ScalarSet(ranges)) }
    if let next, ("1"..."9").contains(next) || next == "k" { throw ExpressionError.backreference }
    return literal(try escapedScalar())
  }

  private static let assertions: [Unicode.Scalar: RegularExpression.Assertion] = [
    "b": .wordBoundary, "B": .noWordBoundary, "A": .textStart, "z": .textEnd,
  ]

  private static let classes: [Unicode.Scalar: [ClosedRange<UInt32>]] = [
    "d": ScalarSet.digits, "D": ScalarSet.complement(ScalarSet.digits),
    "w": ScalarSet.word, "W": ScalarSet.complement(ScalarSet.word),
    "s": ScalarSet.space, "S": ScalarSet.complement(ScalarSet.space),
  ]

  private static let controls: [Unicode.Scalar: UInt32] = [
    "t": 0x09, "n": 0x0A, "v": 0x0B, "f": 0x0C, "r": 0x0D, "0": 0,
  ]

  /// Reads the next letter and returns its meaning; nil if the table does not have it.
  private mutating func take<Meaning>(_ table: [Unicode.Scalar: Meaning]) -> Meaning? {
    guard let meaning = next.flatMap({ table[$0] }) else { return nil }
    offset += 1
    return meaning
  }

  /// The character that the escape after a backslash means.
  private mutating func escapedScalar() throws(ExpressionError) -> UInt32 {
    if let control = take(Self.controls) { return control }
    let start = offset
    guard let scalar = next else { throw ExpressionError.unexpected(at: start) }
    offset += 1
    switch scalar {
    case "x": return try hexadecimal(digits: 2)
    case "u": return try hexadecimal(digits: 4)
    case "0"..."9", "a"..."z", "A"..."Z": throw ExpressionError.unexpected(at: start)
    default: return scalar.value
    }
  }

  private mutating func hexadecimal(digits: Int) throws(ExpressionError) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<digits {
      guard let scalar = next, scalar.isASCII,
        let digit = ASCII.hexValue(UInt8(truncatingIfNeeded: scalar.value))
      else { throw ExpressionError.unexpected(at: offset) }
      number = number << 4 | UInt32(digit)
      offset += 1
    }
    return number
  }

  /// The set of what is between brackets.
  private mutating func bracketed() throws(ExpressionError) -> ScalarSet {
    let start = offset
    let isNegated = skip("^")
    var ranges: [ClosedRange<UInt32>] = []
    while let scalar = next, scalar != "]" || ranges.isEmpty {
      if scalar == "[", offset + 1 < text.count, text[offset + 1] == ":" {
        throw ExpressionError.unexpected(at: offset)
      }
      let place = offset
      guard let low = try member(&ranges) else { continue }
      guard next == "-", offset + 1 < text.count, text[offset + 1] != "]" else {
        ranges.append(low...low)
        continue
      }
      offset += 1
      guard let high = try member(&ranges), low <= high else {
        throw ExpressionError.unexpected(at: place)
      }
      ranges.append(low...high)
    }
    guard skip("]") else { throw ExpressionError.unexpected(at: start) }
    return ScalarSet(ranges, isNegated: isNegated, ignoresCase: flags.ignoresCase)
  }

  /// One character between brackets; nil where it was a class, whose ranges are added.
  private mutating func member(
    _ ranges: inout [ClosedRange<UInt32>]
  ) throws(ExpressionError) -> UInt32? {
    guard let scalar = next else { throw ExpressionError.unexpected(at: offset) }
    offset += 1
    guard scalar == "\\" else { return scalar.value }
    if let classRanges = take(Self.classes) {
      ranges.append(contentsOf: classRanges)
      return nil
    }
    if skip("b") { return 0x08 }
    return try escapedScalar()
  }
}
