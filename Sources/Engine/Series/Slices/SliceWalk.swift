import JSON
import Pagination
import Sessions

/// The decisions of a sliced walk: the next range, whether it fits, and the verdict on the whole.
///
/// Invariant: the first of `begun` is the range whose pages are delivered, and the ranges of `begun`
/// and `pending` together, in this order, are what is left of the whole.
struct SliceWalk: Sendable {
  /// The kind of walk that the first page of the whole range calls for.
  enum Mode: String {
    case unasked
    /// The ceiling is not reached: an ordinary walk.
    case whole
    case halves
    /// There are no totals.
    case steps
  }

  /// The state of the part that is being delivered.
  private struct Current {
    /// Items that the API sent, doubles included.
    var received = 0
    /// Those that were not there before.
    var fresh = 0
    /// The position of the last item; nil if unknown.
    var last: Int?
    /// True when the items so far ascend.
    var ascends = true
  }

  /// The number of slices that are too dense and reported one by one.
  private static let denseToldMax = 100

  let params: SliceParams
  let ceiling: Int
  let requests: RequestCount
  private(set) var mode = Mode.unasked
  /// The total that the API states of the whole range, if that is exact.
  private var total: Int?
  /// The exact total of the whole range; nil: it is not known, or was cut to the ceiling.
  var promise: Int? { isCut && items.count > ceiling ? nil : total }
  /// The least number of items in the whole range.
  private var least = 0
  private var begun: [SliceRange] = []
  private var pending: [SliceRange]
  private var items: DistinctItems
  private var current = Current()
  /// Slices that are done, those of them that are too dense, and what they have together; `pair`:
  /// what the two steps of the pair that was halved last have.
  private var counts = (slices: 0, dense: 0, stated: 0, pair: 0)
  private(set) var warnings: [PageWarning] = []
  /// The result of an ordinary walk that has ended.
  private(set) var ordinary: WalkSummary?
  /// The first of the smallest slices that is as long as the ceiling, where totals may be cut to it.
  private var full: Int?

  init(
    _ params: SliceParams, ceiling: Int, identity: [JSONPath],
    requests: RequestCount = RequestCount()
  ) {
    self.params = params
    self.ceiling = ceiling
    self.requests = requests
    items = DistinctItems(identity)
    pending = [SliceRange(from: params.from, to: params.to)]
  }

  /// True when no range is left to begin.
  var isEmpty: Bool { pending.isEmpty }

  /// True when pages belong to slices.
  var isSliced: Bool { mode != .whole }

  /// True when totals may be cut to the ceiling: that of the whole range is as long.
  private var isCut: Bool { total == ceiling }

  // MARK: Ranges

  /// The next range, which counts as begun; nil if there is none, or if it is not known yet.
  mutating func next() -> SliceRange? {
    if !pending.isEmpty { ordinary = nil }
    while var range = pending.first {
      pending.removeFirst()
      if range.kind == .rest {
        if counts.pair >= range.stated ?? 0 {
          skipPair(upTo: range.to)
          continue
        }
        range.kind = .dense
      } else if range.kind == .unknown, range.atLeast > ceiling, range.to - range.from > 1 {
        // No request is needed: its left neighbour has shown that it is too long.
        pending.insert(contentsOf: range.halves(range.atLeast), at: 0)
        continue
      }
      begun.append(range)
      return range
    }
    return nil
  }

  /// Both steps of a pair were walked, the second one by itself: it need not come again.
  private mutating func skipPair(upTo step: Int) {
    guard params.scale.isDiscrete, let next = pending.first, next.from == step,
      next.kind == .unknown
    else { return }
    if next.to == step {
      pending.removeFirst()
    } else {
      pending[0].from += 1
      pending[0].parentTotal = nil
      pending[0].atLeast = 0
    }
  }

  /// Decides on the range that was begun last by what its first page states. nil: it is halved, or
  /// of no use.
  mutating func judge(_ counts: SessionSnapshot.Counts) -> SliceRange? {
    guard var range = begun.popLast() else { return nil }
    let stated = (counts.objectCount ?? counts.objectCountMin).map { min($0, SliceRange.countMax) }
    // A total that is as long as the ceiling may have been cut to it: parts tell.
    let mayBeCut = (mode == .unasked || isCut) && range.to > range.from
    let isOver =
      counts.objectCount.map { $0 > ceiling || mayBeCut && $0 == ceiling }
      ?? counts.objectCountMin.map { $0 >= ceiling } ?? false
    if mode == .unasked {
      (total, least) = (counts.objectCount, stated ?? 0)
      mode = stated == nil ? .steps : isOver ? .halves : .whole
    }
    range.stated = stated
    if let total = range.parentTotal, let stated, pending.first?.from == range.to {
      pending[0].atLeast = max(0, total - stated)
    }
    if isOver, range.to > range.from {
      let halves = range.halves(stated ?? 0)
      if halves.count > 2 { self.counts.pair = 0 }
      pending.insert(contentsOf: halves, at: 0)
      return nil
    }
    if range.from == range.to { self.counts.pair += stated ?? 0 }
    if mode == .halves, isIgnored(stated ?? 0) {
      warn(.rangeIgnored(stated: stated ?? 0))
      pending = []
      return nil
    }
    range.kind = isOver ? .dense : mode == .steps ? .step : mode == .whole ? .whole : .part
    begun.append(range)
    return range
  }

