import Detection
package import JSON
import Pagination

/// The record of what was delivered of a list, page by page, and of what was seen of its end: the
/// evidence for a verdict and its proof. It only adds, and travels in checkpoints.
///
///     {"joints":[1,2,0,0,0],"items":75,"again":0,"sizes":[25,0,0,0],"before":0}
struct Tally: Sendable {
  /// The number of pages by joint, in the order of its cases.
  private var joints = [Int](repeating: 0, count: Joint.allCases.count)
  /// Items that the API sent.
  private(set) var items = 0
  /// Items among them that had come before.
  private(set) var duplicates = 0
  private(set) var beginning = Beginning()
  private(set) var totals = Totals()
  private(set) var sizes = Sizes()
  /// A page may have lost items at its end, or its list.
  private(set) var mayBeCut = false
  /// True when the first page leads to another one, or indicates more items than it has.
  private(set) var speaksOfMore = false
  /// The place where the first page indicates that there is more, in a value that is not a count.
  private(set) var moreHint: MoreHint?
  private(set) var last = LastPage()
  /// True when the first page has nothing at the place of the next one but still indicates more.
  private(set) var isUnfollowed = false
  /// A page may be of another list than the others: the request was another one.
  private(set) var isMixed = false
  /// The run reads a list again whose position had expired, and some items came before it.
  private(set) var isRestarted = false
  /// Reasons to doubt that every item came once; at most one of a kind and path.
  private(set) var doubts: [PageWarning] = []
  /// The end that was seen after the last page; nil: none.
  private(set) var end: EndEvidence?

  /// The place where the run began.
  struct Beginning: Sendable {
    /// Items of the list before the first page; nil: only the API knows.
    var items: Int?
    /// Pages before the first page, by the API's numbers; nil: they have none.
    var pages: Int?
    /// The place of the first page, where the list begins before it.
    var start: RunStart?
  }

  /// The contents of the page that was delivered last, besides its items.
  struct LastPage: Sendable {
    /// It says that there is more.
    var promisesMore = false
    /// It has more than its items and the place of the next one.
    var hasOthers = false
  }

  /// The sizes of pages, items that were removed from them included, and how many items they lack of
  /// the size that was requested.
  struct Sizes: Sendable {
    private(set) var largest = 0
    private var leastLack = Int.max
    /// Of the pages that another page followed.
    private var mostLackBeforeLast = 0
    private var lastLack: Int?

    /// True when a page before the last one was smaller than others: an API that omits items after
    /// paging may have empty pages before its end.
    var differ: Bool { mostLackBeforeLast > leastLack }

    fileprivate mutating func take(_ size: Int, of requested: Int) {
      if let lastLack { mostLackBeforeLast = max(mostLackBeforeLast, lastLack) }
      let lack = max(0, requested - size)
      lastLack = lack
      leastLack = min(leastLack, lack)
      largest = max(largest, size)
    }

    fileprivate var stored: JSONValue {
      .array(
        [largest, min(leastLack, Pager.perPageMax), mostLackBeforeLast, lastLack ?? 0]
          .map(JSONValue.integer))
    }

    fileprivate init() {}

    fileprivate init(stored: JSONValue?) {
      let sizes = (stored?.arrayValue ?? []).compactMap(\.integerValue)
      guard sizes.count == 4, sizes.allSatisfy({ (0...Pager.perPageMax).contains($0) }) else {
        return
      }
      (largest, leastLack, mostLackBeforeLast, lastLack) = (sizes[0], sizes[1], sizes[2], sizes[3])
    }
  }

  init() {}

  var pages: Int { joints.reduce(0, +) }

  func count(_ joint: Joint) -> Int { joints[joint.rawValue] }

  /// True when the first page was requested as the list itself begins.
  var beginsFirst: Bool { count(.first) == 1 && !isMixed }

  /// Items of the list up to the last page that was delivered; nil where only the API knows.
  var itemsUpTo: Int? { beginning.items.map { $0.plus(items) } }

  // MARK: Adding

  /// Adds the next page. `beginning`: the place of a first page. `survey`: what a first page says of more items than it has.
  mutating func add(
    _ page: Page, _ joint: Joint, duplicates: Int, total: TotalHint?, from beginning: Beginning?,
    survey: () -> PageSigns
  ) {
    let reading = page.reading
    let isFirst = pages == 0
    if isFirst, let beginning { self.beginning = beginning }
    joints[joint.rawValue] += 1
    count(page.received)
    self.duplicates = min(Tally.countMax, self.duplicates + duplicates)
    sizes.take(page.received + reading.overlap, of: page.requested.perPage)
    totals.take(reading.counts, total, received: page.received, isFirst: isFirst)
    if reading.mayBeCut || reading.saysNothing { mayBeCut = true }
    end = nil
    if case .position = reading.neighbours.next {
      speaksOfMore = true
    } else if isFirst, totals.count != page.received {
      // Where the total is on the page, nothing else has to be looked for.
      let signs = survey()
      speaksOfMore = signs.speaksOfMore
      moreHint = signs.moreHint
      isUnfollowed = speaksOfMore && !reading.items.isEmpty && reading.isNextAbsent
    }
    last.promisesMore = reading.goesOn == true || moreHint?.leadsOn(reading.view) == true
    last.hasOthers = page.hasOthers
  }

  /// A later page has shown how many items come before the first one.
  mutating func begin(after items: Int) { beginning.items = items }

