/// The passes of a walk that reads its list again until one proves itself or two agree, and delivers
/// only what has not been delivered.
///
///     pass 1: 1 2 4 5, proof end      row 3 moved to a page that was read
///     pass 2: 1 2 3 4 5               3 is delivered; the passes differ
///     pass 3: 1 2 3 4 5               as before: proof passes
///
/// Where rows keep their order, a row that a pass missed means that one before it was deleted
/// meanwhile. If that one had come, the next pass does not have it. If it had not, as it was inserted
/// meanwhile, too, an item came twice. So two passes that agree have missed none if no item of the
/// first of them came twice.
struct Passes: Sendable {
  /// The number of passes at most; 1: the list is read once.
  let most: Int
  /// True when more are needed than there can be, as the walk continues an earlier one.
  let isMissing: Bool
  /// Less than an exact walk will not do.
  private let isStrict: Bool
  /// The pass that runs, from 1.
  private(set) var number = 1
  /// Items that were delivered in any pass.
  private var delivered = DigestSet()
  private var current = Contents()
  private var previous: Contents?
  /// Items that came and went between the last two passes.
  private(set) var difference = (came: 0, went: 0)
  /// True when items cannot be told apart, or are too many to remember.
  private var isBlind = false
  /// Digests of items without an identity, such as nulls: each of the first pass is delivered.
  private var unidentified: Set<UInt64> = []
  /// The place where a walk that ends early in a later pass continues: at the end of the first
  /// pass.
  private(set) var place: Checkpoint?
  /// Given where the list was begun again, as a position had expired.
  private(set) var restart: Restart?
  /// The pass in which that was.
  private var restartedPass: Int?

  /// The different items of a pass.
  private struct Contents: Sendable {
    private(set) var digests = DigestSet()
    /// The sum of their digests, in any order.
    private(set) var sum: UInt64 = 0
    /// True when an item came twice.
    private(set) var hasRepeats = false

    mutating func insert(_ digest: UInt64) -> Bool {
      guard digests.insert(digest) else {
        hasRepeats = true
        return false
      }
      sum = sum &+ (digest &* 0x9E37_79B9_7F4A_7C15 ^ digest >> 29)
      return true
    }
  }

  /// `continues`: the items of an earlier walk, which are not known any more, came before; `isStrict`:
  /// less than an exact walk will not do.
  init(most: Int, isStrict: Bool = false, continues: Bool = false) {
    self.most = continues ? 1 : most
    isMissing = continues && isStrict && most > 1
    self.isStrict = isStrict
  }

  /// The number of passes that can be compared, if it is too small for an exact walk: 0 if it has
  /// equal items, 1 if it continues an earlier one, or has not seen what another pass would compare.
  /// nil: one was asked for, or the walk is not exact.
  var lacks: Int? {
    if isMissing { return 1 }
    return !isStrict ? nil : isBlind ? 0 : most > 1 ? 1 : nil
  }

  /// True when the list may be read again.
  var remembers: Bool { most > 1 && !isBlind }

  /// True in every pass but the first.
  var isAgain: Bool { number > 1 }

  /// True in the pass that was begun again.
  var isRestarted: Bool { restartedPass == number }

  func isNew(_ digest: UInt64) -> Bool {
    !delivered.contains(digest) || !isAgain && unidentified.contains(digest)
  }

  /// The items that have not been delivered, of some with these digests.
  func new(_ page: WalkPage, _ digests: [UInt64]) -> WalkPage {
    guard remembers else { return page }
    return page.keeping(zip(page.items, digests).filter { isNew($0.1) }.map(\.0))
  }

  /// The test for items of a page that have not been delivered, by their digests; nil: all are new.
  func filter(_ page: Page) -> ((UInt64) -> Bool)? {
    let new = restart?.new(page.digests)
    guard new != nil || isAgain || remembers && page.digests.contains(where: delivered.contains)
    else { return nil }
    let isFiltered = remembers || isAgain
    return { digest in
      new?.contains(digest) != false && (!isFiltered || isNew(digest))
    }
  }

  /// Takes in the items of a page. `skipped`: the number of those that were delivered before.
  mutating func take(_ page: Page, skipped: Int) {
    guard remembers || restart != nil else { return }
    let digests = page.digests
    restart?.take(digests, skipped: skipped)
    if restart?.hasReachedPlace == true, number == 1 { place = nil }
    guard remembers else { return }
    if digests.isEmpty, page.received > 0 { isBlind = true }
    for (identity, digest) in zip(page.identities, digests) where identity == nil {
      unidentified.insert(digest)
    }
    take(digests)
  }

  mutating func take(_ digests: [UInt64]) {
    if delivered.count >= ItemMemory.digestsMax { isBlind = true }
    for digest in digests {
      if current.insert(digest), previous?.digests.contains(digest) == false {
        difference.came += 1
      }
      _ = delivered.insert(digest)
    }
  }

  /// True when the pass that ends had the same items as the one before, each of which came once.
  var agrees: Bool {
    guard let previous, !previous.hasRepeats else { return false }
    // That the list is empty by now says nothing of the items that came.
    if current.digests.count == 0, delivered.count > 0 { return false }
    return previous.sum == current.sum && previous.digests.count == current.digests.count
  }

  /// True when another pass may follow.
  var mayContinue: Bool { remembers && number < most }

  /// The items that the pass before had and this one lacks.
  var went: Int {
    guard let previous else { return 0 }
    return max(0, previous.digests.count + difference.came - current.digests.count)
  }

  /// Begins the next pass. `place`: the end of this one.
  mutating func begin(after place: Checkpoint) {
    self.place = number == 1 ? place : self.place ?? place
    number += 1
    (previous, current) = (current, Contents())
    difference = (0, 0)
  }

  /// Begins the pass again. `place`: where its position had expired.
  mutating func begin(_ restart: Restart, at place: Checkpoint) {
    self.place = self.place ?? place
    self.restart = restart
    restartedPass = number
    current = Contents()
    difference = (0, 0)
  }
}
