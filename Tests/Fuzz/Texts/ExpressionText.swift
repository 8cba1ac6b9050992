import TestInput

/// A regular expression with what it means: the ends of all its matches that begin at a place of a
/// text, by the book and as slowly as that is.
struct ExpressionSample {
  typealias Ends = (_ text: [UInt32], _ start: Int) -> Set<Int>

  let pattern: String
  let ends: Ends

  /// Whether a match begins anywhere in the text.
  func isFound(in text: [UInt32]) -> Bool {
    (0...text.count).contains { !ends(text, $0).isEmpty }
  }
}

/// Random regular expressions of the whole syntax, and texts of the characters that they speak of.
struct ExpressionText {
  private struct Flags {
    var ignoresCase = false
    var isMultiline = false
    var dotIsAll = false
  }

  private static let letters = Array("abcABC1_ -,éÉ😀\n".unicodeScalars).map(\.value)

  func text(_ random: inout SeededGenerator) -> [UInt32] {
    (0..<random.below(9)).map { _ in random.pick(Self.letters) }
  }

  func expression(_ random: inout SeededGenerator) -> ExpressionSample {
    var flags = Flags()
    return alternatives(&random, &flags, depth: 3)
  }

  private func alternatives(
    _ random: inout SeededGenerator, _ flags: inout Flags, depth: Int
  ) -> ExpressionSample {
    var parts: [ExpressionSample] = []
    repeat { parts.append(sequence(&random, &flags, depth: depth)) } while random.chance(20)
    return ExpressionSample(pattern: parts.map(\.pattern).joined(separator: "|")) { text, start in
      parts.reduce(into: Set<Int>()) { $0.formUnion($1.ends(text, start)) }
    }
  }

  private func sequence(
    _ random: inout SeededGenerator, _ flags: inout Flags, depth: Int
  ) -> ExpressionSample {
    var parts: [ExpressionSample] = []
    for _ in 0..<random.below(4) {
      if random.chance(5) { parts.append(flagGroup(&random, &flags)) }
      parts.append(repeated(atom(&random, flags, depth: depth), &random))
    }
    return ExpressionSample(pattern: parts.map(\.pattern).joined()) { text, start in
      parts.reduce([start]) { starts, part in
        starts.reduce(into: Set<Int>()) { $0.formUnion(part.ends(text, $1)) }
      }
    }
  }

  /// `(?i)` and its like: matches nothing, and holds up to the end of the group.
  private func flagGroup(_ random: inout SeededGenerator, _ flags: inout Flags) -> ExpressionSample
  {
    let isOn = random.chance(70)
    let flag = random.pick(["i", "m", "s"])
    switch flag {
    case "i": flags.ignoresCase = isOn
    case "m": flags.isMultiline = isOn
    default: flags.dotIsAll = isOn
    }
    return ExpressionSample(pattern: "(?\(isOn ? "" : "-")\(flag))") { _, start in [start] }
  }

  private func repeated(_ part: ExpressionSample, _ random: inout SeededGenerator)
    -> ExpressionSample
  {
    guard random.chance(35) else { return part }
    let least = random.below(3)
    let more = random.below(3)
    let (quantifier, bounds): (String, (Int, Int?)) =
      switch random.below(6) {
      case 0: ("*", (0, nil))
      case 1: ("+", (1, nil))
      case 2: ("?", (0, 1))
      case 3: ("{\(least)}", (least, least))
      case 4: ("{\(least),}", (least, nil))
      default: ("{\(least),\(least + more)}", (least, least + more))
      }
    let lazy = random.chance(15) ? "?" : ""
    return ExpressionSample(pattern: part.pattern + quantifier + lazy) { text, start in
      var reached: Set<Int> = [start]
      for _ in 0..<bounds.0 {
        reached = reached.reduce(into: []) { $0.formUnion(part.ends(text, $1)) }
      }
      var all = reached
      var turns = 0
      while !reached.isEmpty, turns < bounds.1.map({ $0 - bounds.0 }) ?? .max {
        reached = reached.reduce(into: Set<Int>()) { $0.formUnion(part.ends(text, $1)) }
        reached.subtract(all)
        all.formUnion(reached)
        turns += 1
      }
      return all
    }
  }

  private func atom(
    _ random: inout SeededGenerator, _ flags: Flags, depth: Int
  ) -> ExpressionSample {
    switch random.below(depth > 0 ? 12 : 9) {
    case 0:
      return one(".") { flags.dotIsAll || $0 != 0x0A }
    case 1:
      let (pattern, holds) = characterClass(&random)
      return one(pattern, holds)
    case 2, 3: return bracketed(&random, flags)
    case 4: return assertion(&random, flags)
    case 5, 6, 7, 8: return literal(&random, flags)
    default:
      var inner = flags
      let opening = random.pick(["(", "(?:", "(?<n>", "(?P<n>", "(?i:", "(?s-i:"])
      if opening == "(?i:" { inner.ignoresCase = true }
      if opening == "(?s-i:" { (inner.dotIsAll, inner.ignoresCase) = (true, false) }
      let part = alternatives(&random, &inner, depth: depth - 1)
      return ExpressionSample(pattern: opening + part.pattern + ")", ends: part.ends)
    }
  }

