import Testing

@testable import HTTP

/// Texts that are not in UTF-8.
struct BodyCharsetTests {
  @Test(arguments: [
    ("application/json; charset=ISO-8859-1", BodyCharset.windows1252),
    ("text/plain;charset=\"latin1\"", .windows1252), ("a/b; x=y; CHARSET = cp1252", .windows1252),
    ("a/b; charset=iso-8859-15", .latin9), ("a/b; charset=UTF-16", .utf16(isBigEndian: nil)),
    ("a/b; charset=utf-16be", .utf16(isBigEndian: true)),
  ])
  func aTypeStatesIt(type: String, charset: BodyCharset) {
    #expect(BodyCharset(contentType: type) == charset)
  }

  @Test(arguments: [
    "application/json", "a/b; charset=utf-8", "a/b; charset=klingon", "", ";charset",
  ])
  func othersStay(type: String) { #expect(BodyCharset(contentType: type) == nil) }

  @Test(arguments: [
    (BodyCharset.windows1252, [0x5A, 0xFC, 0x80, 0x81], "Zü€\u{81}"),
    (.latin9, [0xA4, 0xE9], "€é"),
    (.utf16(isBigEndian: true), [0, 0x5B, 0xD8, 0x34, 0xDD, 0x1E], "[𝄞"),
    (.utf16(isBigEndian: nil), [0xFF, 0xFE, 0x5B, 0, 0xFC, 0], "[ü"),
    (.utf16(isBigEndian: nil), [0xFE, 0xFF, 0, 0x5B], "["),
    (.utf16(isBigEndian: nil), [0, 0x5B], "["),
  ])
  func itIsDecoded(charset: BodyCharset, bytes: [UInt8], text: String) {
    #expect(charset.utf8(bytes).map { String(decoding: $0, as: UTF8.self) } == text)
  }

  /// What is UTF-8 or ASCII stays, whatever is stated.
  @Test(arguments: [
    (BodyCharset.windows1252, Array("[\"Zü\"]".utf8)), (.latin9, Array("[]".utf8)),
    (.utf16(isBigEndian: nil), Array("[1]".utf8)), (.utf16(isBigEndian: true), [0x5B]),
  ])
  func utf8Stays(charset: BodyCharset, bytes: [UInt8]) { #expect(charset.utf8(bytes) == nil) }
}
