import TestSupport
import Testing

@testable import Profiles

/// Variables in the texts of profiles.
struct EnvironmentReferencesTests {
  @Test(arguments: [
    ("a", "a", []), ("{env:A}", "1", ["1"]), ("x{env:A}y{env:B}", "x1y2", ["1", "2"]),
    ("\\{env:A}", "{env:A}", []), ("\\\\{env:A}", "\\{env:A}", []),
    ("\\{env:A}{env:B}", "{env:A}2", ["2"]),
    ("\\{env:", "{env:", []),
  ])
  func marksAreFilled(text: String, filled: String, values: [String]) throws {
    let result = try EnvironmentReferences.fill(text) { ["A": "1", "B": "2"][$0] }
    #expect(result.text == filled && result.values == values)
  }

  /// What an API calls so is not expanded, whatever it is.
  @Test(arguments: [
    "{env:HOME}", "a{env:A}b{env:B}", "\\{env:A}", "{env:", "{env:{env:A}}", "plain",
  ])
  func escapedTextComesBack(text: String) throws {
    let escaped = EnvironmentReferences.escaped(text)
    let result = try EnvironmentReferences.fill(escaped) { _ in "S3CRET" }
    #expect(result.text == text && result.values.isEmpty)
  }

  @Test(arguments: [
    ("{env:A}", true), ("{env:A}{env:B}", true), ("a{env:A}", false), ("", false), ("a", false),
    ("\\{env:A}", false), ("{env:", false),
  ])
  func onlyMarks(text: String, isAll: Bool) {
    #expect(EnvironmentReferences.areAll(of: text) == isAll)
  }
}
