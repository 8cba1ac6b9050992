import JSON
import Mapping
import Testing

/// Circles of mappings: those that data ends are fine, the others are refused.
@Suite struct ReferenceCyclesTests {
  struct Case: CustomTestStringConvertible {
    let id: String
    let mappings: String
    var path: String?
    var testDescription: String { id }
  }

  static let cases: [Case] = [
    Case(
      id: "toManySelf",
      mappings: #"{"m": {"relationships": {"r": {"mapping": "m", "many": true}}}}"#),
    Case(id: "toOneSelf", mappings: #"{"m": {"relationships": {"r": {"mapping": "m"}}}}"#),
    Case(
      id: "downThroughWhen",
      mappings:
        #"{"m": {"when": [], "otherwise": "n"}, "n": {"relationships": {"r": {"mapping": "m"}}}}"#),
    Case(
      id: "sharedWithoutCircle",
      mappings:
        #"""
        {"m": {"when": [{"keyPath": "a", "exists": true, "mapping": "n"}], "otherwise": "n"}, \#
        "n": {"relationships": {"@self": {"to": "s", "mapping": "o"}, "@parent": {"to": "p", \#
        "mapping": "o"}}}, "o": {"attributes": []}}
        """#
    ),
    Case(
      id: "otherwiseSelf", mappings: #"{"m": {"when": [], "otherwise": "m"}}"#,
      path: "mappings.m.otherwise"),
    Case(
      id: "whenCircle",
      mappings:
        #"""
        {"a": {"when": [{"keyPath": "x", "exists": true, "mapping": "b"}]}, "b": {"when": [], \#
        "otherwise": {"when": [], "otherwise": "a"}}}
        """#,
      path: "mappings.a.when.0.mapping"),
    Case(
      id: "selfRelationship",
      mappings: #"{"m": {"relationships": {"@self": {"to": "x", "mapping": "m"}}}}"#,
      path: "mappings.m.relationships.@self.mapping"),
    Case(
      id: "rootPathRelationship",
      mappings: #"{"m": {"relationships": {"": {"to": "x", "mapping": "m"}}}}"#,
      path: "mappings.m.relationships..mapping"),
    Case(
      id: "selfThroughWhen",
      mappings:
        #"""
        {"m": {"relationships": {"@self": {"to": "x", "mapping": {"when": [], \#
        "otherwise": "m"}}}}}
        """#,
      path: "mappings.m.relationships.@self.mapping"),
    Case(
      id: "up", mappings: #"{"m": {"relationships": {"@parent": {"to": "x", "mapping": "m"}}}}"#,
      path: "mappings.m.relationships.@parent.mapping"),
    Case(
      id: "downAndUp",
      mappings:
        #"""
        {"m": {"relationships": {"kids": {"mapping": "k", "many": true}}}, "k": \#
        {"relationships": {"@parent.x": {"to": "up", "mapping": "m"}}}}
        """#,
      path: #"mappings.k.relationships.@parent\.x.mapping"#),
    Case(
      id: "root",
      mappings:
        #"""
        {"m": {"relationships": {"a": {"mapping": "k"}}}, "k": {"relationships": {"@root.m": \#
        {"to": "m", "mapping": "m"}}}}
        """#,
      path: #"mappings.k.relationships.@root\.m.mapping"#),
    Case(
      id: "keyedSelf",
      mappings: #"{"m": {"keyedBy": "k", "relationships": {"r": {"mapping": "m"}}}}"#),
  ]

  @Test(arguments: cases)
  func endlessCirclesAreRefused(_ test: Case) throws {
    for descriptors in ["", #", "responseDescriptors": [{"mapping": "m"}]"#] {
      let isUsed = test.mappings.contains(#"{"m""#) || descriptors.isEmpty
      guard isUsed else { continue }
      let error = try openError("{\"mappings\": \(test.mappings)\(descriptors)}")
      #expect(error?.path == test.path)
    }
  }
}
