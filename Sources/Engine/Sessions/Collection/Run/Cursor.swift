import Detection
import Pagination

/// The place where loads and walks continue: the page that was delivered last, the items that were
/// delivered, and the tally of the run. Only delivering a page moves it; windows, refreshes and
/// jumps are not part of the run.
///
///     page 2: items 11...20, offset 10, of 50      page 3: items 19...28    2 came again
///                                                  page 3: of 48            2 may be left out
///                                                  page 3: offset 25        5 were left out
struct Cursor: Sendable {
  /// The page that continues the run; nil: nothing has been delivered.
  private(set) var next: Int?
  /// The page that the run began with; nil: it continues one of another process, or is empty.
  private(set) var first: Int?
  private(set) var tally = Tally()
  private(set) var tallyBefore = Tally()
  private(set) var memory = ItemMemory()
  /// The pages of the run, by what they brought.
  private(set) var loops = LoopGuard()
  /// The falls of the total that had been seen when the run began.
  private(set) var fallsBefore = 0
  /// The last page's statement about a next one; also false if that one turned out not to exist.
  private(set) var hasNext: Bool?
  /// True when the API rejected or ignored an offset inside one of its pages.
  private(set) var refusesOverlap = false
  private(set) var last: DeliveredPage?
  /// The joint of a page that was delivered in part before a checkpoint.
  private var jointOfRest: Joint?
  /// The first page that was delivered in this process.
  private(set) var firstHere: Int?
  /// The page before which the total may have fallen, as what moved meanwhile was looked for.
  private(set) var fallAllowedAt: Int?
  /// The total that was read last meanwhile, and by how much it fell.
  private var lastRead: (total: Int, fallen: Int)?
  /// The way of an exact walk; nil if there is no exact walk, or it has not read the first page.
  private(set) var way: ExactWay?

  init() {}

  /// Continues where a checkpoint says. `falls`: the falls of the total that responses have shown.
  init(_ checkpoint: Checkpoint, falls: Int) {
    fallsBefore = falls
    next = checkpoint.page
    hasNext = checkpoint.end == nil ? nil : false
    tally = checkpoint.tally
    tallyBefore = tally
    memory = ItemMemory(stored: checkpoint.recent)
    refusesOverlap = checkpoint.refusesOverlap
    jointOfRest = checkpoint.taken.joint
    way = checkpoint.exact?.way
    if tally.pages > 0 { last = DeliveredPage(before: checkpoint) }
  }

  /// Items of the list before a page, those that the request as opened passed over included; nil
  /// where the run does not lead there.
  func received(before page: Int) -> Int? {
    guard let next, let items = tally.itemsUpTo else { return nil }
    if page == next { return items }
    guard page == next - 1, let last, !last.isOfCheckpoint else { return nil }
    return items - last.added
  }

  /// Returns the position that a page led to; nil if it is not the last page of the run, or led
  /// nowhere.
  func position(after page: Int) -> Position? {
    if next == page + 1, case .position(let position)? = last?.next { position } else { nil }
  }

  /// The index in the API's list right after the last page.
  var endOffset: Int? { last?.end }

  /// True when an item has not been delivered, and each one that was is remembered.
  func isNew(_ digest: UInt64) -> Bool { remembersAll && !memory.contains(digest) }

  /// True when each item that was delivered is remembered.
  var remembersAll: Bool {
    first == firstHere && last?.isOfCheckpoint != true && memory.tellsApart
  }

  /// True when each page is known to follow the one before, and the end to follow the last one: it
  /// was read again where pages overlap, or is on that page, or behind a position that names a row.
  var isWhollyVerified: Bool {
    let unverified = tally.count(.counted) + tally.count(.unknown)
    // The first one follows none.
    guard unverified <= 1 - min(1, tally.count(.first)), let end = tally.end else { return false }
    let isVerified = end.kind == .verifiedByOverlap
    if isVerified || tally.count(.overlapped) > 0 { return isVerified }
    return end.page < next ?? 0 || last?.isNamed == true
  }

