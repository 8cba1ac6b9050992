import TestSupport
import Testing
import Text

@Suite struct QueryStringTests {
  private typealias Member = QueryString.Member

  @Test(arguments: [
    TestCase("empty", "", []),
    TestCase("one", "a=1", [["a", "1"]]),
    TestCase("leading question mark", "?a=1&b=2", [["a", "1"], ["b", "2"]]),
    TestCase("repeated names stay", "a=1&a=2", [["a", "1"], ["a", "2"]]),
    TestCase("value keeps its equals signs", "cursor=abc==", [["cursor", "abc=="]]),
    TestCase("no equals sign", "flag&b=", [["flag"], ["b", ""]]),
    TestCase("empty parts are left out", "&&a=1&&", [["a", "1"]]),
    TestCase("raw text is kept", "a%20b=c%2fd+e", [["a%20b", "c%2fd+e"]]),
    TestCase("empty name", "=1", [["", "1"]]),
    TestCase("semicolons are no separators", "a=1;b=2", [["a", "1;b=2"]]),
  ])
  func queryIsReadIntoRawMembers(_ test: TestCase<String, [[String]]>) {
    let members = QueryString.parse(test.input)
    #expect(members.map { [$0.rawName] + ($0.rawValue.map { [$0] } ?? []) } == test.expected)
  }

  @Test(arguments: ["a=1&b=2", "cursor=abc==&x", "a%20b=c%2fd+e", "=1&a="])
  func joiningGivesTheSameText(_ query: String) {
    #expect(QueryString.join(QueryString.parse(query)) == query)
  }

  @Test func namesAreDecodedAsInFormsButValuesKeepThePlus() {
    let member = Member(rawName: "my+na%6De", rawValue: "a+b%20c")
    #expect(member.name == "my name")
    #expect(member.value == "a+b c")
  }

  @Test(arguments: [
    TestCase("unreserved", "aZ09-._~", "aZ09-._~"),
    TestCase("reserved", "a&b=c/d?e", "a%26b%3Dc%2Fd%3Fe"),
    TestCase("plus and space", "a+b c", "a%2Bb%20c"),
    TestCase("percent is not taken for an escape", "a%20", "a%2520"),
    TestCase("UTF-8", "ü€", "%C3%BC%E2%82%AC"),
    TestCase("zero byte", "\u{0}", "%00"),
    TestCase("empty", "", ""),
  ])
  func valuesAreEncodedAndDecodedBack(_ test: TestCase<String, String>) {
    #expect(PercentCoding.encode(test.input) == test.expected)
    #expect(PercentCoding.decode(test.expected) == test.input)
  }

  @Test(arguments: [
    TestCase("lower case digits", "%2f%c3%bc", "/ü"),
    TestCase("cut escapes stay", "100%&a%2&%zz%", "100%&a%2&%zz%"),
    TestCase("invalid UTF-8", "%ff", "\u{FFFD}"),
    TestCase("plus", "a+b", "a+b"),
  ])
  func decodingNeverFails(_ test: TestCase<String, String>) {
    #expect(PercentCoding.decode(test.input) == test.expected)
  }

  @Test(arguments: [
    TestCase("in the place of the first one", ["p", "a=1&p=1&b=2&p=2", "3"], "a=1&p=3&b=2"),
    TestCase("more than one value", ["p", "p=1&b", "3", "4"], "p=3&p=4&b"),
    TestCase("added at the end", ["p", "a=1", "3"], "a=1&p=3"),
    TestCase("removed", ["p", "a=1&p=1"], "a=1"),
    TestCase("the only one", ["p", "", "3"], "p=3"),
    TestCase("an encoded name is found", ["a b", "a+b=1&a%20b=2", "3"], "a%20b=3"),
    TestCase("a longer name is another one", ["p", "page=1&ap=2", "3"], "page=1&ap=2&p=3"),
    TestCase("empty members go", ["p", "a&&b", "1&2"], "a&b&p=1%262"),
  ])
  func allMembersOfANameAreReplaced(_ test: TestCase<[String], String>) {
    var query = Array("/?".utf8)
    QueryString.append(
      Array(test.input[1].utf8)[...], replacing: test.input[0], by: Array(test.input[2...]),
      to: &query)
    #expect(String(decoding: query, as: UTF8.self) == "/?" + test.expected)
  }
}
