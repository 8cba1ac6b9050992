import HTTP
import JSON
import Pagination
import Sessions
import TestInput

/// A walk over an API whose rows come and go while it is read, at once or in parts that continue in
/// the same session or at a checkpoint, with loads of single pages before them. Whatever is called `complete` with a proof has every row that was there from the
/// first to the last request, exactly once, so that pruning by it deletes nothing that is there;
/// with `counts`, unless a row went and another one came between the same two requests. Of a list
/// that stood still, `complete` means all of it.
struct MovingFuzzer: FuzzRunner {
  private(set) var findings = Findings()

  /// Requests and appointments that a walk may take.
  private static let stepsMax = 2_000
  /// Parts that a walk is done in.
  private static let partsMax = 60

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    var api = MovingAPI(&random)
    guard let document = try? JSONDocument(Array(api.open.utf8)),
      let object = document.value(document.root).objectValue
    else { throw FuzzFailure("no JSON: \(api.open)") }
    var fields = JSONFields(object)
    let settings: SessionSettings
    do throws(JSONFieldError) { settings = try SessionSettings(&fields) } catch {
      throw FuzzFailure("\(error) for \(api.open)")
    }
    var reading = Reading(
      movesPercent: random.pick([0, 15, 40]), log: [api.open],
      exactPercent: random.pick([40, 40, 100]))
    var place: (world: FuzzedWorld, session: Session)?
    defer { place?.world.end() }
    var checkpoint: String?
    let loadsPercent = random.pick([0, 0, 50])
    let otherPercent = random.pick([0, 0, 30])
    for _ in 0..<Self.partsMax {
      if place == nil || random.chance(60) {
        place?.world.end()
        let world = FuzzedWorld()
        let session = Session(
          id: "p", settings: settings, parameters: object, environment: world.environment)
        if let checkpoint {
          do throws(SessionError) { try session.resume(checkpoint) } catch {
            throw FuzzFailure("\(error) for its own checkpoint:\n" + reading.text)
          }
          reading.isContinued = true
        }
        place = (world, session)
      }
      guard let (world, session) = place else { continue }
      var last: SessionSnapshot?
      while random.chance(otherPercent) {
        guard try disturb(session, world, &api, &random, &reading) else {
          return findings.note("refused at a load")
        }
      }
      while random.chance(loadsPercent), last?.hasNextPage != false {
        last = try load(.next, session, world, &api, &random, &reading)
        if last == nil { return findings.note("refused at a load") }
      }
      if last?.hasNextPage != false, random.chance(loadsPercent) {
        session.checkpoint { [box = reading.checkpoint] in box.take($0) }
        checkpoint = reading.checkpoint.value
        reading.hasParts = true
        continue
      }
      let isWhole = random.chance(70)
      let order = WalkOrder(
        pagesMax: isWhole ? nil : random.pick([nil, 1 + random.below(3)]),
        itemsMax: isWhole ? nil : random.pick([nil, 1 + random.below(15)]),
        concurrency: random.pick([nil, 1, 3]), walk: walkSettings(&random, &reading), deliver: nil,
        report: nil)
      guard let summary = try walk(session, world, order, &api, &random, &reading) else {
        return findings.note("refused at a checkpoint")
      }
      if summary.verdict == .capped {
        checkpoint = summary.checkpoint
        reading.hasParts = true
        continue
      }
      let loops: [EndReason.Kind] = [
        .repeatedRequest, .repeatedResponse, .repeatedItems, .refused,
      ]
      let isLoop = summary.endReason.map { loops.contains($0.kind) } ?? false
      if summary.verdict == .suspect, summary.pages == 0, !isLoop, let last,
        last.hasNextPage == false
      {
        try expect(
          last.warnings.contains(where: \.isDoubt) || summary.duplicates > 0
            || summary.snapshot.warnings.contains { $0.kind == .moving },  // of an exact walk alone
          "nothing was said at the end of loads:\n" + reading.text)
        findings.note("suspect loads")
      }
      return try judge(summary, api, reading)
    }
    findings.note("walks without an end")
  }

  /// What came of the walk so far, and what has happened meanwhile.
  private struct Reading {
    let movesPercent: Int
    var log: [String]
    var delivered: [Int] = []
    /// The rows that have been there since the first response.
    var steady: Set<Int>?
    /// The rows that have gone or changed their places at any time.
    var gone: Set<Int> = []
    var hasMoved = false
    /// A row went and another one came between the same two requests, which no total shows; between
    /// two parts, it is not taken for a proof.
    var hasSwapped = false
    var hasInserted = false
    /// A response had counted its rows before they moved.
    var hasOldCounts = false
    /// Nothing but exact walks has read the list.
    var isExact = true
    let exactPercent: Int
    /// A checkpoint was taken up, and nothing has been requested since.
    var isContinued = false
    var requests = 0
    /// A walk has ended within a page.
    var isLimited = false
    /// Walks have ended before their list did; a later one knows the latest of their items only.
    var hasParts = false
    /// It did not begin with the first page.
    var isPartial = false
    let checkpoint = Box<String>()

    var text: String { log.joined(separator: "\n") }

    /// Begins again at another page.
    mutating func begin(isWhole: Bool) {
      (delivered, steady, hasMoved, hasSwapped, isPartial) = ([], nil, false, false, !isWhole)
    }

    /// Takes in an item of a page.
    mutating func take(_ index: Int, of content: PageContent) throws(FuzzFailure) {
      var bytes: [UInt8] = []
      content.appendItem(index, to: &bytes)
      let text = String(decoding: bytes, as: UTF8.self)
      guard let id = Int(text.filter(\.isNumber)) else {
        throw FuzzFailure("no item: " + text)
      }
      delivered.append(id)
    }
  }

  /// Does something between the parts; false: the API has refused a page.
  private func disturb(
    _ session: Session, _ world: FuzzedWorld, _ api: inout MovingAPI,
    _ random: inout SeededGenerator, _ reading: inout Reading
  ) throws(FuzzFailure) -> Bool {
    let current = session.snapshot().currentPage
    switch random.below(5) {
    case 0:
      let order = WindowOrder(
        start: random.below(40), count: 1 + random.below(20), loads: true, waits: true)
      reading.log.append("window \(order.start) \(order.count)")
      _ = try result(world, &api, &random, &reading) { session.window(order, completion: $0) }
    case 1:
      reading.log.append("refresh")
      _ = try result(world, &api, &random, &reading) {
        session.refresh(page: nil, completion: $0)
      }
    case 2:
      let pages = Box<[WalkPage]>()
      let order = WalkOrder(
        pagesMax: nil, itemsMax: nil, concurrency: random.pick([1, 3]),
        walk: walkSettings(&random, &reading),
        deliver: { page in pages.update { ($0 ?? []) + [page] } }, report: nil)
      let box = Box<Bool>()
      session.walk(order) { _ in box.take(true) }
      let most = reading.requests + random.below(4)
      try answer(
        world, until: { box.value != nil }, &api, &random, &reading, requestsMax: most)
      session.cancel()
      reading.log.append("cancelled walk of \(pages.value?.count ?? 0) pages")
      if pages.value != nil { (reading.isLimited, reading.isExact) = (false, false) }
      for page in pages.value ?? [] {
        for index in page.items { try reading.take(index, of: page.content) }
      }
    default:
      let isBack = current != nil && random.chance(50)
      let page = isBack ? (current ?? 0) - 1 : 1 + random.below(4)
      guard page >= 1, page != current, current != nil || reading.requests == 0 else { return true }
      if page - 1 == current, !reading.isLimited {
        return try load(.page(page), session, world, &api, &random, &reading) != nil
      }
      var other = reading
      other.begin(isWhole: page == 1)
      let isLoaded = try load(
        isBack ? .previous : .page(page), session, world, &api, &random, &other)
      if isLoaded == nil || session.snapshot().currentPage == current {
        reading.log = other.log
        reading.steady?.subtract(other.gone)
        reading.hasMoved = reading.hasMoved || other.hasMoved
        reading.hasSwapped = reading.hasSwapped || other.hasSwapped
      } else {
        reading = other
      }
    }
    return true
  }

  /// Loads a page; nil: it has failed.
  private func load(
    _ target: LoadTarget, _ session: Session, _ world: FuzzedWorld, _ api: inout MovingAPI,
    _ random: inout SeededGenerator, _ reading: inout Reading
  ) throws(FuzzFailure) -> SessionSnapshot? {
    let result = try result(world, &api, &random, &reading) {
      session.load(target, completion: $0)
    }
    switch result {
    case .success(let page):
      reading.isExact = false
      reading.log.append("loaded \(page.page): \(page.snapshot.warnings.map(\.kind.rawValue))")
      for index in page.items { try reading.take(index, of: page.content) }
      reading.isLimited = false
      return page.snapshot
    case .failure(let failure):
      reading.log.append("\(failure.error)")
      if case .noNextPage = failure.error { return failure.snapshot }
      return nil
    }
  }

  /// nil: the API has refused the first page of the walk.
  private func walk(
    _ session: Session, _ world: FuzzedWorld, _ order: WalkOrder, _ api: inout MovingAPI,
    _ random: inout SeededGenerator, _ reading: inout Reading
  ) throws(FuzzFailure) -> WalkSummary? {
    let result = try result(world, &api, &random, &reading) {
      session.walk(order, completion: $0)
    }
    let summary: WalkSummary
    do throws(LoadFailure) { summary = try result.get() } catch {
      if api.stray?.isGiven == true { return nil }
      if case .httpStatus(_, let status, _, _, _) = error.error,
        status == 400 || api.statesMore && status == 404
      {
        return nil  // of a page that the one before promised, and that is gone
      }
      throw FuzzFailure("\(error.error):\n" + reading.text)
    }
    for page in summary.items ?? [] {
      for index in page.items { try reading.take(index, of: page.content) }
    }
    if let last = summary.items?.last {
      reading.isLimited = last.items.upperBound < last.content.count
    }
    reading.log.append(
      "\(summary.itemCount) items, \(summary.verdict), \(summary.proof?.rawValue ?? "-"), "
        + "\(summary.endReason?.kind.rawValue ?? "-")")
    return summary
  }

  /// What a call is completed with, once its requests have been answered.
  private func result<Value: Sendable>(
    _ world: FuzzedWorld, _ api: inout MovingAPI, _ random: inout SeededGenerator,
    _ reading: inout Reading, of begin: (@escaping @Sendable (Value) -> Void) -> Int
  ) throws(FuzzFailure) -> Value {
    let box = Box<Value>()
    _ = begin { box.take($0) }
    try answer(world, until: { box.value != nil }, &api, &random, &reading)
    guard let value = box.value else { throw FuzzFailure("no end:\n" + reading.text) }
    return value
  }

  /// Answers requests, among which rows come and go, until what was asked for is there.
  private func answer(
    _ world: FuzzedWorld, until isOver: () -> Bool, _ api: inout MovingAPI,
    _ random: inout SeededGenerator, _ reading: inout Reading, requestsMax: Int = .max
  ) throws(FuzzFailure) {
    for _ in 0..<Self.stepsMax where !isOver() && reading.requests < requestsMax {
      var transfers = world.client.takeWaiting()
      if transfers.isEmpty {
        guard world.advance() else { break }
        continue
      }
      let transfer = transfers.remove(at: random.below(transfers.count))
      world.client.requeue(transfers)
      if reading.requests > 0, random.chance(reading.movesPercent) {
        let change = api.move(&random)
        reading.hasMoved = true
        if api.isCounted { reading.hasOldCounts = true }
        if change.inserted > 0 { reading.hasInserted = true }
        let isSwap = change.inserted > 0 && !change.removed.isEmpty
        // Where pages lack the total, none may show what happens between two that have it.
        if isSwap && !reading.isContinued || api.skipsTotal { reading.hasSwapped = true }
        reading.steady?.subtract(change.removed)
        reading.gone.formUnion(change.removed)
        // A page that was read ahead and is not wanted shows nothing.
        if api.pagesAhead > 0, reading.hasInserted, !reading.gone.isEmpty {
          reading.hasSwapped = true
        }
        reading.log.append("\(change.inserted) come, \(change.removed.sorted()) go")
      }
      reading.isContinued = false
      reading.requests += 1
      if reading.steady == nil { reading.steady = api.list.shown }
      let response = api.response(to: transfer.url)
      reading.log.append(
        "\(transfer.url): \(response.status.code) " + String(decoding: response.body, as: UTF8.self)
      )
      api.stand()
      transfer.finish(.success(response))
    }
  }

  /// How a walk reads a list that moves.
  private func walkSettings(
    _ random: inout SeededGenerator, _ reading: inout Reading
  ) -> WalkSettings {
    let isExact = random.chance(reading.exactPercent)
    let passesMax = random.pick([nil, nil, nil, 1, 2])
    if !isExact || passesMax == 1 { reading.isExact = false }
    return WalkSettings(isExact: isExact ? true : nil, passesMax: passesMax)
  }

  private mutating func judge(
    _ summary: WalkSummary, _ api: MovingAPI, _ reading: Reading
  ) throws(FuzzFailure) {
    let proof = summary.proof.map(\.rawValue) ?? "-"
    findings.note(
      summary.verdict == .complete
        ? "\(proof)\(reading.hasMoved ? " moved" : "")" : "\(summary.verdict)")
    guard summary.verdict == .complete else { return }
    if reading.isPartial {
      let isModest = summary.proof == nil || summary.proof == .end
      try expect(isModest, "proof \(proof) of a part:\n" + reading.text)
      guard !reading.hasMoved, !api.hides, let last = reading.delivered.last else { return }
      return try expect(
        last == api.list.rows.last?.id, "a part is complete before the end:\n" + reading.text)
    }
    guard proves(summary.proof, api, reading) else { return }
    let delivered = Set(reading.delivered)
    let lost = (reading.steady ?? []).subtracting(delivered)
    try expect(lost.isEmpty, "complete, proof \(proof), without \(lost.sorted()):\n" + reading.text)
    try expect(
      delivered.count == reading.delivered.count || reading.hasParts && reading.hasMoved,
      "complete, proof \(proof), with items twice: \(reading.delivered)\n" + reading.text)
  }

  /// Whether the proof promises every row that was there all the time, once. Where rows change their
  /// places, an item that overlaps may be one that moved.
  private func proves(_ proof: WalkProof?, _ api: MovingAPI, _ reading: Reading) -> Bool {
    if !reading.hasMoved, !api.hides { return true }
    switch proof {
    case .passes: return !api.sortsAnew && !api.hides
    case .overlap: return !api.sortsAnew && (reading.isExact || !reading.hasOldCounts)
    case .single: return !reading.hasOldCounts
    case .chain: return api.paging == .tokenOfRow || api.paging == .linkOfRow
    case .counts: return !reading.hasSwapped && !reading.hasOldCounts
    case .end: return reading.isExact && !api.hides && !api.sortsAnew
    case nil: return false
    }
  }
}
