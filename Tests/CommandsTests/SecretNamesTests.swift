import JSON
import TestSupport
import Testing

@testable import Commands

/// Params of a profile whose secrets become names of variables.
struct SecretNamesTests {
  @Test(arguments: CaseLine.all("Cases/secrets.jsonl", ["id", "before", "after"]))
  func secretIsNamed(test: CaseLine) throws {
    let before = try #require(test.parsed("before")?.objectValue)
    var names = SecretNames(profile: "my-api")
    let after = names.taken(from: before) { $0.contains("S3cret") }
    #expect(JSONValue.object(after) == test.parsed("after"))
    #expect(names.variables.isEmpty == (before == after))
  }
}
