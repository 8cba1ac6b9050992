import HTTP
import TestInput

/// URLs and what links of an API make of them: never another scheme than http and https, never
/// userinfo that was not there, never an origin that the link does not name.
struct URLFuzzer: FuzzRunner {
  private(set) var findings = Findings()

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    let base = "https://user:pw@api.example.com/v1/a?page=1"
    var reference = random.join(8, "") { random in
      random.pick([
        "/", "//", "\\", "https:", "http:", "javascript:", "file://", "evil.example", "@", ":",
        "?page=2",
        "#", "..", ".", "%2e", "%00", "%0d%0a", " ", "\t", "\n", "[::1]", "127.1", "０", "é",
        "a=b&c",
        ":99999", ":443", "api.example.com", "xn--", "\u{202E}",
      ])
    }
    if random.chance(20) {
      reference = String(decoding: random.damaged(Array(reference.utf8)), as: UTF8.self)
    }
    guard let opened = try? HTTPURL.parse(base) else {
      throw FuzzFailure("libcurl does not read \(base)")
    }
    _ = try? HTTPURL.parse(reference)
    guard let text = try? opened.link(reference), let url = try? HTTPURL.parse(text) else {
      return findings.note("refused")
    }
    findings.note("links")
    try expect(url.scheme == "https" || url.scheme == "http", "\(reference) leads to \(text)")
    try expect(text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }, "\(reference) leads to \(text)")
    if url.origin != opened.origin { findings.note("other origins") }
    guard let again = try? HTTPURL.parse(url.text) else {
      throw FuzzFailure("\(url.text) is read once and not again")
    }
    try expect(again.origin == url.origin, "\(reference): \(again.origin) is not \(url.origin)")
  }
}
