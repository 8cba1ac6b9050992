import JSON
import Mapping
import Testing

/// Everything is checked at open, and each error says where.
@Suite struct DefinitionReaderTests {
  struct Case: CustomTestStringConvertible {
    let params: String
    let path: String
    var problem: JSONFieldError.Problem?
    init(_ params: String, _ path: String, _ problem: JSONFieldError.Problem? = nil) {
      (self.params, self.path, self.problem) = (params, path, problem)
    }
    var testDescription: String { path + " " + params }
  }

  static let descriptors: [Case] = [
    Case(#"{"itemsPath": 5}"#, "itemsPath"), Case(#"{"itemsPath": "a..b"}"#, "itemsPath"),
    Case(#"{"responseDescriptors": {}}"#, "responseDescriptors"),
    Case(#"{"responseDescriptors": [5]}"#, "responseDescriptors.0"),
    Case(
      #"{"responseDescriptors": [{"keyPath": "a"}, {"keypath": "b"}]}"#,
      "responseDescriptors.1.keypath", .unknown(nearest: "keyPath")),
    Case(#"{"responseDescriptors": [{}]}"#, "responseDescriptors.0"),
    Case(#"{"responseDescriptors": [{"pathPattern": "/a"}]}"#, "responseDescriptors.0"),
    Case(#"{"responseDescriptors": [{"keyPath": 7}]}"#, "responseDescriptors.0.keyPath"),
    Case(#"{"responseDescriptors": [{"keyPath": "a\\"}]}"#, "responseDescriptors.0.keyPath"),
    Case(#"{"responseDescriptors": [{"mapping": "none"}]}"#, "responseDescriptors.0.mapping"),
    Case(#"{"responseDescriptors": [{"mapping": 5}]}"#, "responseDescriptors.0.mapping"),
    Case(#"{"responseDescriptors": [{"mapping": {}}]}"#, "responseDescriptors.0.mapping"),
    Case(
      #"{"responseDescriptors": [{"mapping": {"attributes": ["a"]}, "errorMessage": "m"}]}"#,
      "responseDescriptors.0.mapping"),
    Case(
      #"{"responseDescriptors": [{"keyPath": "a", "pathPattern": "users"}]}"#,
      "responseDescriptors.0.pathPattern"),
    Case(
      #"{"responseDescriptors": [{"keyPath": "a", "pathPattern": "/users?x=1"}]}"#,
      "responseDescriptors.0.pathPattern"),
    Case(
      #"{"responseDescriptors": [{"keyPath": "a", "pathPattern": "/:a:b"}]}"#,
      "responseDescriptors.0.pathPattern"),
    Case(
      #"{"responseDescriptors": [{"keyPath": "a", "methods": 5}]}"#, "responseDescriptors.0.methods"
    ),
    Case(
      #"{"responseDescriptors": [{"keyPath": "a", "methods": ["GET "]}]}"#,
      "responseDescriptors.0.methods"),
    Case(
      #"{"responseDescriptors": [{"keyPath": "a", "statusCodes": "x"}]}"#,
      "responseDescriptors.0.statusCodes"),
    Case(
      #"{"responseDescriptors": [{"errorMessage": ["a", "b."]}]}"#,
      "responseDescriptors.0.errorMessage.1"),
    Case(
      #"{"responseDescriptors": [{"errorMessage": "/~2"}]}"#, "responseDescriptors.0.errorMessage"),
    Case(#"{"responseDescriptors": [{"errorMessage": 5}]}"#, "responseDescriptors.0.errorMessage"),
  ]

  static let mappings: [Case] = [
    Case(#"{"mappings": []}"#, ""), Case(#"{"mappings": [1]}"#, "mappings"),
    Case(#"{"mappings": {"m": 5}}"#, "mappings.m"),
    Case(#"{"mappings": {"m": null}}"#, "mappings.m"),
    Case(#"{"mappings": {"a.b\\c": {}}}"#, #"mappings.a\.b\\c"#),
    Case(
      #"{"mappings": {"m": {"atributes": {}}}}"#, "mappings.m.atributes",
      .unknown(nearest: "attributes")),
    Case(#"{"mappings": {"m": {"attributes": 5}}}"#, "mappings.m.attributes"),
    Case(#"{"mappings": {"m": {"attributes": ["a", 5]}}}"#, "mappings.m.attributes.1"),
    Case(#"{"mappings": {"m": {"attributes": ["a", ""]}}}"#, "mappings.m.attributes.1"),
    Case(#"{"mappings": {"m": {"attributes": {"a.b": 5}}}}"#, #"mappings.m.attributes.a\.b"#),
    Case(#"{"mappings": {"m": {"attributes": {"a": null}}}}"#, "mappings.m.attributes.a"),
    Case(#"{"mappings": {"m": {"attributes": {"a..b": "x"}}}}"#, #"mappings.m.attributes.a\.\.b"#),
    Case(#"{"mappings": {"m": {"attributes": {"a": "x."}}}}"#, "mappings.m.attributes.a"),
    Case(#"{"mappings": {"m": {"attributes": {"a": ""}}}}"#, "mappings.m.attributes.a"),
    Case(#"{"mappings": {"m": {"attributes": {"a": {"to": ""}}}}}"#, "mappings.m.attributes.a.to"),
    Case(#"{"mappings": {"m": {"attributes": {"a": {"to": 5}}}}}"#, "mappings.m.attributes.a.to"),
    Case(
      #"{"mappings": {"m": {"attributes": {"a": {"type": "int"}}}}}"#,
      "mappings.m.attributes.a.type"),
    Case(
      #"{"mappings": {"m": {"attributes": {"a": {"type": "date", "format": 5}}}}}"#,
      "mappings.m.attributes.a.format"),
    Case(
      #"{"mappings": {"m": {"attributes": {"a": {"type": "string", "format": "yyyy"}}}}}"#,
      "mappings.m.attributes.a.format"),
    Case(
      #"{"mappings": {"m": {"attributes": {"a": {"format": "yyyy"}}}}}"#,
      "mappings.m.attributes.a.format"),
    Case(
      #"{"mappings": {"m": {"attributes": {"a": {"to": "b", "typ": "date"}}}}}"#,
      "mappings.m.attributes.a.typ", .unknown(nearest: "type")),
    Case(
      #"{"mappings": {"m": {"attributes": {"@metadata.pages": "x"}}}}"#,
      #"mappings.m.attributes.@metadata\.pages"#),
    Case(
      #"{"mappings": {"m": {"attributes": {"@metadata": "x"}}}}"#, "mappings.m.attributes.@metadata"
    ),
    Case(
      #"{"mappings": {"m": {"attributes": {"@key.x": "x"}}}}"#, #"mappings.m.attributes.@key\.x"#),
    Case(#"{"mappings": {"m": {"attributes": {"a": "x", "b": "x"}}}}"#, "mappings.m.attributes.b"),
    Case(
      #"{"mappings": {"m": {"attributes": {"a": "x", "b": {"to": "x.y"}}}}}"#,
      "mappings.m.attributes.b.to"),
    Case(
      #"{"mappings": {"m": {"attributes": {"a": "x.y.z", "b": "x.y"}}}}"#, "mappings.m.attributes.b"
    ),
    Case(
      #"{"mappings": {"m": {"attributes": {"a": "x\\.y", "b": "x.y", "c": "/x.y"}}}}"#,
      "mappings.m.attributes.c"),
    Case(#"{"mappings": {"m": {"attributes": ["a", "b", "a"]}}}"#, "mappings.m.attributes.2"),
    Case(#"{"mappings": {"m": {"attributes": ["a", "a.b"]}}}"#, "mappings.m.attributes.1"),
    Case(
      #"{"mappings": {"m": {"attributes": {"a": "x"}, "keyedBy": "x"}}}"#, "mappings.m.attributes.a"
    ),
    Case(
      #"""
      {"mappings": {"m": {"attributes": ["x"], "relationships": {"r": {"to": "x", "mapping": \#
      {"attributes": []}}}}}}
      """#,
      "mappings.m.relationships.r.to"),
    Case(#"{"mappings": {"m": {"attributes": [], "keyedBy": ""}}}"#, "mappings.m.keyedBy"),
    Case(#"{"mappings": {"m": {"attributes": [], "missing": "skip"}}}"#, "mappings.m.missing"),
    Case(#"{"mappings": {"m": {"attributes": [], "strict": "yes"}}}"#, "mappings.m.strict"),
    Case(
      #"{"mappings": {"m": {"attributes": [], "identity": ["a", "b..c"]}}}"#,
      "mappings.m.identity.1"),
    Case(#"{"mappings": {"m": {"attributes": [], "identity": "a..b"}}}"#, "mappings.m.identity"),
    Case(#"{"mappings": {"m": {"attributes": [], "identity": [5]}}}"#, "mappings.m.identity.0"),
  ]

  static let relationships: [Case] = [
    Case(#"{"mappings": {"m": {"relationships": 5}}}"#, "mappings.m.relationships"),
    Case(#"{"mappings": {"m": {"relationships": {"r": "x"}}}}"#, "mappings.m.relationships.r"),
    Case(
      #"{"mappings": {"m": {"relationships": {"r": {"to": "x"}}}}}"#,
      "mappings.m.relationships.r.mapping", .missing),
    Case(
      #"{"mappings": {"m": {"relationships": {"r": {"mapping": "none"}}}}}"#,
      "mappings.m.relationships.r.mapping"),
    Case(
      #"{"mappings": {"m": {"relationships": {"r": {"mapping": null}}}}}"#,
      "mappings.m.relationships.r.mapping", .missing),
    Case(
      #"""
      {"mappings": {"m": {"relationships": {"r": {"mapping": {"attributes": {"d": \#
      {"type": "date", "format": "Q"}}}}}}}}
      """#,
      "mappings.m.relationships.r.mapping.attributes.d.format"),
    Case(
      #"{"mappings": {"m": {"relationships": {"r": {"mapping": "m", "many": 1}}}}}"#,
      "mappings.m.relationships.r.many"),
    Case(
      #"{"mappings": {"m": {"relationships": {"r": {"mapping": "m", "toMany": true}}}}}"#,
      "mappings.m.relationships.r.toMany", .unknown(nearest: "many")),
    Case(
      #"{"mappings": {"m": {"relationships": {"@key": {"mapping": "m"}}}}}"#,
      "mappings.m.relationships.@key"),
    Case(
      #"{"mappings": {"m": {"relationships": {"@metadata.page": {"to": "p", "mapping": "m"}}}}}"#,
      #"mappings.m.relationships.@metadata\.page"#),
    Case(#"{"mappings": {"m": {"attributes": ["a"], "when": []}}}"#, "mappings.m.when"),
    Case(
      #"{"mappings": {"m": {"relationships": {"r": {"mapping": "m"}}, "when": []}}}"#,
      "mappings.m.when"),
    Case(#"{"mappings": {"m": {"attributes": ["a"], "otherwise": "m"}}}"#, "mappings.m.otherwise"),
    Case(#"{"mappings": {"m": {"when": {}}}}"#, "mappings.m.when"),
    Case(#"{"mappings": {"m": {"when": [5]}}}"#, "mappings.m.when.0"),
    Case(
      #"{"mappings": {"m": {"when": [{"equals": 1, "mapping": null}]}}}"#,
      "mappings.m.when.0.keyPath", .missing),
    Case(
      #"{"mappings": {"m": {"when": [{"keyPath": "a", "equals": 1}]}}}"#,
      "mappings.m.when.0.mapping", .missing),
    Case(
      #"{"mappings": {"m": {"when": [{"keyPath": "a", "mapping": null}]}}}"#, "mappings.m.when.0"),
    Case(
      #"{"mappings": {"m": {"when": [{"keyPath": "a", "equal": 1, "mapping": null}]}}}"#,
      "mappings.m.when.0.equal", .unknown(nearest: "equals")),
    Case(
      #"{"mappings": {"m": {"when": [{"keyPath": "a..", "equals": 1, "mapping": null}]}}}"#,
      "mappings.m.when.0.keyPath"),
    Case(
      #"{"mappings": {"m": {"when": [{"keyPath": "@metadata.x", "equals": 1, "mapping": null}]}}}"#,
      "mappings.m.when.0.keyPath"),
    Case(
      #"{"mappings": {"m": {"when": [{"keyPath": "a", "in": 1, "mapping": null}]}}}"#,
      "mappings.m.when.0.in"),
    Case(
      #"{"mappings": {"m": {"when": [{"keyPath": "a", "exists": "x", "mapping": null}]}}}"#,
      "mappings.m.when.0.exists"),
    Case(
      #"{"mappings": {"m": {"when": [{"keyPath": "a", "type": "list", "mapping": null}]}}}"#,
      "mappings.m.when.0.type"),
    Case(
      #"{"mappings": {"m": {"when": [{"keyPath": "a", "matches": "(", "mapping": null}]}}}"#,
      "mappings.m.when.0.matches"),
    Case(
      #"{"mappings": {"m": {"when": [{"keyPath": "a", "equals": 1, "mapping": "none"}]}}}"#,
      "mappings.m.when.0.mapping"),
    Case(#"{"mappings": {"m": {"when": [], "otherwise": 5}}}"#, "mappings.m.otherwise"),
    Case(
      #"""
      {"mappings": {"m": {"when": [{"keyPath": "a", "equals": 1, "mapping": "k"}]}, "k": \#
      {"keyedBy": "x"}}}
      """#,
      "mappings.m.when.0.mapping"),
    Case(
      #"""
      {"mappings": {"m": {"when": [], "otherwise": "k", "keyedBy": "x"}, "k": \#
      {"attributes": ["x"]}}, "responseDescriptors": [{"mapping": "m"}]}
      """#,
      "mappings.k.attributes.0"),
  ]

  @Test(arguments: descriptors + mappings + relationships)
  func mistakesAreRefusedWithTheirPath(_ test: Case) throws {
    let error = try openError(test.params)
    if test.path.isEmpty {
      #expect(error == nil)
    } else {
      #expect(error?.path == test.path)
    }
    if let problem = test.problem { #expect(error?.problem == problem) }
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
