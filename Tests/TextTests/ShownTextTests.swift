import Testing

@testable import Text

/// How texts from outside appear in sentences.
struct ShownTextTests {
  @Test(arguments: [
    ("a\u{1B}[31mb", "a\u{FFFD}[31mb"), ("a\nb\tc", "a b c"), ("a\u{202E}b", "ab"),
    ("a\u{9B}2Jb", "a\u{FFFD}2Jb"), ("a\u{2028}b", "a b"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("plain", "plain"),
  ])
  func nothingMovesTheCursor(text: String, expected: String) {
    #expect(ShownText.harmless(text) == expected)
  }

  @Test(arguments: [
    (String(repeating: "a", count: 200), 200), (String(repeating: "a", count: 201), 201),
    (String(repeating: "é", count: 5_000), 201),
    ("e" + String(repeating: "\u{301}", count: 5_000), 201),
  ])
  func longNamesAreCut(name: String, characters: Int) {
    let shown = ShownText.cut(name)
    #expect(shown.unicodeScalars.count == characters)
    #expect(shown.hasSuffix("…") == (shown != name))
    #expect(name.unicodeScalars.starts(with: shown.unicodeScalars.filter { $0 != "…" }))
  }
}
