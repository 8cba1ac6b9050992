import JSON
import Mapping
import Testing

/// What mappings make of items.
@Suite struct MappingRunTests {
  struct Case: CustomTestStringConvertible {
    let id: String
    let mapping: String
    let list: String
    let expected: String
    var mappings = "{}"
    var testDescription: String { id }
  }

  static let attributes: [Case] = [
    Case(
      id: "renames", mapping: #"{"attributes": {"title": "name"}}"#,
      list: #"[{"title":"A","x":1},{"x":2,"title":"B"}]"#,
      expected: #"[{"name":"A"},{"name":"B"}]"#),
    Case(
      id: "listKeepsNames", mapping: #"{"attributes": ["id", "user.login"]}"#,
      list: #"[{"id":7,"user":{"login":"a"}}]"#, expected: #"[{"id":7,"user":{"login":"a"}}]"#),
    Case(
      id: "dotsNestOnBothSides",
      mapping: #"{"attributes": {"a.b": "x.y", "c": "z", "a.d": "x.w.v"}}"#,
      list: #"[{"c":3,"a":{"b":1,"d":2}}]"#,
      expected: #"[{"x":{"y":1,"w":{"v":2}},"z":3}]"#),
    Case(
      id: "emptyGroupIsLeftOut",
      mapping: #"{"attributes": {"a": "x.y.z", "b": "x.q", "c": "d", "e": "f.g"}}"#,
      list: #"[{"c":1},{"a":2},{"e":3},{}, {"b":4,"e":5}]"#,
      expected: #"[{"d":1},{"x":{"y":{"z":2}}},{"f":{"g":3}},{},{"x":{"q":4},"f":{"g":5}}]"#),
    Case(
      id: "escapedDotIsPartOfAKey", mapping: #"{"attributes": {"a\\.b": "c\\.d"}}"#,
      list: #"[{"a.b":1,"a":{"b":2}}]"#, expected: #"[{"c.d":1}]"#),
    Case(
      id: "bytesAreCopied", mapping: #"{"attributes": ["n", "s", "o"]}"#,
      list: #"[{"n":1.10e+5,"s":"\u0041\/","o":{ "b" : [1 ,2], "a":1e400}}]"#,
      expected: #"[{"n":1.10e+5,"s":"\u0041\/","o":{ "b" : [1 ,2], "a":1e400}}]"#),
    Case(
      id: "nullStays", mapping: #"{"attributes": {"post_text": "content"}, "missing": "omit"}"#,
      list: #"[{"post_text":null}]"#, expected: #"[{"content":null}]"#),
    Case(
      id: "lastOfDuplicateKeysCounts", mapping: #"{"attributes": {"a": "b", "c.d": "e"}}"#,
      list: #"[{"a":1,"c":{"d":1},"a":2,"c":{"x":1}}]"#, expected: #"[{"b":2}]"#),
    Case(
      id: "escapedKeyIsSeenThrough", mapping: #"{"attributes": {"name": "n"}}"#,
      list: #"[{"n\u0061me":1}]"#, expected: #"[{"n":1}]"#),
    Case(
      id: "destinationIsEscaped", mapping: #"{"attributes": {"a": "q\"\u000a"}}"#,
      list: #"[{"a":1}]"#, expected: #"[{"q\"\n":1}]"#),
    Case(
      id: "indexes",
      mapping: #"{"attributes": {"t.0": "first", "t.-1": "last", "/t/1": "second"}}"#,
      list: #"[{"t":[1,2,3]},{"t":{"0":"x"}},{"t":[]}]"#,
      expected: #"[{"first":1,"last":3,"second":2},{"first":"x"},{}]"#),
    Case(
      id: "arraysAsItems", mapping: #"{"attributes": {"0": "id", "-1": "name"}}"#,
      list: #"[[1,"a"],[2]]"#, expected: #"[{"id":1,"name":"a"},{"id":2,"name":2}]"#),
    Case(
      id: "scalarItemHasOnlySelf", mapping: #"{"attributes": {"@self": "tag", "name": "n"}}"#,
      list: #"["a",5,true]"#, expected: #"[{"tag":"a"},{"tag":5},{"tag":true}]"#),
    Case(
      id: "selfIsTheWholeItem",
      mapping: #"{"attributes": {"@self": "raw", "@self.a": "a", "a": "b"}}"#,
      list: #"[{"a":1}]"#, expected: #"[{"raw":{"a":1},"a":1,"b":1}]"#),
    Case(
      id: "otherAtSignsAreOrdinary",
      mapping: #"{"attributes": {"@id": "id", "@odata.nextLink": "next", "/@self": "s"}}"#,
      list: #"[{"@id":1,"@odata.nextLink":2,"@self":3}]"#,
      expected: #"[{"id":1,"next":2,"s":3}]"#),
    Case(
      id: "nullItemsAreSkipped", mapping: #"{"attributes": ["id"]}"#,
      list: #"[null,{"id":1},null]"#, expected: #"[{"id":1}]"#),
    Case(
      id: "objectIsAListOfOne", mapping: #"{"attributes": ["id"]}"#,
      list: #"{"id":1}"#, expected: #"[{"id":1}]"#),
    Case(
      id: "emptyObjectHasNoItems", mapping: #"{"attributes": ["id"]}"#,
      list: "{ \n }", expected: "[]"),
  ]

  @Test(arguments: attributes)
  func attributesAreRead(_ test: Case) throws {
    #expect(try items(mapping: test.mapping, of: test.list) == test.expected)
  }

  static let missing: [Case] = [
    Case(
      id: "omit", mapping: #"{"attributes": ["a", "b"], "missing": "omit"}"#,
      list: #"[{"b":1}]"#, expected: #"[{"b":1}]"#),
    Case(
      id: "null", mapping: #"{"attributes": ["a", "b"], "missing": "null"}"#,
      list: #"[{"b":1}]"#, expected: #"[{"a":null,"b":1}]"#),
    Case(
      id: "defaultOfTheType",
      mapping: #"""
        {"missing": "default", "attributes": {"u": "u", "s": {"to": "s", "type": "string"},
        "i": {"to": "i", "type": "integer"}, "b": {"to": "b", "type": "boolean"},
        "a": {"to": "a", "type": "array"}, "o": {"to": "o", "type": "object"},
        "d": {"to": "d", "type": "date"}},
        "relationships": {"r": {"to": "r", "mapping": {"attributes": ["x"]}},
        "m": {"to": "m", "many": true, "mapping": {"attributes": ["x"]}}}}
        """#,
      list: #"[{"x":1}]"#,
      expected:
        #"[{"u":null,"s":"","i":0,"b":false,"a":[],"o":{},"d":null,"r":null,"m":[]}]"#),
    Case(
      id: "ownDefaultBeatsMissing",
      mapping: #"""
        {"missing": "null", "attributes": {"note": {"to": "note", "default": ""},
        "n": {"to": "n", "type": "integer", "default": null}, "k": {"to": "k",
        "default": {"a": [1.10]}}}}
        """#,
      list: #"[{"z":1},{"note":null,"n":2,"k":3}]"#,
      expected: #"[{"note":"","n":null,"k":{"a":[1.10]}},{"note":null,"n":2,"k":3}]"#),
    Case(
      id: "relationshipsToo",
      mapping: #"""
        {"missing": "null", "relationships": {"r": {"to": "r", "mapping": {"attributes": ["x"]}},
        "m": {"to": "m", "many": true, "mapping": {"attributes": ["x"]}}}}
        """#,
      list: #"[{"z":1}]"#, expected: #"[{"r":null,"m":null}]"#),
  ]

  @Test(arguments: missing)
  func missingSourcesFollowTheRule(_ test: Case) throws {
    #expect(try items(mapping: test.mapping, of: test.list) == test.expected)
  }

  static let relationships: [Case] = [
    Case(
      id: "toOne",
      mapping:
        #"{"attributes": ["id"], "relationships": {"user": {"to": "author", "mapping": "user"}}}"#,
      list: #"[{"id":1,"user":{"login":"a"}},{"user":null},{"id":3},{"user":{}},{"user":"u"}]"#,
      expected:
        #"[{"id":1,"author":{"name":"a"}},{"author":null},{"id":3},{"author":{}},{"author":{}}]"#,
      mappings: #"{"user": {"attributes": {"login": "name"}}}"#),
    Case(
      id: "toOneInsideOfToOne",
      mapping: #"{"relationships": {"a.b": {"to": "x.y", "mapping": "one"}}}"#,
      list: #"[{"a":{"b":{"c":{"d":1},"e":2}}},{"a":1},{"a":{"b":{"c":null}}}]"#,
      expected: #"[{"x":{"y":{"e":2,"q":{"p":1}}}},{},{"x":{"y":{"q":null}}}]"#,
      mappings: #"""
        {"one": {"attributes": ["e"],
        "relationships": {"c": {"to": "q", "mapping": {"attributes": {"d": "p"}}}}}}
        """#),
    Case(
      id: "toMany",
      mapping: #"{"relationships": {"comments": {"to": "c", "mapping": "comment", "many": true}}}"#,
      list:
        #"""
        [{"comments":[{"t":1},null,{"t":2},"s"]},{"comments":{"t":3}},{"comments":null},\#
        {"comments":[]},{"z":1}]
        """#,
      expected: #"[{"c":[{"text":1},{"text":2},{}]},{"c":[{"text":3}]},{"c":[]},{"c":[]},{}]"#,
      mappings: #"{"comment": {"attributes": {"t": "text"}}}"#),
    Case(
      id: "scalarsToMany",
      mapping:
        #"""
        {"relationships": {"tags": {"to": "tags", "mapping": {"attributes": \#
        {"@self": "name"}}, "many": true}}}
        """#,
      list: #"[{"tags":["a","b"]},{"tags":"c"}]"#,
      expected: #"[{"tags":[{"name":"a"},{"name":"b"}]},{"tags":[{"name":"c"}]}]"#),
    Case(
      id: "circleThatDataEnds",
      mapping: #""user""#,
      list:
        #"""
        [{"n":1,"posts":[{"t":2,"user":{"n":3,"posts":[{"t":4}]}}],"boss":{"n":5,\#
        "boss":{"n":6}}}]
        """#,
      expected:
        #"""
        [{"n":1,"posts":[{"t":2,"user":{"n":3,"posts":[{"t":4}]}}],"boss":{"n":5,\#
        "boss":{"n":6}}}]
        """#,
      mappings: #"""
        {"user": {"attributes": ["n"], "relationships": {"posts": {"mapping": "post", "many": true},
        "boss": {"to": "boss", "mapping": "user"}}},
        "post": {"attributes": ["t"], "relationships": {"user": {"mapping": "user"}}}}
        """#),
    Case(
      id: "fromTheItemItself",
      mapping:
        #"""
        {"attributes": ["id"], "relationships": {"@self": {"to": "address", "mapping": \#
        {"attributes": ["city"]}}}}
        """#,
      list: #"[{"id":1,"city":"X"}]"#, expected: #"[{"id":1,"address":{"city":"X"}}]"#),
    Case(
      id: "throughAnIndex",
      mapping:
        #"""
        {"relationships": {"users.0": {"to": "first", "mapping": {"attributes": ["n", \#
        "m.o"]}}}}
        """#,
      list: #"[{"users":[{"n":1,"m":{"o":2}},{"n":3}]},{"users":[]}]"#,
      expected: #"[{"first":{"n":1,"m":{"o":2}}},{}]"#),
    Case(
      id: "fromTheRoot",
      mapping:
        #"{"relationships": {"@root.0.owner": {"to": "owner", "mapping": {"attributes": ["n"]}}}}"#,
      list: #"[{"owner":{"n":1}},{}]"#, expected: #"[{"owner":{"n":1}},{"owner":{"n":1}}]"#),
  ]

  @Test(arguments: relationships)
  func relationshipsAreFollowed(_ test: Case) throws {
    #expect(
      try items(mapping: test.mapping, beside: test.mappings, of: test.list) == test.expected)
  }

  static let parents: [Case] = [
    Case(
      id: "parentOfToMany",
      mapping:
        #"""
        {"relationships": {"c": {"to": "c", "many": true, "mapping": {"attributes": \#
        {"@parent.id": "p", "@parent.u.n": "q", "t": "t"}}}}}
        """#,
      list: #"[{"c":[{"t":1},{"t":2}],"id":7,"u":{"n":8}},{"c":[{"t":3}]}]"#,
      expected: #"[{"c":[{"p":7,"q":8,"t":1},{"p":7,"q":8,"t":2}]},{"c":[{"t":3}]}]"#),
    Case(
      id: "parentOfToOne",
      mapping:
        #"""
        {"relationships": {"a": {"to": "a", "mapping": {"attributes": {"@parent.id": "p", \#
        "@parent.a.x": "x"}, "relationships": {"b": {"to": "b", "mapping": {"attributes": \#
        {"@parent.x": "y"}}}}}}}}
        """#,
      list: #"[{"id":7,"a":{"x":1,"b":{}}}]"#,
      expected: #"[{"a":{"p":7,"x":1,"b":{"y":1}}}]"#),
    Case(
      id: "parentOfListInsideOfToOne",
      mapping:
        #"""
        {"relationships": {"a": {"to": "a", "mapping": {"relationships": {"c": {"to": "c", \#
        "many": true, "mapping": {"attributes": {"@parent.x": "x"}}}}}}}}
        """#,
      list: #"[{"x":0,"a":{"x":1,"c":[{},{}]}}]"#,
      expected: #"[{"a":{"c":[{"x":1},{"x":1}]}}]"#),
    Case(
      id: "wholeParentAndIndexes",
      mapping:
        #"""
        {"relationships": {"c": {"to": "c", "many": true, "mapping": {"attributes": \#
        {"@parent": "all", "@parent.t.-1": "last"}}}}}
        """#,
      list: #"[{"t":[1,2],"c":[1]}]"#,
      expected: #"[{"c":[{"all":{"t":[1,2],"c":[1]},"last":2}]}]"#),
    Case(
      id: "noParentAtTheTop", mapping: #"{"attributes": {"@parent.id": "p", "id": "i"}}"#,
      list: #"[{"id":1}]"#, expected: #"[{"i":1}]"#),
    Case(
      id: "parentRelationship",
      mapping:
        #"""
        {"relationships": {"c": {"to": "c", "many": true, "mapping": {"relationships": \#
        {"@parent.u": {"to": "u", "mapping": {"attributes": ["n"]}}}}}}}
        """#,
      list: #"[{"u":{"n":1},"c":[{},{}]}]"#,
      expected: #"[{"c":[{"u":{"n":1}},{"u":{"n":1}}]}]"#),
    Case(
      id: "parentInARecursion",
      mapping: #""node""#,
      list: #"[{"id":1,"kids":[{"id":2,"kids":[{"id":3}]},{"id":4}]}]"#,
      expected: #"[{"id":1,"kids":[{"id":2,"up":1,"kids":[{"id":3,"up":2}]},{"id":4,"up":1}]}]"#,
      mappings:
        #"""
        {"node": {"attributes": {"id": "id", "@parent.id": "up"}, "relationships": {"kids": \#
        {"to": "kids", "many": true, "mapping": "node"}}}}
        """#
    ),
    Case(
      id: "parentOfAChosenMapping",
      mapping:
        #"""
        {"relationships": {"c": {"to": "c", "many": true, "mapping": \#
        {"when": [{"keyPath": "@parent.k", "equals": 1, "mapping": {"attributes": \#
        {"@parent.k": "k"}}}]}}}}
        """#,
      list: #"[{"k":1,"c":[{}]},{"k":2,"c":[{}]}]"#,
      expected: #"[{"c":[{"k":1}]},{"c":[]}]"#),
  ]

  @Test(arguments: parents)
  func parentIsTheHolderOfTheRelationship(_ test: Case) throws {
    #expect(
      try items(mapping: test.mapping, beside: test.mappings, of: test.list) == test.expected)
  }
}
