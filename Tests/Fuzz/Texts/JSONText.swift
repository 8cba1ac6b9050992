/// Random JSON texts: few keys, so that some repeat, and every spelling of what they hold.
struct JSONText {
  /// The keys of objects.
  var keys = [
    "a", "b", "items", "next", "id", "total", "token", "0", "", "a_key_of_more_than_16_bytes",
    "ключ",
  ]

  /// A value inside of so many lists and objects of one element each.
  func deepValue(_ random: inout FuzzRandom, depth: Int) -> String {
    (0..<depth).reduce(value(&random)) { inner, _ in
      random.chance(50)
        ? "[\(blank(&random))\(inner)]" : "{\"\(key(&random))\":\(blank(&random))\(inner)}"
    }
  }

  /// A value of at most so many levels; each more makes texts about twice as long.
  func value(_ random: inout FuzzRandom, depth: Int = 4) -> String {
    guard depth > 0, random.chance(65) else { return scalar(&random) }
    let between = "," + blank(&random)
    if random.chance(50) {
      return "[" + random.join(5, between) { value(&$0, depth: depth - 1) } + blank(&random) + "]"
    }
    return "{"
      + random.join(6, between) { random in
        "\"\(key(&random))\"\(blank(&random)):\(blank(&random))\(value(&random, depth: depth - 1))"
      } + blank(&random) + "}"
  }

  func scalar(_ random: inout FuzzRandom) -> String {
    switch random.below(8) {
    case 0: "null"
    case 1: random.pick(["true", "false"])
    case 2, 3: number(&random)
    default: string(&random)
    }
  }

  private func key(_ random: inout FuzzRandom) -> String {
    let key = random.pick(keys)
    guard random.chance(8), let first = key.unicodeScalars.first, first.isASCII else { return key }
    let code = String(first.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - code.count) + code + key.dropFirst()
  }

  private func number(_ random: inout FuzzRandom) -> String {
    let whole = random.pick(["0", "1", "7", "25", "9007199254740993", "18446744073709551616"])
    let fraction = random.chance(25) ? random.pick([".0", ".5", ".10", ".00000000000001"]) : ""
    let exponent = random.chance(15) ? random.pick(["e2", "E+1", "e-3", "e400", "e-99999"]) : ""
    return (random.chance(15) ? "-" : "") + whole + fraction + exponent
  }

  private func string(_ random: inout FuzzRandom) -> String {
    "\""
      + random.join(4, "") { random in
        random.pick([
          "x", "hello", "/b?page=2", "http://h/a", "2012-03-01T10:00:00Z", "é", "中文", "😀", "\\n",
          "\\\"", "\\\\", "\\/", "\\u00e9", "\\ud83d\\ude00", "\\ud83d", "\\u0000", " ", "{", "]",
          "~",
        ])
      } + "\""
  }

  private func blank(_ random: inout FuzzRandom) -> String {
    random.chance(90) ? "" : random.pick([" ", "\n", "\r\n", "\t", "          "])
  }
}
