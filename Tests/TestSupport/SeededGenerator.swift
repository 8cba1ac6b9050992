import Foundation

/// Random numbers that a seed repeats (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
  package let seed: UInt64
  private var state: UInt64

  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// A new seed, which is printed; the environment variable `PAGINATOR_SEED` sets it.
  package init(_ purpose: String = #function) {
    let given = ProcessInfo.processInfo.environment["PAGINATOR_SEED"].flatMap(UInt64.init)
    self.init(seed: given ?? UInt64.random(in: 0...UInt64.max))
    print("\(purpose): PAGINATOR_SEED=\(seed)")
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  package mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }

  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }
}
