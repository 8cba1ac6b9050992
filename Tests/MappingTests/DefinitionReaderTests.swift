import JSON
import Mapping
import TestSupport
import Testing

/// Everything is checked at open, and each error says where.
@Suite struct DefinitionReaderTests {
  static let mistakes = CaseLine.all(
    "Cases/mistakes.jsonl", ["params", "path", "isMissing", "nearest"])

  /// Without a path nothing is wrong.
  @Test(arguments: mistakes)
  func mistakesAreRefusedWithTheirPath(_ row: CaseLine) throws {
    let error = try openError(row.id)
    #expect(error?.path ?? "" == row["path"])
    if row.json("isMissing") == "true" { #expect(error?.problem == .missing) }
    if let nearest = row["nearest"] { #expect(error?.problem == .unknown(nearest: nearest)) }
  }

  static let accepted = [
    #"{"responseDescriptors": null, "mappings": null, "itemsPath": null}"#,
    #"{"responseDescriptors": [], "mappings": [], "itemsPath": ""}"#,
    #"""
    {"responseDescriptors": [{"keyPath": "", "methods": [], "statusCodes": [], \#
    "pathPattern": null, "mapping": null}]}
    """#,
    #"""
    {"mappings": {"m": {"attributes": []}, "n": {"attributes": {}}, "o": {"relationships": \#
    {}}, "p": {"when": []}}}
    """#,
    #"""
    {"mappings": {"m": {"attributes": ["a"], "relationships": null, "when": null, \#
    "otherwise": null, "missing": null, "strict": null, "identity": "a", "keyedBy": null}}}
    """#,
    #"{"mappings": {"m": {"attributes": {"a": "x\\.y", "b": "x.y", "a.0": "x.0"}}}}"#,
    #"{"mappings": {"m": {"attributes": {"a": {"type": null, "format": null, "default": null}}}}}"#,
  ]

  @Test(arguments: accepted)
  func whatIsAbsentIsLeftOut(_ params: String) throws {
    #expect(try openError(params) == nil)
  }
}
