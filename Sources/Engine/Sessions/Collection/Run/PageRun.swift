import Detection
import JSON
import Pagination

/// Pages that were loaded one after the other, and what makes one doubt that they hold every item
/// once: items that came again, or were omitted, because pages moved while they were read.
///
///     page 2: items 11...20, offset 10, of 50      page 3: items 19...28    2 came again
///                                                  page 3: of 48            2 may be left out
///                                                  page 3: offset 25        5 were left out
struct PageRun: Sendable {
  /// What a page adds to the run.
  struct Finding: Sendable {
    var duplicates = 0
    /// Pages move: requesting many at once is of no use.
    var hasShifted = false
  }

  /// What the next page is compared with.
  private struct Previous: Sendable {
    let requested: RequestedPage
    let stated: StatedCounts
    let received: Int
    /// Where it says that the next page is.
    let next: Neighbours.Next
    /// Kept where items have no identity to be known by.
    let document: JSONDocument?
    let items: [JSONSlice]
  }

  /// The page that continues it; nil: nothing has been loaded.
  private(set) var next: Int?
  /// The page that it began with; nil: it continues one of another process, or is empty.
  private(set) var first: Int?
  /// A page may be of another list than the others: the request was another one.
  private(set) var isMixed = false
  /// It is known how many items came before it.
  private(set) var isWhole = false
  /// Items that the API sent, those before a checkpoint included.
  private(set) var received = 0
  /// Items that came although they had come before.
  private(set) var duplicates = 0
  /// Why the run may not be all there is, with the evidence; at most one of a kind and path.
  private(set) var doubts: [PageWarning] = []
  /// What speaks for the run being the whole list.
  private(set) var proof = ProofRecord()
  /// What the last page said of a next one; false as well where that turned out not to exist.
  private(set) var hasNext: Bool?
  private var identities = SeenDigests()
  private var last: Previous?

  /// How many items' identities are remembered.
  static let identitiesMax = 10_000_000
  /// How many are, at least, where whoever takes the pages knows every item again.
  static let latestIdentities = 10_000

  init() {}

  /// Continues in another process. `received`: nil where it is not known what came before.
  init(next: Int, received: Int?, hasNext: Bool?, doubts: [PageWarning], proof: ProofRecord) {
    self.next = next
    self.hasNext = hasNext
    self.proof = proof
    self.received = received ?? 0
    self.doubts = doubts
    isWhole = received != nil
    for item in proof.recentItems.items { _ = identities.insert(item) }
  }

  /// Items of the run that the API sent before a page; nil where the run does not lead there.
  func received(before page: Int) -> Int? {
    guard isWhole, let next else { return nil }
    if page == next { return received }
    return page == next - 1 ? last.map { received - $0.received } : nil
  }

  /// Where a page led; nil where it is not the last one of the run, or led nowhere.
  func position(after page: Int) -> Position? {
    if next == page + 1, case .position(let position)? = last?.next { position } else { nil }
  }

  /// Takes in a page; one that is neither the next nor the last one again begins another run.
  /// `remembersAll`: items that came long ago are known again, too.
  mutating func take(
    _ page: Page, hasNext: Bool?, isComputed: Bool, isByOffset: Bool, hasIdentity: Bool,
    remembersAll: Bool = true,
    hint: (ProofRecord, _ survey: () -> PageSigns) -> TotalHint? = { _, _ in nil }
  ) -> Finding {
    var finding = Finding()
    let reading = page.reading
    defer { self.hasNext = hasNext }
    if let last, next == page.number + 1 {
      received += reading.items.count - last.received
      remember(page, isComputed, hasIdentity)
      return finding
    }
    if next != page.number {
      self = PageRun()
      first = page.number
      isWhole = true
    }
    if !hasIdentity {
      if isComputed, overlaps(page) { finding.hasShifted = true }
    } else {
      if !remembersAll { identities.forget(allBut: PageRun.latestIdentities) }
      finding = countDuplicates(reading.identities)
    }
    if compare(page, isComputed) { finding.hasShifted = true }
    if isByOffset { checkOffset(of: page) }
    if case .position(let next)? = last?.next, next != page.requested.position {
      proof.breakChain()
    }
    var signs: PageSigns?
    func survey() -> PageSigns {
      let made = signs ?? PageSigns(reading)
      signs = made
      return made
    }
    proof.take(page, hint: hint(proof, survey), survey)
    next = page.number + 1
    received += reading.items.count
    remember(page, isComputed, hasIdentity)
    return finding
  }

  /// There is no page after the last one.
  mutating func reachEnd() { hasNext = false }

  /// The last item was found again, and nothing follows it.
  mutating func verifyEnd() { proof.verifyEnd() }

  /// The API does not support offsets inside its pages.
  mutating func refuseOverlap() { proof.refuseOverlap() }

  /// The end was found without the last item before it.
  mutating func leaveEndUnverified() { proof.leaveEndUnverified() }

  /// The page where the run continues has the item that was delivered last.
  mutating func verifyContinuation() { proof.verifyContinuation() }

  /// A link or token has led to a response that says nothing: it may be no page.
  mutating func breakChain() { proof.breakChain() }

  /// A page, or what comes next, may be of another list.
  mutating func mix() { isMixed = true }

  /// The pages have other numbers now.
  mutating func renumber(_ next: Int) {
    if let first, let before = self.next { self.first = first == before - 1 ? next - 1 : first }
    self.next = next
  }

