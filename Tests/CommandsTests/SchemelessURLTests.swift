import Testing

@testable import Commands

/// URLs that lack a scheme.
struct SchemelessURLTests {
  @Test(arguments: [
    ("localhost:8080/x", "http://localhost:8080/x"), ("localhost", "http://localhost"),
    ("127.0.0.1:8080/a?b=c", "http://127.0.0.1:8080/a?b=c"), ("[::1]:80/a", "http://[::1]:80/a"),
    ("box:8080/a", "http://box:8080/a"), ("example.com/x", "https://example.com/x"),
    ("api.example.com:443?page=1", "https://api.example.com:443?page=1"),
    ("//example.com/x", "https://example.com/x"),
  ])
  func theSchemeIsAdded(text: String, whole: String) {
    #expect(SchemelessURL.whole(text) == whole)
  }

  @Test(arguments: [
    "http://h/a", "ftp://h/a", "/a/b", "a/b", "a", "", "mailto:a@b", "data:text/plain,a", ".",
    "a b.c",
    "{env:HOST}/a", "../a.json",
  ])
  func otherTextsAreLeft(text: String) { #expect(SchemelessURL.whole(text) == nil) }
}