  private func one(_ pattern: String, _ holds: @escaping (UInt32) -> Bool) -> ExpressionSample {
    ExpressionSample(pattern: pattern) { text, start in
      start < text.count && holds(text[start]) ? [start + 1] : []
    }
  }

  private func literal(_ random: inout SeededGenerator, _ flags: Flags) -> ExpressionSample {
    let (pattern, scalar) = random.pick(
      [
        ("a", "a"), ("b", "b"), ("C", "C"), ("1", "1"), ("_", "_"), ("é", "é"), ("😀", "😀"),
        (" ", " "), ("-", "-"), (",", ","), ("\\n", "\n"), ("\\x61", "a"), ("\\u00e9", "é"),
        ("\\-", "-"), ("]", "]"), ("}", "}"), ("\\{", "{"), ("\\\\", "\\"),
      ] as [(String, Unicode.Scalar)])
    return one(pattern) { Self.isSame($0, scalar.value, flags) }
  }

  private func assertion(_ random: inout SeededGenerator, _ flags: Flags) -> ExpressionSample {
    let name = random.pick(["^", "$", "\\A", "\\z", "\\b", "\\B"])
    return ExpressionSample(pattern: name) { text, place in
      let isWord = { (index: Int) in text.indices.contains(index) && Self.isWord(text[index]) }
      let isBoundary = isWord(place - 1) != isWord(place)
      let holds =
        switch name {
        case "^": place == 0 || (flags.isMultiline && text[place - 1] == 0x0A)
        case "$": place == text.count || (flags.isMultiline && text[place] == 0x0A)
        case "\\A": place == 0
        case "\\z": place == text.count
        case "\\b": isBoundary
        default: !isBoundary
        }
      return holds ? [place] : []
    }
  }

  private func bracketed(_ random: inout SeededGenerator, _ flags: Flags) -> ExpressionSample {
    var pattern = random.chance(25) ? "[^" : "["
    let isNegated = pattern == "[^"
    var tests: [(UInt32) -> Bool] = []
    for _ in 0...random.below(3) {
      switch random.below(3) {
      case 0:
        let (text, holds) = characterClass(&random)
        pattern += text
        tests.append(holds)
      case 1:
        let (low, high) = random.pick([("a", "c"), ("A", "Z"), ("0", "9"), ("é", "ü"), ("*", "-")])
        pattern += "\(low)-\(high)"
        let range = Self.value(low)...Self.value(high)
        tests.append { scalar in
          range.contains(scalar)
            || (flags.ignoresCase && Self.otherCase(scalar).map(range.contains) == true)
        }
      default:
        let letter = random.pick(["a", "B", "1", "_", "é", "\\n", "\\]", ".", "(", "😀", ","])
        pattern += letter
        let value = letter == "\\n" ? 0x0A : Self.value(letter == "\\]" ? "]" : letter)
        tests.append { Self.isSame($0, value, flags) }
      }
    }
    return one(pattern + "]") { scalar in tests.contains { $0(scalar) } != isNegated }
  }

  private func characterClass(_ random: inout SeededGenerator) -> (String, (UInt32) -> Bool) {
    let isSpace = { (scalar: UInt32) in scalar == 0x20 || (0x09...0x0D).contains(scalar) }
    return switch random.below(6) {
    case 0: ("\\d", Self.isDigit)
    case 1: ("\\D", { !Self.isDigit($0) })
    case 2: ("\\w", Self.isWord)
    case 3: ("\\W", { !Self.isWord($0) })
    case 4: ("\\s", isSpace)
    default: ("\\S", { !isSpace($0) })
    }
  }

  private static func isDigit(_ scalar: UInt32) -> Bool { (0x30...0x39).contains(scalar) }

  private static func isWord(_ scalar: UInt32) -> Bool {
    isDigit(scalar) || scalar == 0x5F || (0x41...0x5A).contains(scalar)
      || (0x61...0x7A).contains(scalar)
  }

  private static func isSame(_ scalar: UInt32, _ other: UInt32, _ flags: Flags) -> Bool {
    scalar == other || (flags.ignoresCase && otherCase(scalar) == other)
  }

  /// The other case of one of the letters that texts are made of.
  private static func otherCase(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x41...0x5A, 0xC9: scalar + 0x20
    case 0x61...0x7A, 0xE9: scalar - 0x20
    default: nil
    }
  }

  private static func value(_ letter: String) -> UInt32 { letter.unicodeScalars.first?.value ?? 0 }
}
