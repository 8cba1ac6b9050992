import JSON
import Mapping
import TestSupport
import Testing

/// The expressions of `matches`.
@Suite struct RegularExpressionTests {
  /// Which of the texts an expression is found in.
  static func found(_ expression: String, in texts: [String]) throws -> [String] {
    let mapping: JSONObject = [
      "when": [
        [
          "keyPath": "@self", "matches": .string(expression),
          "mapping": ["attributes": ["@self": "text"]],
        ]
      ]
    ]
    var fields = JSONFields(["responseDescriptors": [["mapping": .object(mapping)]]])
    let response = try ResponseMapping(&fields)
    let scan = try scan(response, JSONValue.array(texts.map { .string($0) }).text)
    let items = try response.map(
      scan, lists: selectedLists(response), context: Exchange().context)
    return try items.items.map { range in
      let item = try JSONDocument(items.bytes, in: range)
      return item.value(item.root)["text"]?.stringValue ?? "?"
    }
  }

  static let cases: [(String, [String], [String])] = [
    ("abc", ["abc", "xabcx", "ab", "", "ABC"], ["abc", "xabcx"]), ("", ["", "a"], ["", "a"]),
    ("^abc$", ["abc", "abcd", "xabc", "abc\n"], ["abc"]),
    (#"\Aab\z"#, ["ab", "ab\n", "xab"], ["ab"]),
    ("a.c", ["abc", "a\nc", "aéc", "a😀c", "ac"], ["abc", "aéc", "a😀c"]),
    ("(?s)a.c", ["a\nc"], ["a\nc"]), ("(?m)^b$", ["a\nb\nc", "ab"], ["a\nb\nc"]),
    ("[a-c]x", ["ax", "dx", "-x"], ["ax"]), ("[^a-c]x", ["ax", "dx", "x", "éx"], ["dx", "éx"]),
    ("[]x]", ["]", "x", "["], ["]", "x"]), ("[a-]", ["-", "b"], ["-"]),
    (#"[\]\\]"#, ["]", "\\", "x"], ["]", "\\"]),
    (#"^\d{3}-\d{2,4}$"#, ["123-45", "123-4567", "123-45678", "12-45"], ["123-45", "123-4567"]),
    (#"^\w+\s\W\S\D$"#, ["ab_1 -x", "ab1 -xy", "ab1 axy", "a  !y"], ["ab1 -xy", "a  !y"]),
    (#"[\d\s]z"#, ["1z", " z", "az"], ["1z", " z"]), (#"[^\D]"#, ["5", "a"], ["5"]),
    (#"\bcat\b"#, ["a cat.", "concat", "cats", "cat"], ["a cat.", "cat"]),
    (#"\Bcat"#, ["concat", "cat"], ["concat"]),
    ("^(ab|cd)+$", ["abcd", "ab", "abc", ""], ["abcd", "ab"]),
    ("^(?:a|b|)c$", ["ac", "bc", "c", "dc"], ["ac", "bc", "c"]),
    ("^a*b+c?$", ["b", "aabbc", "ac", "bcc"], ["b", "aabbc"]),
    ("^a*?b+?c??$", ["aabbc", "a"], ["aabbc"]),
    ("^a{2}$", ["a", "aa", "aaa"], ["aa"]), ("^a{2,}$", ["a", "aa", "aaaa"], ["aa", "aaaa"]),
    ("^a{0}$", ["", "a"], [""]),
    ("^(a{1,2}){2}$", ["a", "aa", "aaaa", "aaaaa"], ["aa", "aaaa"]), ("a{", ["a{", "a"], ["a{"]),
    ("a{x}", ["a{x}"], ["a{x}"]),
    ("a{,2}", ["a{,2}", "aa"], ["a{,2}"]), ("}]", ["}]"], ["}]"]),
    ("(?i)ärger", ["ÄRGER", "Ärger", "arger"], ["ÄRGER", "Ärger"]),
    ("(?i)[a-c]+x", ["ABCX", "dx"], ["ABCX"]),
    ("a(?i:b)c", ["aBc", "abc", "aBC"], ["aBc", "abc"]), ("(?i)a(?-i)b", ["Ab", "AB"], ["Ab"]),
    ("(a(?i)b)c", ["aBc", "aBC"], ["aBc"]),
    ("(?<year>\\d{4})", ["in 1999", "199"], ["in 1999"]), ("(?P<y>x)", ["x"], ["x"]),
    (#"\x41\u00e9\."#, ["Aé.", "Aéx"], ["Aé."]),
    (#"\t\n\r\f\v\0"#, ["\t\n\r\u{C}\u{B}\0"], ["\t\n\r\u{C}\u{B}\0"]),
    (#"[\x41-\x43\b]"#, ["B", "\u{8}", "b"], ["B", "\u{8}"]), (#"\/\-\""#, ["/-\""], ["/-\""]),
    ("^é+$", ["éé", "e"], ["éé"]),
    ("[а-я]", ["ж", "z"], ["ж"]), ("😀", ["a😀", "a"], ["a😀"]),
    ("(a*)*b", ["aab", "a"], ["aab"]), ("(a|b*)*$", ["", "ab"], ["", "ab"]),
    ("(|a)+b", ["b", "aab"], ["b", "aab"]),
    ("()", ["x"], ["x"]), ("(^a|b$)", ["ax", "xb", "xax"], ["ax", "xb"]),
    ("x*", ["", "y"], ["", "y"]),
    ("a^b", ["ab", "a^b"], []), ("a$b", ["a$b"], []), ("^^a$$", ["a"], ["a"]),
  ]

  @Test(arguments: cases.indices)
  func expressionsAreFound(_ index: Int) throws {
    let (expression, texts, expected) = Self.cases[index]
    #expect(try Self.found(expression, in: texts) == expected, "\(expression)")
  }

  static let refused = [
    "(", ")", "a)", "(a", "[a", "[", "[^", "*a", "+", "?", "a**", "a{2}{3}", "a{3,2}", "{2}",
    "a*{2}",
    "(?=a)", "(?!a)", "(?<=a)", "(?<!a)", #"(a)\1"#, #"\k<a>"#, "(?P=a)", "(?>a)", "(?#x)", "(?x)a",
    "a++",
    "a*+", #"\p{L}"#, #"\q"#, #"\x4"#, #"\u12G4"#, #"a\"#, "[z-a]", #"[\d-z]x[\q]"#, "[[:alpha:]]",
    #"[a-\d]"#,
    "a{1001}", "(a{1000}){3}", "((((a{100}){100}){100}){100})", "(?<>a)", "(?<a", "(?i", "(?i-",
    #"\8"#, #"\Z"#, #"\G"#,
  ]

  @Test(arguments: refused)
  func otherExpressionsAreRefusedAtOpen(_ expression: String) throws {
    var writer = JSONWriter()
    writer.string(expression)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    let error = try openError(
      #"{"mappings": {"m": {"when": [{"keyPath": "a", "matches": \#(text), "mapping": null}]}}}"#)
    #expect(error?.path == "mappings.m.when.0.matches", "\(expression)")
  }

  @Test func sizesAreBounded() throws {
    let longest = String(repeating: "x", count: MappingLimits.expressionBytesMax)
    #expect(try Self.found(longest, in: [longest, "x"]) == [longest])
    #expect(throws: JSONFieldError.self) { try Self.found(longest + "x", in: []) }
    let groups = { (count: Int) in
      String(repeating: "(", count: count) + "a" + String(repeating: ")", count: count)
    }
    #expect(try Self.found(groups(MappingLimits.nestingMax - 1), in: ["a"]) == ["a"])
    #expect(throws: JSONFieldError.self) {
      try Self.found(groups(MappingLimits.nestingMax), in: [])
    }
    #expect(try Self.found("^(a{998}){2}$", in: [String(repeating: "a", count: 1996)]).count == 1)
    let empties = String(repeating: "(", count: 60) + String(repeating: "){1000}", count: 60)
    #expect(try Self.found(empties, in: [""]) == [""])
  }

  @Test func evilExpressionsTakeLinearTime() throws {
    let text = String(repeating: "a", count: 20_000)
    #expect(try Self.found("^(a+)+$", in: [text + "!", text]) == [text])
    #expect(try Self.found("(a|aa|a?)*b", in: [text]).isEmpty)
    #expect(try Self.found("^(a|a){50}(a|a){50}$", in: [text]).isEmpty)
    #expect(try Self.found("(x+x+)+y", in: [String(repeating: "x", count: 5_000)]).isEmpty)
  }

  @Test func randomExpressionsAreFoundAsTheSlowSearchDoes() throws {
    let seed: UInt64 = 77
    print("RegularExpressionTests seed: \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<600 {
      let part = RandomExpressions.sequence(3, &random)
      let texts = (0..<12).map { _ in RandomExpressions.text(&random) }
      let expected = texts.filter { part.isFound(in: Array($0.unicodeScalars)) }
      #expect(try Self.found(part.text, in: texts) == expected, "\(part.text)")
    }
  }
}

/// A part of an expression with its spelling, and a search by sets of offsets.
private indirect enum ExpressionPart: Sendable {
  case character(String, @Sendable (Unicode.Scalar) -> Bool)
  case check(String, @Sendable ([Unicode.Scalar], Int) -> Bool)
  case sequence([ExpressionPart])
  case alternatives([ExpressionPart])
  case repetition(ExpressionPart, String, Int, Int?)

  var text: String {
    switch self {
    case .character(let text, _), .check(let text, _): text
    case .sequence(let parts): parts.map(\.text).joined()
    case .alternatives(let parts): "(" + parts.map(\.text).joined(separator: "|") + ")"
    case .repetition(let part, let quantifier, _, _): part.text + quantifier
    }
  }

  func isFound(in text: [Unicode.Scalar]) -> Bool {
    (0...text.count).contains { !ends(text, [$0]).isEmpty }
  }

  /// Where the part may end, if it starts at one of the offsets.
  private func ends(_ text: [Unicode.Scalar], _ starts: Set<Int>) -> Set<Int> {
    switch self {
    case .character(_, let holds):
      return Set(starts.filter { $0 < text.count && holds(text[$0]) }.map { $0 + 1 })
    case .check(_, let holds):
      return starts.filter { holds(text, $0) }
    case .sequence(let parts):
      return parts.reduce(starts) { $1.ends(text, $0) }
    case .alternatives(let parts):
      return parts.reduce(into: []) { $0.formUnion($1.ends(text, starts)) }
    case .repetition(let part, _, let least, let most):
      var current = starts
      for _ in 0..<least { current = part.ends(text, current) }
      var all = current
      for _ in least..<(most ?? least + text.count + 1) {
        current = part.ends(text, current)
        all.formUnion(current)
      }
      return all
    }
  }
}

/// Makes expressions of a few letters, and texts of them.
private enum RandomExpressions {
  @Sendable private static func isWord(_ letter: Unicode.Scalar) -> Bool {
    letter != "-" && letter.isASCII
  }

  private static let characters: [ExpressionPart] =
    ["a", "b", "c", "é", "1"].map { letter in
      .character(letter, { String($0) == letter })
    } + [
      .character(".", { _ in true }), .character("[ab]", { "ab".unicodeScalars.contains($0) }),
      .character("[^a]", { $0 != "a" }), .character(#"\w"#, isWord),
      .character(#"[^\w]"#, { !isWord($0) }), .character(#"\d"#, { $0 == "1" }),
      .character("(?i:A)", { $0 == "a" || $0 == "A" }),
    ]

  private static let checks: [ExpressionPart] = [
    .check("^", { $1 == 0 }), .check("$", { $1 == $0.count }),
    .check(#"\b"#, { isBoundary($0, $1) }), .check(#"\B"#, { !isBoundary($0, $1) }),
  ]

  private static let quantifiers: [(String, Int, Int?)] = [
    ("*", 0, nil), ("+", 1, nil), ("?", 0, 1), ("{2}", 2, 2), ("{1,3}", 1, 3), ("{2,}", 2, nil),
    ("*?", 0, nil), ("+?", 1, nil), ("??", 0, 1),
  ]

  private static func isBoundary(_ text: [Unicode.Scalar], _ offset: Int) -> Bool {
    let before = offset > 0 && isWord(text[offset - 1])
    let after = offset < text.count && isWord(text[offset])
    return before != after
  }

  static func sequence(_ depth: Int, _ random: inout SeededGenerator) -> ExpressionPart {
    .sequence((0..<Int.random(in: 0...3, using: &random)).map { _ in part(depth, &random) })
  }

  private static func part(_ depth: Int, _ random: inout SeededGenerator) -> ExpressionPart {
    var part: ExpressionPart
    switch Int.random(in: 0..<9, using: &random) {
    case 0...3: part = characters[Int.random(in: 0..<characters.count, using: &random)]
    case 4: return checks[Int.random(in: 0..<checks.count, using: &random)]
    default:
      guard depth > 0 else { return characters[0] }
      let count = Int.random(in: 1...3, using: &random)
      part = .alternatives((0..<count).map { _ in sequence(depth - 1, &random) })
    }
    if Int.random(in: 0..<2, using: &random) == 0 {
      let quantifier = quantifiers[Int.random(in: 0..<quantifiers.count, using: &random)]
      part = .repetition(part, quantifier.0, quantifier.1, quantifier.2)
    }
    return part
  }

  static func text(_ random: inout SeededGenerator) -> String {
    let letters = ["a", "b", "c", "A", "-", "1", "é"]
    return (0..<Int.random(in: 0...7, using: &random)).map { _ in
      letters[Int.random(in: 0..<letters.count, using: &random)]
    }.joined()
  }
}
