import Testing

@testable import SampleAPI

@Suite struct PrettyJSONTests {
  struct Layout: CustomTestStringConvertible, Sendable {
    let id: String
    let compact: String
    let pretty: String
    var testDescription: String { id }
  }

  @Test(arguments: [
    Layout(id: "empty array", compact: "[]", pretty: "[]\n"),
    Layout(id: "empty object", compact: "{}", pretty: "{}\n"),
    Layout(id: "scalar", compact: "1", pretty: "1\n"),
    Layout(id: "array", compact: "[1,2]", pretty: "[\n  1,\n  2\n]\n"),
    Layout(
      id: "marks in strings", compact: #"{"a":[],"b":{"c":"x,{\"[:"}}"#,
      pretty: "{\n  \"a\": [],\n  \"b\": {\n    \"c\": \"x,{\\\"[:\"\n  }\n}\n"),
    Layout(id: "nested", compact: "[[{}],[]]", pretty: "[\n  [\n    {}\n  ],\n  []\n]\n"),
    Layout(
      id: "string that ends with a backslash", compact: #"["\\",1]"#,
      pretty: "[\n  \"\\\\\",\n  1\n]\n"),
  ]) func textIsLaidOut(_ layout: Layout) {
    let pretty = PrettyJSON.text(Array(layout.compact.utf8))
    #expect(String(decoding: pretty, as: UTF8.self) == layout.pretty)
  }
}