  // MARK: Delivering

  /// Takes in a page that is delivered; one that is neither the next nor the last one again begins
  /// another run. Returns the number of items that came before; and whether pages move, so that
  /// requesting many at once is of no use.
  ///
  /// `beginning`: the place of a page that a run begins with; `end`: why the page ends the list;
  /// `hasPlace`: true when the last item that was delivered before a checkpoint inside of the page is
  /// where it was, nil without such a checkpoint; `falls`: how often the total has fallen so far;
  /// `remembersItems`: items that came long ago are known again, too; `hints`: whether a total that is
  /// not mapped is read.
  mutating func take(
    _ page: Page, from beginning: Tally.Beginning?, hasNext: Bool?, end: EndReason?,
    hasPlace: Bool?, isComputed: Bool, falls: Int, remembersItems: Bool,
    hints: TotalHints
  ) -> (duplicates: Int, hasShifted: Bool) {
    defer { self.hasNext = hasNext }
    if let last, !last.isOfCheckpoint, next == page.number + 1 {
      takeAgain(page, last)
      return (0, false)
    }
    if next != page.number {
      var run = Cursor()
      run.first = page.number
      run.fallsBefore = falls
      if next == nil { run.loops = loops } else { run.remember(page) }
      self = run
    }
    firstHere = firstHere ?? page.number
    let isListStart = beginning.map { $0.start == nil } == true
    var joint = Joint(of: page, after: last, isListStart: isListStart)
    // A part of the page was delivered before, and without its last item it is not known which.
    if let jointOfRest = jointOfRest.take() {
      joint = hasPlace == true ? jointOfRest : .unknown
    }
    tallyBefore = tally
    // The place of a page that a load follows a link to is not the one that an exact walk counts on.
    if tally.pages > 0, !page.requested.overlaps, way?.isComputed == false { way = nil }
    let isRepeated = loops.repeatsItems(page: page.number, trace: page.trace)
    let again = memory.take(
      page, isRepeated: isRepeated, remembersAll: remembersItems)
    let doubtsBefore = tally.doubts.count
    let total = tally.totals.latest
    var signs: PageSigns?
    func survey() -> PageSigns {
      let made = signs ?? PageSigns(page.reading)
      signs = made
      return made
    }
    let hint = page.totalHint(hints, tally.totals, survey)
    tally.add(
      page, joint, duplicates: again.count, total: hint, from: beginning, survey: survey)
    if signs != nil, hint == nil { tally.state { $0.note(shapeWithoutTotal: page.reading.shape) } }
    if again.beginning > 0, isComputed, !isRepeated {
      tally.doubt(.repeatedBeginning(count: again.beginning))
    } else if again.count > 0 {
      tally.doubt(.duplicates(count: tally.duplicates))
    }
    if isRepeated { tally.doubt(.repeatedPage(page: page.number)) }
    if hasPlace == false { tally.doubt(.placeLost(page: page.number)) }
    // Where the total fell, rows may have moved past the page.
    let isHidden = joint == .named && last?.target == .state
    if joint == .counted || joint == .unknown || isHidden, let total, tally.totals.isOnLast,
      let now = tally.totals.latest, now < total, fallAllowedAt != page.number
    {
      tally.doubt(.countShrank(page: page.number, before: total, now: now))
    }
    if joint == .unknown || !page.reading.counts.isEmpty { compare(page, joint, isComputed) }
    let hasShifted = again.hasFirst || tally.doubts.count > doubtsBefore
    if page.source.hasOwnParameters { tally.mix() }
    next = page.number + 1
    last = DeliveredPage(
      page, received: tally.items, joint: joint, hasTotal: tally.totals.latest != nil)
    if let reason = end {
      let evidence = EndEvidence(reason, in: page.number, of: tally.pages)
      tally.reach(joint == .overlapped ? evidence?.verified : evidence)
    }
    return (again.count, hasShifted)
  }