  private mutating func remember(_ page: Page, _ isComputed: Bool, _ hasIdentity: Bool) {
    let reading = page.reading
    let isCompared = !hasIdentity && isComputed
    last = Previous(
      requested: page.requested, stated: reading.counts, received: reading.items.count,
      next: reading.neighbours.next,
      document: isCompared ? reading.view.scan?.document : nil,
      items: isCompared ? reading.items : [])
  }

  /// Notes a doubt; a later one of the same kind and path takes its place.
  mutating func doubt(_ warning: PageWarning) {
    doubts.removeAll { $0.isReplaced(by: warning) }
    doubts.append(warning)
  }

  // MARK: Items that came again

  private mutating func countDuplicates(_ items: [UInt64?]) -> Finding {
    var finding = Finding()
    for (index, item) in items.enumerated() {
      guard let item else { continue }
      if identities.count >= PageRun.identitiesMax, !identities.contains(item) { continue }
      if !identities.insert(item) {
        finding.duplicates += 1
        if index == 0 { finding.hasShifted = true }
      }
    }
    duplicates += finding.duplicates
    if finding.duplicates > 0 {
      doubt(.duplicates(count: duplicates))
    }
    return finding
  }

  /// Whether the page begins with the objects that the page before ended with, byte for byte; of one
  /// before a checkpoint there are digests. Nothing is said of lists in which equal objects are
  /// usual.
  private mutating func overlaps(_ page: Page) -> Bool {
    let reading = page.reading
    guard let last else {
      let count = proof.recentItems.repeated(in: page.digests)
      if count > 0 { doubt(.repeatedBeginning(count: count)) }
      return count > 0
    }
    guard let before = last.document, let document = reading.view.scan?.document,
      let first = reading.items.first, first.kind == .object,
      let place = last.items.firstIndex(where: { isSame(before, $0, document, first) })
    else { return false }
    let count = last.items.count - place
    let again = zip(last.items[place...], reading.items)
    guard count <= reading.items.count, again.allSatisfy({ isSame(before, $0, document, $1) }),
      Set(last.items.map { before.bytes[$0.range] }).count == last.items.count
    else { return false }
    doubt(.repeatedBeginning(count: count))
    return true
  }

  private func isSame(
    _ before: JSONDocument, _ old: JSONSlice, _ document: JSONDocument, _ new: JSONSlice
  ) -> Bool {
    old.range.count == new.range.count
      && before.bytes[old.range].elementsEqual(document.bytes[new.range])
  }

  // MARK: Items that were left out

  /// Compares what the page states with what the page before stated. True: pages move.
  private mutating func compare(_ taken: Page, _ isComputed: Bool) -> Bool {
    guard let last else { return false }
    let page = taken.number
    let stated = taken.reading.counts
    let doubtsBefore = doubts.count
    if isComputed, let before = last.stated.objectCount, let now = stated.objectCount, now < before
    {
      doubt(.countShrank(page: page, before: before, now: now))
    }
    if let before = last.stated.offset, let offset = stated.offset {
      let step = isComputed ? taken.requested.offset - last.requested.offset : last.received
      let (expected, overflow) = before.addingReportingOverflow(step)
      if !overflow { compare(.offset, expected: expected, stated: offset, page) }
    }
    if !taken.requested.overlaps, let before = last.stated.currentPage,
      let number = stated.currentPage
    {
      compare(.currentPage, expected: before + 1, stated: number, page)
    }
    return doubts.count > doubtsBefore
  }

  /// Whether a page was requested behind what the page before was asked for.
  private mutating func checkOffset(of page: Page) {
    guard let last, page.continuity == nil, page.requested.position == .computed else { return }
    let most = max(last.requested.perPage, last.received)
    let (end, overflow) = last.requested.offset.addingReportingOverflow(most)
    if !overflow, page.requested.offset > end {
      doubt(.gap(.offset, page: page.number, expected: end, stated: page.requested.offset))
    }
  }

  private mutating func compare(_ place: PageWarning.Place, expected: Int, stated: Int, _ page: Int)
  {
    guard stated != expected else { return }
    doubt(
      stated > expected
        ? .gap(place, page: page, expected: expected, stated: stated)
        : .overlap(place, page: page, expected: expected, stated: stated))
  }

  // MARK: The end

  /// The strongest proof of a run of this many items that came to its end with `reason`.
  func proof(of received: Int, endedBy reason: EndReason?, isComputed: Bool) -> WalkProof {
    if duplicates == 0, proof.isCount(received) { return .counts }
    // Another reading has ended the list, which may have moved by then.
    guard hasNext == false else { return .end }
    // A total that changed on the way may have been reached too early.
    if reason?.kind != .totalReached {
      if isComputed, proof.isOverlapped { return .overlap }
      if !isComputed, proof.isChain { return .chain }
    }
    if let reason, reason.kind == .emptyPage || reason.page != first { return .end }
    return isWhole && proof.isSingle ? .single : .end
  }

  /// Compares the counts with what came; for a run that has come to the end. `received`: how many
  /// items there were up to there; `pages`: how many pages, by the API's numbers.
  mutating func conclude(_ counts: KnownCounts, isComputed: Bool, received: Int, pages: Int?) {
    if hasNext == true, let next { doubt(.placeLost(page: next)) }
    if let bound = counts.objectCountMin, received < bound {
      doubt(.itemCountMismatch(stated: bound, found: received))
    } else if let total = counts.objectCount {
      guard total != received else { return }
      doubt(.itemCountMismatch(stated: total, found: received))
    } else if isComputed, proof.hintPath != nil, let total = proof.total, total > received {
      doubt(.itemCountMismatch(stated: total, found: received))
    } else if let stated = counts.pageCount, let pages, pages < stated {
      doubt(.pageCountMismatch(stated: stated, found: pages))
    }
  }
}
