/// 64-bit digests that have been seen. They are as good as random, so that their own bits say
/// where they stand: half the time and memory of a `Set`, which would hash them once more.
struct DigestSet: Sendable {
  /// A power of two; 0 is a free place.
  private var places: [UInt64] = []
  private(set) var count = 0

  /// At most so many of a hundred places are taken.
  private static let percentTakenMax = 70
  private static let placesMin = 64

  /// False where the digest is there already.
  mutating func insert(_ digest: UInt64) -> Bool {
    if (count + 1) * 100 > places.count * DigestSet.percentTakenMax { grow() }
    let digest = digest == 0 ? 1 : digest
    let place = place(of: digest)
    guard places[place] == 0 else { return false }
    places[place] = digest
    count += 1
    return true
  }

  func contains(_ digest: UInt64) -> Bool {
    !places.isEmpty && places[place(of: digest == 0 ? 1 : digest)] != 0
  }

  /// Where the digest stands, or the free place for it.
  private func place(of digest: UInt64) -> Int {
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: digest) & mask
    while places[place] != 0, places[place] != digest { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let old = places
    places = Array(repeating: 0, count: max(DigestSet.placesMin, old.count * 2))
    for digest in old where digest != 0 { places[place(of: digest)] = digest }
  }
}
