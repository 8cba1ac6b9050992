package import Testing

/// One row of a table of cases.
package protocol NamedCase: Sendable, CustomTestStringConvertible {
  var id: String { get }
}

extension NamedCase {
  package var testDescription: String { id }
}

/// One row of a table of cases, named so that a failure says which.
package struct TestCase<Input: Sendable, Output: Sendable>: NamedCase {
  package let id: String
  package let input: Input
  package let expected: Output

  package init(_ id: String, _ input: Input, _ expected: Output) {
    self.id = id
    self.input = input
    self.expected = expected
  }
}
