import Testing

@testable import Wire

/// What is quoted of an error's body.
struct BodyQuoteTests {
  @Test(arguments: [
    (#"{"message": "Bad credentials"}"#, "Bad credentials"),
    ("[1, 2]", "[1, 2]"),
    ("{\n  \"message\": \"No\"\n}\n", "No"), ("{\n  \"a\": 1\n}\n", #"{ "a": 1 }"#), ("", ""),
    ("  \r\n", ""),
    (
      "<!DOCTYPE html>\n<html><head><title> 502 Bad\n Gateway </title></head>",
      #"HTML "502 Bad Gateway""#
    ),
    ("<html><TITLE>Ä</TITLE>", #"HTML "Ä""#), ("<oops", "<oops"), ("<title></title>", ""),
    (String(repeating: "0", count: 161), String(repeating: "0", count: 160) + "..."),
  ])
  func theBodyIsOneLine(body: String, quoted: String) {
    #expect(BodyQuote.line(body) == quoted)
  }
}
