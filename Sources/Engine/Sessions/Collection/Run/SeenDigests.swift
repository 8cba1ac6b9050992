/// Digests that have been seen: all of them, or the latest.
struct SeenDigests: Sendable {
  private var digests = DigestSet()
  /// Those before the latest, of which no more come.
  private var earlier = DigestSet()

  var count: Int { digests.count + earlier.count }

  func contains(_ digest: UInt64) -> Bool {
    digests.contains(digest) || earlier.contains(digest)
  }

  /// False where the digest is there already.
  mutating func insert(_ digest: UInt64) -> Bool {
    !earlier.contains(digest) && digests.insert(digest)
  }

  /// Forgets all but the latest: at least this many, unless there are fewer.
  mutating func forget(allBut latest: Int) {
    guard digests.count >= latest else { return }
    earlier = digests
    digests = DigestSet()
  }
}
