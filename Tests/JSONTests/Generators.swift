import TestSupport

/// Makes random JSON texts: few keys, so that some repeat, and every spelling of them.
struct TextGenerator {
  var random: SeededGenerator
  var keys = ["a", "b", "c", "long_key_12", "a_key_of_more_than_16_bytes", "0", "", "ключ"]

  mutating func text(depth: Int = 4) -> String {
    blank() + value(depth) + blank()
  }

  private mutating func value(_ depth: Int) -> String {
    switch random.pick(depth > 0 ? ["o", "o", "a", "a", "s", "n", "l"] : ["s", "n", "l"]) {
    case "o":
      let members = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        blank() + key() + blank() + ":" + blank() + value(depth - 1) + blank()
      }
      return "{" + (members.isEmpty ? blank() : members.joined(separator: ",")) + "}"
    case "a":
      let elements = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        blank() + value(depth - 1) + blank()
      }
      return "[" + (elements.isEmpty ? blank() : elements.joined(separator: ",")) + "]"
    case "s": return string()
    case "n": return number()
    default: return random.pick(["true", "false", "null"])
    }
  }

  private mutating func key() -> String {
    let key = random.pick(keys)
    if random.chance(85) { return "\"\(key)\"" }
    let units = key.utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }
    return "\"" + units.joined() + "\""
  }

  private mutating func string() -> String {
    let parts = [
      "x", "hello", "0123456789", "é", "中文", "😀", "\\n", "\\\"", "\\\\", "\\/", "\\u00e9",
      "\\ud83d\\ude00", " ", "{", "]", ",", "\\u0000", "~", "\u{7F}",
    ]
    let chosen = (0..<Int.random(in: 0...6, using: &random)).map { _ in random.pick(parts) }
    return "\"" + chosen.joined() + "\""
  }

  private mutating func number() -> String {
    let whole = random.pick(["0", "7", "10", "123456", "9007199254740993"])
    let fraction = random.chance(30) ? random.pick([".0", ".5", ".125", ".10"]) : ""
    let exponent = random.chance(20) ? random.pick(["e2", "E+1", "e-3", "e0"]) : ""
    return (random.chance(20) ? "-" : "") + whole + fraction + exponent
  }

  private mutating func blank() -> String {
    random.chance(85) ? "" : random.pick([" ", "\n", "\r\n", "\t", "          ", "\n        "])
  }

  /// The text with a few bytes replaced, added or left out.
  mutating func damaged(_ text: String) -> [UInt8] {
    let alphabet =
      [UInt8]("{}[]\",:\\ue019-+.tfn \n\tx".utf8) + [0x01, 0xC3, 0xE4, 0xF0, 0x9F, 0xED]
    var bytes = [UInt8](text.utf8)
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(random.pick(alphabet), at: place)
      case 2: bytes[place] = random.pick(alphabet)
      default: bytes.removeSubrange(place..<min(place + 3, bytes.count))
      }
    }
    return bytes
  }
}