  /// True when the slices have too many items, that of the next one included: each item is in at most
  /// two slices. Where the total is a lower bound, the items that came count.
  private func isIgnored(_ stated: Int) -> Bool {
    guard total != nil, !isCut else { return counts.stated > 2 * max(least, items.count) }
    let sum = begun.reduce(counts.stated) { $0 + ($1.stated ?? 0) }
    return sum > least && sum + stated > 2 * least
  }

  /// Puts the begun ranges back to be walked later. With `keepsFirst`, the walk continues inside
  /// the first.
  mutating func requeue(keepsFirst: Bool) {
    for index in begun.indices where index > 0 || !keepsFirst {
      let range = begun[index]
      guard range.kind != .step || mode != .steps || counts.slices == 0 else { continue }
      if range.from == range.to { counts.pair -= range.stated ?? 0 }
      if range.kind == .dense, range.from < range.to {
        begun[index].kind = .rest
        continue
      }
      begun[index].kind = .unknown
      begun[index].stated = nil
      if mode != .halves { mode = .unasked }
    }
    if !keepsFirst { current = Current() }
    pending = begun + pending
    begun = []
  }

  // MARK: Pages

  /// Removes duplicates from a page of the first range.
  mutating func take(_ page: WalkPage, room: Int?) -> DistinctItems.Taken {
    let before = items.count
    let (params, hasSteps) = (params, mode == .steps)
    var now = current
    let taken = items.take(page, room: room) { document, item in
      document.resolve(params.by, from: item).flatMap {
        params.scale.position(of: document.value($0))
      }
    } note: { position in
      now.received += 1
      if hasSteps {
        if position ?? Int.min < now.last ?? Int.min || position == nil { now.ascends = false }
        now.last = position ?? now.last
      }
    }
    now.fresh += items.count - before
    current = now
    return taken
  }

  // MARK: Ends

  /// Ends the first range and returns its verdict and proof; nil if what comes next decides them.
  mutating func conclude(_ summary: WalkSummary) -> (verdict: Verdict, proof: WalkProof?)? {
    guard let range = begun.first else { return nil }
    leave(range)
    defer { current = Current() }
    for warning in summary.snapshot.warnings { warn(warning) }
    let isAtCeiling = summary.endReason?.kind == .ceiling
    switch range.kind {
    case .whole, .unknown, .rest: ordinary = summary
    case .step:
      if isAtCeiling { return step(after: range) }
      if counts.slices == 1 {
        mode = .whole
        ordinary = summary
      }
    case .part where isAtCeiling && current.received < range.stated ?? Int.max, .dense:
      tooDense(range.from, range.to, range.stated)
      return (.suspect, nil)
    case .part where isCut && range.stated == ceiling && range.from == range.to:
      guard items.count == ceiling else {
        tooDense(range.from, range.to, nil)
        return (.suspect, nil)
      }
      full = range.from
      return (.complete, .counts)
    case .part:
      // A part that is as long as the ceiling is all there.
      if isAtCeiling { return (.complete, .counts) }
    }
    return (summary.verdict, summary.proof)
  }

  /// True when a part that no other follows has broken off. It continues there later, as an
  /// ordinary walk does.
  mutating func endsEarly(_ summary: WalkSummary) -> Bool {
    guard mode == .whole || mode == .steps, summary.verdict == .partial else { return false }
    ordinary = summary
    pending = begun
    begun = []
    return true
  }

  /// The first range has failed.
  mutating func fail() {
    if let range = begun.first { leave(range) }
    current = Current()
  }

  private mutating func leave(_ range: SliceRange) {
    begun.removeFirst()
    counts.slices += 1
    counts.stated = min(counts.stated + (range.stated ?? 0), SliceRange.countMax)
    if let next = begun.first ?? pending.first { items.forget(before: next.from - 1) }
  }

  /// Continues from the last item of a step that has reached the ceiling.
  private mutating func step(after range: SliceRange) -> (verdict: Verdict, proof: WalkProof?)? {
    guard current.ascends, let last = current.last, last <= range.to else {
      warn(.slicesUnordered(params.by.description))
      return (.suspect, nil)
    }
    guard current.fresh > 0, last > range.from else {
      tooDense(range.from, max(range.from, last), nil)
      return (.suspect, nil)
    }
    pending = [SliceRange(from: last, to: range.to, kind: .step)]
    items.forget(before: last - 1)
    return nil
  }

  private mutating func tooDense(_ from: Int, _ to: Int, _ stated: Int?) {
    counts.dense += 1
    guard counts.dense <= SliceWalk.denseToldMax else { return }
    let scale = params.scale
    warnings.append(.sliceTooDense(from: scale.bound(from), to: scale.bound(to), stated: stated))
  }

