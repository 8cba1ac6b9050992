import JSON
import Testing
import Text

struct FingerprintTests {
  private func fingerprint(_ text: String) throws -> UInt64 {
    let document = try JSONDocument(Array(text.utf8))
    var fingerprint = Fingerprint()
    fingerprint.add(document, document.root)
    return fingerprint.value
  }

  @Test(arguments: [
    (#""\u0061""#, #""a""#), (#""\ud83d\ude00""#, #""😀""#), (#"["a", 1]"#, #"["\u0061",1]"#),
    (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#),
  ])
  func spellingDoesNotCount(_ one: String, _ other: String) throws {
    #expect(try fingerprint(one) == fingerprint(other))
  }

  @Test(arguments: [
    (#""\ud83d""#, #""\ude00""#), (#""\ud83d""#, #""\\ud83d""#), (#""\ud83d""#, "\"\u{FFFD}\""),
    ("1", "1.0"), (#""1""#, "1"),
  ])
  func otherValuesDiffer(_ one: String, _ other: String) throws {
    #expect(try fingerprint(one) != fingerprint(other))
  }
}
