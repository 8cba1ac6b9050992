import Testing

@testable import JSON

/// Lists that a body does not have yet.
struct ListPlaceTests {
  private func listed(_ place: String, _ body: String) throws -> String? {
    try ListPlace(place).listed(Array(body.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    (
      "a.*", #"{"a": {"x": {"n": 1}, "y": {"n": 2}}, "b": 1}"#,
      #"{"a": [{"_key":"x","n": 1},{"_key":"y","n": 2}], "b": 1}"#
    ),
    ("*", #"{"x": {}, "y": {}, "total": 2}"#, #"[{"_key":"x"},{"_key":"y"}]"#),
    ("*", #"{"7": {"pageid": 7}, "8": {"pageid": 8}}"#, #"[{"pageid": 7},{"pageid": 8}]"#),
    (
      "*", #"{"x": {"refid": "T1"}, "y": {"user_id": 7, "uuid": null}}"#,
      #"[{"_key":"x","refid": "T1"},{"_key":"y","user_id": 7, "uuid": null}]"#
    ),
    ("*", #"{"x": {"code": "x"}, "y": {"code": "y"}}"#, #"[{"code": "x"},{"code": "y"}]"#),
    ("a.*", #"{"a": {"x": 1}}"#, #"{"a": [1]}"#),
    ("a.*", #"{"a": {}}"#, #"{"a": []}"#),
    (
      "a.#", #"{"a": {"0": {"n": 1}, "1": {"n": 2}, "sum": {"n": 2}}}"#,
      #"{"a": [{"n": 1},{"n": 2}]}"#
    ),
    ("#", #"{"1": {"n": 1}, "total": 1}"#, #"[{"n": 1}]"#),
    ("#", #"{"total": 1}"#, "[]"),
    (
      "d.rows@d.cols", #"{"d":{"cols":[{"name":"a\"b"},"c"],"rows":[[1,2,3],{"z":1},[]]}}"#,
      #"{"d":{"cols":[{"name":"a\"b"},"c"],"rows":[{"a\"b":1,"c":2,"3":3},{"z":1},{}]}}"#
    ),
  ])
  func aListIsMade(place: String, body: String, expected: String) throws {
    #expect(try listed(place, body) == expected)
  }

  @Test(arguments: [
    ("a", #"{"a": {"x": {}}}"#), ("a.*", #"{"a": [1]}"#), ("a.*", #"{"b": {}}"#), ("a.*", "no"),
    ("a.#", #"{"a": {"2001": {}, "2002": {}}}"#), ("#", #"{"error": {"code": 7}}"#),
    ("#", #"{"message": "no"}"#), ("r@c", #"{"r": [[1]]}"#), ("r@c", #"{"r": {}, "c": []}"#),
    ("@graph", #"{"@graph": [1]}"#),
    ("x.@items", #"{"x": {"@items": [1]}}"#),
  ])
  func otherBodiesStay(place: String, body: String) throws {
    #expect(try listed(place, body) == nil)
  }

  @Test(arguments: [
    ("{\"a\":1}\n{\"a\":2}\n", false, "[{\"a\":1},{\"a\":2}]"),
    ("{\"a\":1}\n", true, "[{\"a\":1}]"),
    ("{\"a\":1}\n{\"a\":", false, "[{\"a\":1},{\"a\":"),
    ("{}\n\n{\"a\":[\n", true, "[{},{\"a\":["),
    ("{}\n{\"a\"}", true, "[{},{\"a\"}]"), ("{\"a\":1}", true, "[{\"a\":1}]"),
    ("\n{\"a\":1}\r\n\r\n{}", true, "[{\"a\":1}\r,{}]"),
    ("[1]\n[2]", true, "[[1],[2]]"), ("[1,\"a\"]\n", true, "[[1,\"a\"]]"),
    ("[{\"a\":1}]\n[]\n", true, "[[{\"a\":1}],[]]"), ("[[1],[2]]", true, "[[[1],[2]]]"),
    ("1\n\"b\"\nnull\n", true, "[1,\"b\",null]"), ("5", true, "[5]"),
    ("\u{FEFF}[1]\n[2", true, "[[1],[2"), ("\u{1E}[1]\n", true, "[[1]\n]"),
  ])
  func linesAreAList(text: String, isStated: Bool, expected: String) {
    let list = JSONLines.list(Array(text.utf8), isStated: isStated)
    #expect(list.map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test(arguments: [
    ("{\"a\":1}\n", false), ("{\n\"a\":1}\n{", false), ("[1]\n[2]", false), ("", true),
    ("[{\"a\":1},{\"a\":2}]\n", true), ("[]", true), ("[\n1\n]", true), ("1\n2", false),
    ("Try again later.", true),
    ("{\"a\n{", false),
    ("{\n  \"a\": {}\n}\n", true), ("{\"a\":1}\n[1]", false),
  ])
  func otherTextsAreNoLines(text: String, isStated: Bool) {
    #expect(JSONLines.list(Array(text.utf8), isStated: isStated) == nil)
  }
}
