import Testing

/// One row of a table of cases, named so that a failure says which.
struct TestCase<Input: Sendable, Output: Sendable>: Sendable, CustomTestStringConvertible {
  let id: String
  let input: Input
  let expected: Output

  init(_ id: String, _ input: Input, _ expected: Output) {
    self.id = id
    self.input = input
    self.expected = expected
  }

  var testDescription: String { id }
}
