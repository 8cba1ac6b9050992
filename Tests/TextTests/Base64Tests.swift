import Testing

@testable import Text

@Suite struct Base64Tests {
  /// RFC 4648 section 10, without padding.
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
    ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"), ("user:pässwörd", "dXNlcjpww6Rzc3fDtnJk"),
  ])
  func textIsEncodedAndDecoded(_ plain: String, _ encoded: String) {
    #expect(Base64.encode(Array(plain.utf8), alphabet: .standard) == Array(encoded.utf8))
    #expect(Base64.decode(Array(encoded.utf8)) == Array(plain.utf8))
    #expect(Base64.decode(Array((encoded + "==").utf8)) == Array(plain.utf8))
  }

  @Test func alphabetsDifferInTwoDigits() {
    #expect(Base64.encode([0xFB, 0xEF, 0xFF], alphabet: .standard) == Array("++//".utf8))
    #expect(Base64.encode([0xFB, 0xEF, 0xFF], alphabet: .urlSafe) == Array("--__".utf8))
    #expect(Base64.decode(Array("--__".utf8)) == [0xFB, 0xEF, 0xFF])
    #expect(Base64.decode(Array("a*b".utf8)) == nil)
  }
}
