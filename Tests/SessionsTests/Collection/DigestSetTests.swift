import TestSupport
import Testing

@testable import Sessions

struct DigestSetTests {
  @Test func itIsASet() {
    var random = SeededGenerator()
    var digests = DigestSet()
    var expected: Set<UInt64> = []
    #expect(!digests.contains(0))
    for _ in 0..<40_000 {
      // Many that fall together, and the one that stands for a free place.
      let digest =
        Bool.random(using: &random)
        ? random.next() : UInt64.random(in: 0..<500, using: &random) << 32
      let known = digest == 0 ? 1 : digest
      #expect(digests.contains(digest) == expected.contains(known))
      #expect(digests.insert(digest) == expected.insert(known).inserted)
      #expect(digests.count == expected.count)
    }
  }
}