  /// Takes note of what responses show of the total besides the pages in order.
  mutating func state(_ finding: (inout Totals) -> Void) { finding(&totals) }

  /// Adds items that are delivered: of a page, or besides the pages in order, as rows had moved there.
  mutating func count(_ items: Int) {
    self.items = max(0, min(Tally.countMax, self.items + items))
  }

  /// The last page came again, with other items.
  mutating func addAgain(items: Int) {
    count(items)
    joints[Joint.unknown.rawValue] += 1
  }

  /// A page, or what comes next, may be of another list.
  mutating func mix() { isMixed = true }

  /// The run reads the list again, as a position had expired.
  mutating func restart(_ doubts: [PageWarning]) {
    isRestarted = true
    for doubt in doubts where !self.doubts.contains(where: { $0.kind == doubt.kind }) {
      self.doubt(doubt)
    }
  }

  /// The end was seen in a response after the last page, or on it. One that was verified stays so.
  mutating func reach(_ evidence: EndEvidence?) {
    if end?.kind != .verifiedByOverlap { end = evidence ?? end }
  }

  /// The tally where the last `left` items are not delivered yet: an end behind them is not reached.
  func without(_ left: Int) -> Tally {
    var tally = self
    tally.items = max(0, items - left)
    if left > 0 { tally.end = nil }
    return tally
  }

  /// The tally after this many items of the next page have been delivered.
  func with(items: Int) -> Tally { copy(of: self) { $0.count(items) } }

  /// The tally where it is not known what came before the next page.
  var broken: Tally { copy(of: self) { $0.joints[Joint.unknown.rawValue] += 1 } }

  func with(doubts: [PageWarning]) -> Tally {
    var tally = self
    tally.doubts = []
    for doubt in doubts { tally.doubt(doubt) }
    return tally
  }

  /// Notes a doubt; a later one of the same kind and path takes its place.
  mutating func doubt(_ warning: PageWarning) {
    doubts.removeAll { $0.isReplaced(by: warning) }
    doubts.append(warning)
  }

  // MARK: In checkpoints

  private static let flags: [(name: String, path: any WritableKeyPath<Tally, Bool> & Sendable)] = [
    ("cut", \.mayBeCut), ("more", \.speaksOfMore), ("unfollowed", \.isUnfollowed),
    ("mixed", \.isMixed), ("restarted", \.isRestarted), ("promise", \.last.promisesMore),
    ("others", \.last.hasOthers),
  ]

  /// The largest count; a larger number is not a count.
  static let countMax = 1 << 60

  var stored: JSONValue {
    var object: JSONObject = [
      "joints": .array(joints.map(JSONValue.integer)), "items": .integer(items),
      "again": .integer(duplicates), "sizes": sizes.stored,
    ]
    if let items = beginning.items { object["before"] = .integer(items) }
    if let pages = beginning.pages { object["pagesBefore"] = .integer(pages) }
    if let start = beginning.start { object["start"] = .object(start.json) }
    if let stored = totals.stored { object["totals"] = stored }
    if let end { object["end"] = end.stored }
    if let moreHint { object["hint"] = .string(moreHint.path.text) }
    for (name, path) in Tally.flags where self[keyPath: path] { object[name] = true }
    return .object(object)
  }

  /// Reads what a checkpoint has; nil where it is damaged.
  init?(stored: JSONValue, doubts: [PageWarning]) {
    let counts = 0...Tally.countMax
    let joints = (stored["joints"]?.arrayValue ?? []).compactMap(\.integerValue)
    guard joints.count == Joint.allCases.count, joints.allSatisfy(counts.contains),
      joints[Joint.first.rawValue] <= 1,
      let items = stored["items"]?.integer(in: counts),
      let duplicates = stored["again"]?.integer(in: counts)
    else { return nil }
    self.joints = joints.map { min($0, Tally.pagesMax) }
    self.items = items
    self.duplicates = duplicates
    self.doubts = doubts
    sizes = Sizes(stored: stored["sizes"])
    beginning = Beginning(
      items: stored["before"]?.integer(in: counts),
      pages: stored["pagesBefore"]?.integer(in: counts),
      start: stored["start"].flatMap(RunStart.init))
    totals = Totals(stored: stored["totals"])
    end = stored["end"].flatMap(EndEvidence.init)
    for (name, path) in Tally.flags { self[keyPath: path] = stored[name] == true }
    moreHint = stored["hint"]?.stringValue.flatMap { try? ValuePath($0) }.map { MoreHint(path: $0) }
  }

  /// The number of pages that a checkpoint may state.
  private static let pagesMax = 1 << 40
}

/// The place of a run's first page, where the list begins before it.
///
///     {"page":1999}    {"offset":99900}    {"token":true}
package enum RunStart: Sendable, Equatable {
  case page(Int)
  case offset(Int)
  case token

  /// As the wire and checkpoints have it.
  package var json: JSONObject {
    switch self {
    case .page(let page): ["page": .integer(page)]
    case .offset(let offset): ["offset": .integer(offset)]
    case .token: ["token": true]
    }
  }

  init?(_ json: JSONValue) {
    if let page = json["page"]?.integerValue {
      self = .page(page)
    } else if let offset = json["offset"]?.integerValue {
      self = .offset(offset)
    } else if json["token"] == true {
      self = .token
    } else {
      return nil
    }
  }
}
