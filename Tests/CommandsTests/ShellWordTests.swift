import Testing

@testable import Commands

/// Words that a shell takes as they are meant.
struct ShellWordTests {
  static let words: [(text: String, quoted: String)] = [
    ("plain-1.0_a/b:c=d,e", "plain-1.0_a/b:c=d,e"), ("", "''"), ("a b", "'a b'"),
    ("it's $(x) `y`", #"'it'\''s $(x) `y`'"#), ("?a=1&b=2", "'?a=1&b=2'"),
    ("a\u{1B}[2J'\\", #"$'a\x1b[2J\'\\'"#), ("a\nb\t", #"$'a\x0ab\x09'"#), ("é", "'é'"),
  ]

  @Test(arguments: words)
  func wordIsQuotedWhereItMustBe(text: String, quoted: String) {
    #expect(ShellWord.quoted(text) == quoted)
  }
}
