import Testing

@testable import Commands

/// How wide texts are on a terminal.
struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한글", 4), ("ＡＢ", 4), ("👍", 2),
    ("👩‍👩‍👧", 2), ("🇳🇱", 2), ("❤️", 2), ("❤", 1), ("…", 1), ("─", 1), ("a\u{200D}b", 2),
  ])
  func charactersHaveTheirWidth(text: String, width: Int) {
    #expect(TextWidth.of(text) == width)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 4, "abc…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
    ("abc", 1, "…"), ("abc", 0, ""), ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"),
  ])
  func longTextsAreCut(text: String, width: Int, expected: String) {
    #expect(TextWidth.cut(text, to: width) == expected)
    #expect(TextWidth.of(TextWidth.cut(text, to: width)) <= width)
  }
}
