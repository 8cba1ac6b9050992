import Pagination

/// The way in which a page that is delivered is known to follow the page delivered before it.
///
///     GET /a                     first        at the list's own beginning, nothing before it
///     GET /a?after=b7f3          named        the page before named this position, which counts nothing
///     GET /a?offset=9            overlapped   it begins with the last item delivered
///     GET /a?page=2              counted      the number behind what was delivered; nothing verified
///     GET /a?page=7, after 2     unknown      and anything else
enum Joint: Int, CaseIterable, Sendable {
  case first, named, overlapped, counted, unknown

  /// The joint between a page and the one that was delivered before it; `last`: nil for the first
  /// page of a run. `isListStart`: the request is the one that the list itself begins with.
  init(of page: borrowing Page, after last: DeliveredPage?, isListStart: Bool) {
    guard !page.source.hasOwnParameters else {
      self = .unknown
      return
    }
    switch page.continuity {
    case .verified: self = .overlapped
    case .unverified: self = .unknown
    case nil:
      guard let last else {
        self = isListStart ? .first : .unknown
        return
      }
      self = Joint.follows(page, last) ? last.isNamed ? .named : .counted : .unknown
      // Rows may have moved since, however long that was.
      if self == .counted, last.isOfCheckpoint { self = .unknown }
    }
  }

  /// True when a page was requested at the position the page before led to, or right after the
  /// items of that page.
  private static func follows(_ page: Page, _ last: DeliveredPage) -> Bool {
    if page.requested.overlaps { return last.end.map { page.requested.offset <= $0 } ?? false }
    switch last.next {
    case .position(let position): return position == page.requested.position
    case .none, .broken: return false
    case .unsaid: return page.requested.position == .computed && last.end(before: page) == nil
    }
  }
}

/// The target of a position: nothing that it names, as it counts; a state, which may hide a count; or a row of
/// the page that leads to it.
enum NamedTarget: Sendable {
  case nothing, state, row
}

/// The page that was delivered last, which the next page is compared with.
struct DeliveredPage: Sendable {
  /// As it was requested; nil: before a checkpoint.
  let requested: RequestedPage?
  let stated: StatedCounts
  /// Items that the API sent.
  let received: Int
  /// The place of the next page, as this page states it.
  var next: Neighbours.Next
  /// The target that it is seen to name.
  private(set) var target = NamedTarget.nothing
  /// The index right after it; nil: before a checkpoint that does not say it.
  let end: Int?
  /// The digest of the items' bytes; nil: before a checkpoint.
  let items: UInt64?
  /// The evidence that it follows the page before; nil: before a checkpoint.
  let joint: Joint?
  /// The number of items that it added to the run, those recovered next to it included.
  var added: Int
  /// The offset at which the run continues, where a window has moved the grid since; nil: none has.
  var resumesAt: Int?

  var isOfCheckpoint: Bool { joint == nil }
  var isNamed: Bool { target != .nothing }

  /// The page as it was delivered. `received`: items of the run, those of the page included; `hasTotal`: pages
  /// have stated one.
  init(_ page: borrowing Page, received: Int, joint: Joint?, hasTotal: Bool) {
    self.joint = joint
    added = page.received
    requested = page.requested
    stated = page.reading.counts
    self.received = page.received
    end = page.requested.offset.plus(page.reading.overlap + page.received)
    next = page.reading.neighbours.next
    items = page.trace.items
    if case .position(let position) = next {
      let step = PositionStep(from: page, to: position, received: received)
      if step.isNamed { target = hasTotal && step.namesLastItem ? .row : .state }
    }
  }

  init(before checkpoint: Checkpoint) {
    requested = nil
    stated = StatedCounts()
    received = 0
    end = checkpoint.exact?.end
    items = nil
    joint = nil
    added = 0
    target = checkpoint.target
    next = checkpoint.position == .computed ? .unsaid : .position(checkpoint.position)
  }

  /// The index right after the page, where a page was requested beyond it; nil: it was not.
  func end(before page: Page) -> Int? {
    guard let requested, page.requested.position == .computed, page.continuity == nil,
      !requested.position.isNamed
    else { return nil }
    // The page has the size that only the page before has told: its offset was counted in others.
    let isNext = page.requested.page == requested.page + 1
    if isNext, requested.perPage != page.requested.perPage,
      (stated.perPage ?? received) == page.requested.perPage
    {
      return nil
    }
    let end = max(requested.offset.plus(requested.perPage), self.end ?? 0)
    return page.requested.offset > end ? end : nil
  }
}