  private mutating func warn(_ warning: PageWarning) {
    warnings.removeAll { $0.isReplaced(by: warning) }
    warnings.append(warning)
  }

  /// Returns the verdict and proof of the walk, given those of its parts. `isOver`: no limit ended
  /// it.
  mutating func verdict(
    _ verdict: Verdict, _ proof: WalkProof?, isOver: Bool
  ) -> (Verdict, WalkProof?) {
    if let ordinary { return (ordinary.verdict, ordinary.proof) }
    guard mode == .halves || mode == .steps, isOver, verdict == .complete || verdict == .suspect
    else { return (verdict, proof) }
    if promise == nil, isCut, let full { tooDense(full, full, nil) }
    if promise.map({ $0 != items.count }) ?? (items.count < least) {
      warn(.itemCountMismatch(stated: promise ?? least, found: items.count))
    }
    guard verdict == .complete, !warnings.contains(where: \.isDoubtOfSlices) else {
      return (.suspect, nil)
    }
    return (.complete, mode == .steps ? nil : promise == nil ? proof : .counts)
  }

  /// A state with what is known of the range.
  func shown(in snapshot: SessionSnapshot) -> SessionSnapshot {
    if let ordinary { return ordinary.snapshot }
    var snapshot = snapshot
    snapshot.counts.objectCount = promise
    snapshot.counts.objectCountMin = promise == nil && least > 0 ? least : nil
    snapshot.warnings += warnings
    return snapshot
  }

  /// Forgets all that was walked.
  mutating func reset() { self = SliceWalk(params, ceiling: ceiling, identity: items.identity) }

  /// The counts of the walk; nil if the ceiling was not reached.
  var summary: SliceCounts? {
    mode == .halves || mode == .steps
      ? SliceCounts(count: counts.slices, dense: counts.dense, requests: requests.value) : nil
  }

  // MARK: Checkpoints

  /// `isInside`: the first range has been delivered in part.
  func stored(isInside: Bool) -> JSONValue {
    var copy = self
    copy.requeue(keepsFirst: isInside)
    let first = copy.pending.first
    var object: JSONObject = [
      "scale": params.scale.bound(params.from), "mode": .string(copy.mode.rawValue),
      "promise": total.map(JSONValue.integer) ?? .null, "least": .integer(least),
      "ranges": .array(copy.pending.map(\.json)), "items": .integer(items.count),
      "counts": [
        .integer(counts.slices), .integer(counts.dense), .integer(counts.stated),
        .integer(copy.counts.pair), .integer(requests.value), .integer(copy.current.received),
        .integer(copy.current.fresh),
      ],
      "recent": items.stored(near: [first?.from, first?.to, copy.current.last].compactMap(\.self)),
      "inside": .boolean(isInside),
    ]
    if let last = copy.current.last { object["last"] = .integer(last) }
    if !copy.current.ascends { object["ascends"] = false }
    if let full { object["full"] = .integer(full) }
    return .object(object)
  }

  /// Continues at a checkpoint; nil where it is that of other slices.
  func restored(_ stored: JSONValue) -> SliceWalk? {
    let bounds = params.from...max(params.to, params.from)
    let values = (stored["counts"]?.arrayValue ?? []).compactMap(\.integerValue)
    let limit = 0...SliceRange.countMax
    guard stored["scale"] == params.scale.bound(params.from),
      let mode = stored["mode"]?.stringValue.flatMap(Mode.init),
      values.count == 7, values.allSatisfy(limit.contains),
      let least = stored["least"]?.integer(in: limit),
      let count = stored["items"]?.integer(in: limit),
      let ranges = stored["ranges"]?.arrayValue
    else { return nil }
    var walk = SliceWalk(
      params, ceiling: ceiling, identity: items.identity, requests: RequestCount(values[4]))
    walk.pending = ranges.compactMap { SliceRange($0, in: bounds) }
    guard walk.pending.count == ranges.count, ranges.count <= SliceWalk.rangesMax else {
      return nil
    }
    walk.mode = mode
    walk.total = stored["promise"]?.integer(in: limit)
    walk.least = least
    walk.counts = (values[0], values[1], values[2], values[3])
    walk.current.received = values[5]
    walk.current.fresh = values[6]
    walk.current.last = stored["last"]?.integerValue
    walk.current.ascends = stored["ascends"] != false
    walk.full = stored["full"]?.integer(in: bounds)
    walk.items.restore(stored["recent"]?.arrayValue ?? [], count: count)
    return walk
  }

  /// A checkpoint has no more ranges than this: those that were begun, and two for each halving.
  private static let rangesMax = 1_024
}

extension PageWarning {
  /// True when a sliced walk may lack items although its parts are complete.
  fileprivate var isDoubtOfSlices: Bool {
    switch self {
    case .rangeIgnored, .sliceTooDense, .itemCountMismatch, .slicesUnordered: true
    default: false
    }
  }
}
