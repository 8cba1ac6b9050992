import HTTP
import Secrets
import TestInput
import Text

/// A secret in any spelling in any text is masked, and masking ends.
struct RedactorFuzzer: FuzzRunner {
  private(set) var findings = Findings()

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    let secret = random.pick(["S3cr3t", "a b+c/d=e", "é中😀ü", "\"quo\\ted\"", "x%41y%2Fz"])
    let redactor = Redactor(secrets: [secret])
    let spelling =
      switch random.below(4) {
      case 0: secret
      case 1: PercentCoding.encode(secret)
      case 2: jsonEscaped(secret, &random)
      default: Base64Text.encode(secret)
      }
    let around = { (random: inout SeededGenerator) in
      random.join(5, "") { random in
        random.pick([
          " ", "\"", "{\"a\":", "?q=", "&", "://", "@", "\\", "%", "%4", "é", "\u{0}", ";",
        ])
      }
    }
    let text = around(&random) + "<" + spelling + ">" + around(&random)
    let masked = redactor.mask(text: text)
    findings.note("texts")
    try expect(!masked.contains("<\(spelling)>"), "\(text) is shown as \(masked)")
    let damaged = String(decoding: random.damaged(Array(text.utf8), times: 8), as: UTF8.self)
    _ = redactor.mask(text: damaged)
    _ = redactor.mask(url: damaged)
    _ = Redactor.secrets(inURL: damaged)
    _ = Redactor.secrets(inHeader: "Authorization", value: damaged)
    _ = Redactor.secrets(inBody: damaged)
  }

  private func jsonEscaped(_ text: String, _ random: inout SeededGenerator) -> String {
    text.utf16.map { unit in
      if random.chance(50), unit < 0x80, unit != 0x22, unit != 0x5C {
        return String(decoding: [unit], as: UTF16.self)
      }
      let code = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - code.count) + code
    }.joined()
  }
}

/// Base64 by hand, so that the project's own is not compared with itself.
private enum Base64Text {
  static func encode(_ text: String) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var output = ""
    var bytes = Array(text.utf8)[...]
    while let first = bytes.popFirst() {
      let second = bytes.popFirst()
      let third = bytes.popFirst()
      let word = Int(first) << 16 | Int(second ?? 0) << 8 | Int(third ?? 0)
      output.append(letters[word >> 18])
      output.append(letters[word >> 12 & 63])
      output.append(second == nil ? "=" : letters[word >> 6 & 63])
      output.append(third == nil ? "=" : letters[word & 63])
    }
    return output
  }
}
