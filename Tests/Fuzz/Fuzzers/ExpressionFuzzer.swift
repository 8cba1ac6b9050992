import JSON
import Mapping
import TestInput

/// Regular expressions: each is found in a text exactly where a slow search by the book finds it,
/// and damaged ones are compiled or refused.
struct ExpressionFuzzer: FuzzRunner {
  private(set) var findings = Findings()
  private let texts = ExpressionText()

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    let expression = texts.expression(&random)
    let subjects = (0..<4).map { _ in texts.text(&random) }
    let found: [Bool]
    switch try Self.search(expression.pattern, subjects) {
    case .success(let success): found = success
    case .failure(let error):
      // The reference has no maximum.
      findings.note("too large")
      return try expect(
        error.problem == .expected("a smaller regular expression"),
        "\(expression.pattern) is refused: \(error.problem)")
    }
    for (subject, isFound) in zip(subjects, found) {
      let shouldBe = expression.isFound(in: subject)
      findings.note(shouldBe ? "found" : "not found")
      try expect(
        isFound == shouldBe,
        "\(expression.pattern) is \(isFound ? "" : "not ")found in "
          + Self.string(subject).debugDescription)
    }
    let damaged = String(decoding: random.damaged(Array(expression.pattern.utf8)), as: UTF8.self)
    if case .failure = try Self.search(damaged, subjects) { findings.note("refused") }
  }

  /// In which of the texts the expression is found, or why it is refused.
  private static func search(
    _ pattern: String, _ subjects: [[UInt32]]
  ) throws(FuzzFailure) -> Result<[Bool], JSONFieldError> {
    let params: JSONObject = [
      "responseDescriptors": [["keyPath": "", "mapping": "m"]],
      "mappings": [
        "m": [
          "when": [["keyPath": "t", "matches": .string(pattern), "mapping": "y"]],
          "otherwise": "n",
        ],
        "y": ["attributes": ["k": "found"]], "n": ["attributes": ["k": "missed"]],
      ],
    ]
    let items = subjects.map { ["t": .string(string($0)), "k": 1] as JSONValue }
    let mapped: [[UInt8]]
    do throws(JSONFieldError) {
      mapped = try MappedList.items(of: .array(items), by: params)
    } catch {
      return .failure(error)
    }
    try expect(mapped.count == subjects.count, "\(pattern) loses items")
    return .success(mapped.map { $0.elementsEqual(#"{"found":1}"#.utf8) })
  }

  private static func string(_ scalars: [UInt32]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.compactMap(Unicode.Scalar.init))
    return String(text)
  }
}