  /// Remembers a page that is about to be delivered.
  mutating func remember(_ page: Page) { loops.remember(page: page.number, trace: page.trace) }

  /// The last page comes again: the position that it names now is the one that counts.
  private mutating func takeAgain(_ page: Page, _ before: DeliveredPage) {
    let isSame = before.items == page.trace.items
    if !isSame {
      tally.addAgain(items: page.received - before.added)
      memory.add(page.digests)
    }
    last = DeliveredPage(
      page, received: tally.items, joint: before.joint, hasTotal: tally.totals.latest != nil)
    if isSame { last?.added = before.added }
  }

  /// Items were delivered besides the pages in order.
  mutating func recover(_ items: [UInt64], count: Int) {
    memory.add(items)
    tally.count(count)
    last?.added += count
  }

  // MARK: What else happens to the run

  /// Takes note of what has been seen besides the pages.
  mutating func note(_ finding: (inout Tally) -> Void) { finding(&tally) }

  /// The end was seen in the response for the page after the last one.
  mutating func reachEnd(_ evidence: EndEvidence?) {
    hasNext = false
    tally.reach(evidence)
  }

  /// The list can be walked exactly so.
  mutating func take(_ way: ExactWay?) { self.way = way }

  /// The API does not support offsets inside its pages.
  mutating func refuseOverlap() { refusesOverlap = true }

  /// Renumbers the run: its next page is `page` now, and begins at an offset.
  mutating func renumber(_ page: Int, at offset: Int) {
    loops = LoopGuard()
    guard let before = next else { return }
    if let first { self.first = first == before - 1 ? page - 1 : first }
    next = page
    resume(at: offset)
  }

  /// The run continues at an offset, wherever pages begin; nil: it does where one does.
  mutating func resume(at offset: Int?) { last?.resumesAt = offset }

  /// Notes that rows that moved before a page have been looked for: a total that fell to this
  /// number says nothing more. `fallen`: by how much it fell while they were.
  mutating func allowFall(at page: Int, to total: Int, fallen: Int) {
    fallAllowedAt = page
    lastRead = (total, fallen)
    tally.state { $0.fall(to: total) }
  }

  /// The fall of the total since the page came before which rows were looked for, and up to the page
  /// after it.
  func uncheckedFall(before page: Int, now: Int?) -> (before: Int, now: Int)? {
    guard let now, fallAllowedAt == page - 1, let (total, fallen) = lastRead else { return nil }
    let sum = fallen + max(0, total - now)
    return sum > 0 ? (now + sum, now) : nil
  }

  // MARK: Items that were left out

  /// Compares what the page states with what the page before stated. Where it overlaps, its items say
  /// more.
  private mutating func compare(_ taken: Page, _ joint: Joint, _ isComputed: Bool) {
    guard let last, let requested = last.requested, !taken.requested.overlaps else { return }
    let page = taken.number
    let stated = taken.reading.counts
    if let before = last.stated.offset, let offset = stated.offset {
      let step = isComputed ? taken.requested.offset - requested.offset : last.received
      let (expected, overflow) = before.addingReportingOverflow(step)
      if !overflow { compare(.offset, expected: expected, stated: offset, page) }
    }
    if let before = last.stated.currentPage, let number = stated.currentPage {
      compare(.currentPage, expected: before + 1, stated: number, page)
    }
    if joint == .unknown, let end = last.end(before: taken) {
      tally.doubt(.gap(.offset, page: page, expected: end, stated: taken.requested.offset))
    }
  }

  private mutating func compare(_ place: PageWarning.Place, expected: Int, stated: Int, _ page: Int)
  {
    guard stated != expected else { return }
    tally.doubt(
      stated > expected
        ? .gap(place, page: page, expected: expected, stated: stated)
        : .overlap(place, page: page, expected: expected, stated: stated))
  }
}
