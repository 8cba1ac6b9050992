import Foundation

/// A reproducible source of random numbers: the seed is printed, and can be given in the
/// environment variable `PAGINATOR_SEED`.
struct SeededGenerator: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  init() {
    seed =
      ProcessInfo.processInfo.environment["PAGINATOR_SEED"].flatMap(UInt64.init)
      ?? UInt64.random(in: 0...UInt64.max)
    state = seed
    print("PAGINATOR_SEED=\(seed)")
  }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
