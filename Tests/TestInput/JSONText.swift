/// Random JSON texts: few keys, so that some repeat, and every spelling of what they hold.
package struct JSONText: Sendable {
  /// The keys of objects.
  private let keys: [String]
  /// The values that hold no others; nil: words, numbers, and strings of `parts`.
  private let scalars: [String]?
  private let parts: [String]
  private let wholes: [String]
  private let exponents: [String]

  /// `isPlain`: no lone surrogates, and no numbers beyond a double.
  package init(
    keys: [String] = [
      "a", "b", "c", "items", "next", "id", "total", "token", "0", "", "long_key_12",
      "a_key_of_more_than_16_bytes", "ключ",
    ], scalars: [String]? = nil, isPlain: Bool = false
  ) {
    self.keys = keys
    self.scalars = scalars
    parts =
      [
        "x", "hello", "0123456789", "/b?page=2", "http://h/a", "2012-03-01T10:00:00Z", "é", "中文",
        "😀", "\\n", "\\\"", "\\\\", "\\/", "\\u00e9", "\\ud83d\\ude00", "\\u0000", " ", "{", "]",
        ",", "~", "\u{7F}",
      ] + (isPlain ? [] : ["\\ud83d"])
    wholes =
      ["0", "1", "7", "25", "123456", "9007199254740993"]
      + (isPlain ? [] : ["18446744073709551616"])
    exponents = ["e2", "E+1", "e-3", "e0"] + (isPlain ? [] : ["e400", "e-99999"])
  }

  /// A value inside of so many lists and objects of one element each.
  package func deepValue(_ random: inout SeededGenerator, depth: Int) -> String {
    (0..<depth).reduce(value(&random)) { inner, _ in
      random.chance(50)
        ? "[\(blank(&random))\(inner)]" : "{\(key(&random)):\(blank(&random))\(inner)}"
    }
  }

  /// A value of at most so many levels; each more makes texts about twice as long.
  package func value(_ random: inout SeededGenerator, depth: Int = 4) -> String {
    guard depth > 0, random.chance(65) else { return scalar(&random) }
    return random.chance(50) ? list(&random, depth: depth) : object(&random, depth: depth)
  }

  package func list(_ random: inout SeededGenerator, depth: Int) -> String {
    "["
      + random.join(5, ",") { random in
        blank(&random) + value(&random, depth: depth - 1) + blank(&random)
      } + blank(&random) + "]"
  }

  package func object(_ random: inout SeededGenerator, depth: Int) -> String {
    "{"
      + random.join(6, ",") { random in
        blank(&random) + key(&random) + blank(&random) + ":" + blank(&random)
          + value(&random, depth: depth - 1)
      } + blank(&random) + "}"
  }

  package func scalar(_ random: inout SeededGenerator) -> String {
    if let scalars { return random.pick(scalars) }
    return switch random.below(8) {
    case 0: "null"
    case 1: random.pick(["true", "false"])
    case 2, 3: number(&random)
    default: "\"" + random.join(6, "") { $0.pick(parts) } + "\""
    }
  }

  /// A key, now and then spelled with escapes.
  private func key(_ random: inout SeededGenerator) -> String {
    let units = Array(random.pick(keys).utf16)
    let escaped = random.chance(10) ? (random.chance(50) ? units.count : min(1, units.count)) : 0
    let escapes = units[..<escaped].map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }
    return "\"" + escapes.joined() + String(decoding: units[escaped...], as: UTF16.self) + "\""
  }

  private func number(_ random: inout SeededGenerator) -> String {
    let whole = random.pick(wholes)
    let fraction =
      random.chance(25) ? random.pick([".0", ".5", ".10", ".125", ".00000000000001"]) : ""
    let exponent = random.chance(15) ? random.pick(exponents) : ""
    return (random.chance(15) ? "-" : "") + whole + fraction + exponent
  }

  private func blank(_ random: inout SeededGenerator) -> String {
    random.chance(90) ? "" : random.pick([" ", "\n", "\r\n", "\t", "          "])
  }
}
