import Testing

@testable import MCP

@Suite struct PlainTextTests {
  @Test(arguments: [
    ("plain, é and 漢", "plain, é and 漢"), ("a\nb", "a\\u{a}b"), ("a\u{1B}[31m", "a\\u{1b}[31m"),
    ("a\u{202E}b", "a\\u{202e}b"), ("a\u{2028}b", "a\\u{2028}b"),
  ])
  func hiddenCharactersAreEscaped(text: String, expected: String) {
    #expect(PlainText.escaped(text) == expected)
  }
}
