import System

/// Random numbers that a seed repeats (SplitMix64), or those of given bytes as far as they go: each
/// byte decides something, so that a changed byte changes the input there.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  package let seed: UInt64
  private var state: UInt64
  /// What decides before the state does.
  private var bytes: ArraySlice<UInt8> = []

  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// The numbers of one run of many with the same seed.
  package init(seed: UInt64, number: Int) {
    self.init(seed: seed &+ UInt64(truncatingIfNeeded: number) &* 0xD134_2543_DE82_EF95)
    state = next()
  }

  package init(bytes: [UInt8]) {
    self.init(seed: bytes.reduce(0) { $0 &* 31 &+ UInt64($1) }, number: 0)
    self.bytes = bytes[...]
  }

  /// A new seed, which is printed; the environment variable `PAGINATOR_SEED` sets it.
  package init(_ purpose: String = #function) {
    let given = Process.variable("PAGINATOR_SEED").flatMap { UInt64($0) }
    self.init(seed: given ?? UInt64.random(in: 0...UInt64.max))
    print("\(purpose): PAGINATOR_SEED=\(seed)")
  }

  package mutating func next() -> UInt64 {
    if !bytes.isEmpty { return taken(8) }
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  package mutating func below(_ bound: Int) -> Int {
    if bytes.isEmpty { return Int.random(in: 0..<bound, using: &self) }
    return Int(taken(bound <= 1 << 8 ? 1 : bound <= 1 << 16 ? 2 : 8) % UInt64(bound))
  }

  /// The number that so many bytes give, or those that are left.
  private mutating func taken(_ count: Int) -> UInt64 {
    defer { bytes.removeFirst(min(count, bytes.count)) }
    return bytes.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
  }

  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// At most this many parts, with `separator` between them.
  package mutating func join(
    _ most: Int, _ separator: String, _ part: (inout Self) -> String
  ) -> String {
    (0..<below(most + 1)).map { _ in part(&self) }.joined(separator: separator)
  }

  /// The bytes with a few of them replaced, added, doubled or left out.
  package mutating func damaged(_ bytes: [UInt8], times: Int = 3) -> [UInt8] {
    let alphabet =
      Array("{}[]\",:\\ue019-+.tfn \r\n\t;=<>?&%#@/".utf8) + [
        0, 1, 0x7F, 0xC3, 0xE4, 0xF0, 0x9F, 0xED,
      ]
    var bytes = bytes
    for _ in 0...below(times) where !bytes.isEmpty {
      let place = below(bytes.count)
      let end = min(bytes.count, place + 1 + below(8))
      switch below(6) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(pick(alphabet), at: place)
      case 2: bytes[place] = pick(alphabet)
      case 3: bytes[place] = UInt8(truncatingIfNeeded: next())
      case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
      default: bytes.removeSubrange(place..<end)
      }
    }
    return bytes
  }
}
