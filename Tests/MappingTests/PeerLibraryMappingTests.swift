import JSON
import Mapping
import Testing

/// What users of RestKit and its peers know: their documented and tested results.
@Suite struct PeerLibraryMappingTests {
  /// Item mappings: the facts' numbers, the mapping, the list, the items.
  static let facts: [(String, String, String, String)] = [
    (
      "stringToNumber",
      #"""
      {"attributes": {"a": {"type": "integer"}, "b": {"type": "number"}, "c": \#
      {"type": "number"}, "d": {"type": "number"}}}
      """#,
      #"[{"a":"187","b":"131.3","c":"nonsense","d":[1]}]"#, #"[{"a":187,"b":131.3}]"#
    ),
    (
      "booleanFromString", #"{"attributes": {"@self": {"to": "b", "type": "boolean"}}}"#,
      #"["true","T","Yes","y","1","FALSE","f","no","N","0"]"#,
      #"""
      [{"b":true},{"b":true},{"b":true},{"b":true},{"b":true},{"b":false},{"b":false},\#
      {"b":false},{"b":false},{"b":false}]
      """#
    ),
    (
      "numberToString", #"{"attributes": {"@self": {"to": "s", "type": "string"}}}"#,
      "[187,true,false]", #"[{"s":"187"},{"s":"true"},{"s":"false"}]"#
    ),
    (
      "dates",
      #"""
      {"attributes": {"a": {"type": "date", "format": "MM/dd/yyyy"}, "b": {"type": "date"}, \#
      "c": {"type": "date"}, "d": {"type": "date"}, "e": {"type": "date"}, "f": \#
      {"type": "date"}, "g": {"type": "date"}}}
      """#,
      #"""
      [{"a":"11/27/1982","b":"2012-03-01","c":1242052762,"d":"2009-05-11T10:39:22-04:00",\#
      "e":"2009-05-11 14:39:22","f":"","g":"2009-05-19 14:31"}]
      """#,
      #"""
      [{"a":"1982-11-27T00:00:00Z","b":"2012-03-01T00:00:00Z","c":"2009-05-11T14:39:22Z",\#
      "d":"2009-05-11T14:39:22Z","e":"2009-05-11T14:39:22Z","f":null}]
      """#
    ),
    (
      "nestedAndWrapped",
      #"""
      {"attributes": {"color": {"to": "colors", "type": "array"}, \#
      "address.country": "country", "n": {"type": "number"}, "o": {"type": "number"}, "u": \#
      {"to": "url", "type": "url"}}}
      """#,
      #"[{"color":"Blue","address":{"country":"USA"},"n":null,"o":{},"u":"/x"}]"#,
      #"[{"colors":["Blue"],"country":"USA","n":null,"url":"https://api.example.com/x"}]"#
    ),
    (
      "rootList", #"{"attributes": ["id"]}"#, #"[{"id":31337},{"id":187},{"id":7}]"#,
      #"[{"id":31337},{"id":187},{"id":7}]"#
    ),
    ("nullsAreSkipped", #"{"attributes": ["id"]}"#, #"[null,{"id":1},null]"#, #"[{"id":1}]"#),
    (
      "collectionIndex", #"{"attributes": {"@metadata.collectionIndex": "position"}}"#,
      "[{},{},{},{}]",
      #"[{"position":0},{"position":1},{"position":2},{"position":3}]"#
    ),
    (
      "dynamicKinds",
      #"""
      {"when": [{"keyPath": "type", "equals": "Boy", "mapping": {"attributes": \#
      {"name": "boy"}}}, {"keyPath": "type", "equals": "Girl", "mapping": {"attributes": \#
      {"name": "girl"}}}]}
      """#,
      #"[{"type":"Boy","name":"Blake"},{"type":"Girl","name":"Sarah"}]"#,
      #"[{"boy":"Blake"},{"girl":"Sarah"}]"#
    ),
    (
      "declinedFriends",
      #"""
      {"relationships": {"friends": {"many": true, "mapping": {"when": [{"keyPath": "type", \#
      "equals": "Girl", "mapping": null}], "otherwise": {"attributes": ["name"]}}}}}
      """#,
      #"[{"friends":[{"type":"Boy","name":"John"},{"type":"Girl","name":"Jane"}]}]"#,
      #"[{"friends":[{"name":"John"}]}]"#
    ),
    (
      "authorAndDates",
      #"""
      {"attributes": {"post_text": "content", "urls.canonical": {"to": "url", "type": "url"}, \#
      "published": "published", "publishing_date": {"to": "date", "type": "date"}, "number": \#
      {"type": "string"}}, "relationships": {"author": {"mapping": {"attributes": ["name"]}}}}
      """#,
      #"""
      [{"author":{"name":"soroush"},"post_text":null,\#
      "urls":{"canonical":"http://example.com/1"},"published":true,\#
      "publishing_date":"2011-07-14 19:43:37 +0100","number":123,"unknown":1}]
      """#,
      #"""
      [{"content":null,"url":"http://example.com/1","published":true,\#
      "date":"2011-07-14T18:43:37Z","number":"123","author":{"name":"soroush"}}]
      """#
    ),
  ]

  @Test(arguments: facts.indices)
  func itemsAreMapped(_ index: Int) throws {
    let (name, mapping, list, expected) = Self.facts[index]
    #expect(try items(mapping: mapping, of: list) == expected, "\(name)")
  }

  @Test func headersAndPathArguments() throws {
    let params = #"""
      {"responseDescriptors": [{"pathPattern": "/api/:version/users", "mapping": {"attributes":
      {"@metadata.response.headers.Content-Type": "type", "@metadata.path.version": "version"}}}]}
      """#
    #expect(
      try items(params, "[1]", Exchange(path: "/api/v1/users"))
        == #"[{"type":"application/json","version":"v1"}]"#)
  }

  @Test func twoKeyPathsInOneBody() throws {
    let params = #"{"responseDescriptors": [{"keyPath": "products"}, {"keyPath": "categories"}]}"#
    #expect(try items(params, #"{"products":[1,2],"categories":[3,4]}"#) == "[1,2,3,4]")
  }

  @Test func onlyTheUsedMethodsDescriptorApplies() throws {
    let params = #"""
      {"responseDescriptors": [{"mapping": {"attributes": {"a": "get"}}, "methods": ["GET"]},
      {"mapping": {"attributes": {"a": "post"}}, "methods": ["POST"]}]}
      """#
    #expect(try items(params, #"[{"a":1}]"#) == #"[{"get":1}]"#)
    #expect(try items(params, #"[{"a":1}]"#, Exchange(method: "POST")) == #"[{"post":1}]"#)
  }
}
