import HTTP
import JSON
import Pagination
import Sessions
import TestInput

/// Calls in any order on a list that stands still, under `auto`, over an API whose dialect nothing
/// names: bounded walks, loads, windows, refreshes, other settings, checkpoints in other sessions,
/// walks that are cancelled, windows beside them, requests that fail. `complete` means that loads and walks together
/// have delivered each item once, in order; a window has each item at its index.
struct SequenceFuzzer: FuzzRunner {
  private(set) var findings = Findings()

  private static let callsMax = 14
  /// Responses and appointments that a call may take.
  private static let stepsMax = 5_000

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    var list = try SequencedList(&random)
    defer { list.world.end() }
    try list.open(nil)
    for call in 0... {
      let isLast = call >= Self.callsMax
      switch isLast ? 0 : random.below(14) {
      case 0:
        if try walk(&list, &random, isWhole: true) { return }
        if isLast { return findings.note("no end") }
      case 1, 2, 3: if try walk(&list, &random, isWhole: false) { return }
      case 4, 5: try load(&list, &random)
      case 6, 7: try window(&list, &random)
      case 8:
        list.log.append("refresh")
        let box = Box<Bool>()
        list.session.refresh(page: nil) { _ in box.take(true) }
        try answer(&list, until: { box.value != nil }, &random)
      case 9: try cancelled(&list, &random)
      case 10: try configure(&list, &random)
      case 11: try lookBeside(&list, &random)
      case 12:
        list.log.append("reset")
        list.session.reset()
        list.begin()
      default:
        let box = Box<String>()
        list.session.checkpoint { box.take($0) }
        list.log.append("another session, at \(box.value ?? "-")")
        try list.open(box.value)
      }
    }
  }

  /// Whether all is done.
  private mutating func walk(
    _ list: inout SequencedList, _ random: inout SeededGenerator, isWhole: Bool
  ) throws(FuzzFailure) -> Bool {
    let pages = random.chance(50) ? Box<[WalkPage]>() : nil
    let isExact = random.chance(25)
    let order = WalkOrder(
      pagesMax: isWhole ? nil : random.pick([nil, 1 + random.below(3)]),
      itemsMax: isWhole ? nil : random.pick([nil, 1 + random.below(30)]),
      concurrency: random.pick([nil, 1, 3]), walk: WalkSettings(isExact: isExact ? true : nil),
      deliver: pages.map(Self.keep))
    list.log.append(
      "walk \(order.pagesMax ?? -1) \(order.itemsMax ?? -1)"
        + (isExact ? " exact" : ""))
    let box = Box<Result<WalkSummary, LoadFailure>>()
    list.session.walk(order) { box.take($0) }
    try answer(&list, until: { box.value != nil }, &random)
    switch box.value {
    case nil: throw FuzzFailure("no end:\n" + list.text)
    case .failure(let failure)?:
      list.log.append("\(failure.error)")
      for page in pages?.value ?? [] { try list.take(page.content, page.items) }
      findings.note("refused walks")
      return false
    case .success(let summary)?:
      list.log.append(
        "\(summary.itemCount) items, \(summary.verdict), \(summary.proof?.rawValue ?? "-"), "
          + "\(summary.endReason?.kind.rawValue ?? "-"), \(summary.snapshot.warnings.map(\.kind.rawValue))"
      )
      for page in summary.items ?? pages?.value ?? [] { try list.take(page.content, page.items) }
      guard summary.verdict == .complete else {
        guard summary.verdict == .suspect else { return false }
        let isWhole = list.delivered == list.api.count
        findings.note(
          "suspect" + (isWhole ? " and whole" : "") + (list.isOutOfOrder ? " and out of order" : "")
        )
        return true
      }
      findings.note("complete")
      try expect(
        list.delivered == list.api.count && !list.isOutOfOrder,
        "\(list.delivered) of \(list.api.count) items are complete:\n" + list.text)
      return true
    }
  }

  private func load(
    _ list: inout SequencedList, _ random: inout SeededGenerator
  ) throws(FuzzFailure) {
    list.log.append("load next")
    let box = Box<Result<LoadedPage, LoadFailure>>()
    list.session.load(.next) { box.take($0) }
    try answer(&list, until: { box.value != nil }, &random)
    switch box.value {
    case nil: throw FuzzFailure("no end:\n" + list.text)
    case .failure(let failure)?: list.log.append("\(failure.error)")
    case .success(let page)?: try list.take(page.content, page.items)
    }
  }

  private func window(
    _ list: inout SequencedList, _ random: inout SeededGenerator
  ) throws(FuzzFailure) {
    let order = WindowOrder(
      start: random.below(random.pick([5, 40, list.api.count + 5])), count: 1 + random.below(20),
      loads: random.chance(90), waits: random.chance(90))
    list.log.append("window \(order.start) \(order.count)")
    let box = Box<Result<WindowView, LoadFailure>>()
    list.session.window(order) { box.take($0) }
    try answer(&list, until: { box.value != nil }, &random)
    switch box.value {
    case nil: throw FuzzFailure("no end:\n" + list.text)
    case .failure(let failure)?: list.log.append("\(failure.error)")
    case .success(let view)?:
      let isDoubted = list.isStray || list.api.beginsAtOne || !view.snapshot.warnings.isEmpty
      var index = view.start
      for slot in view.slots {
        guard case .items(let content, let range) = slot else {
          index += 1
          continue
        }
        for item in range {
          let id = try SequencedList.id(content, item)
          try expect(
            id == index || isDoubted || index >= list.api.count,
            "item \(id) at index \(index) of a window:\n" + list.text)
          index += 1
        }
      }
    }
  }

  /// A walk that is cancelled before its end; the pages that it has delivered count.
  private func cancelled(
    _ list: inout SequencedList, _ random: inout SeededGenerator
  ) throws(FuzzFailure) {
    let pages = Box<[WalkPage]>()
    let isOver = Box<Bool>()
    let order = WalkOrder(
      concurrency: random.pick([1, 3]), walk: WalkSettings(isExact: random.chance(25) ? true : nil),
      deliver: Self.keep(pages))
    list.session.walk(order) { _ in isOver.take(true) }
    try answer(
      &list, until: { isOver.value != nil }, &random, requestsMax: random.below(6))
    list.session.cancel()
    list.log.append("cancelled walk of \(pages.value?.count ?? 0) pages")
    for page in pages.value ?? [] { try list.take(page.content, page.items) }
  }

  private static func keep(_ pages: Box<[WalkPage]>) -> @Sendable (WalkPage) -> Void {
    { page in pages.update { ($0 ?? []) + [page] } }
  }

  /// A window that opens before a load, or while it runs, one of which may be cancelled: both end.
  private func lookBeside(
    _ list: inout SequencedList, _ random: inout SeededGenerator
  ) throws(FuzzFailure) {
    let (loaded, shown) = (Box<Result<LoadedPage, LoadFailure>>(), Box<Bool>())
    let order = WindowOrder(
      start: random.below(40), count: 1 + random.below(20), loads: true, waits: random.chance(80))
    let steps = (before: random.below(3), between: random.below(3))
    let isFirst = random.chance(50)
    var ids: [Int] = []
    for isWindow in [isFirst, !isFirst] {
      if isWindow {
        list.log.append("look \(order.start) \(order.count)")
        ids.append(list.session.window(order) { _ in shown.take(true) })
      } else {
        list.log.append("load next")
        ids.append(list.session.load(.next) { loaded.take($0) })
      }
      try answer(&list, until: { false }, &random, requestsMax: steps.before)
    }
    if random.chance(40) {
      list.log.append("cancel one")
      list.session.cancel(load: random.pick(ids))
    }
    try answer(&list, until: { loaded.value != nil && shown.value != nil }, &random)
    guard let result = loaded.value, shown.value != nil else {
      throw FuzzFailure("no end:\n" + list.text)
    }
    switch result {
    case .failure(let failure): list.log.append("\(failure.error)")
    case .success(let page): try list.take(page.content, page.items)
    }
  }

  /// Settings that change nothing of what the list is.
  private func configure(
    _ list: inout SequencedList, _ random: inout SeededGenerator
  ) throws(FuzzFailure) {
    var params = list.params
    var isResized = false
    switch random.below(4) {
    case 3:
      let size = random.pick([4, 9, 30])
      isResized = params["perPage"]?.integerValue != size
      params = params.setting(["perPage"], to: .integer(size))
    case 0:
      let headers: JSONObject = ["X-A": .string("\(random.below(10))")]
      params = params.setting(["headers"], to: .object(headers))
    case 1:
      params = params.setting(
        ["fetching", "concurrency"], to: .integer(1 + random.below(4)))
    default: params = params.setting(["identity"], to: .string("id"))
    }
    list.log.append("configure \(params)")
    list.session.configure(try SequencedList.settings(params), parameters: params)
    list.params = params
    if isResized { list.begin() }
  }

  /// Answers requests until what was asked for is there.
  private func answer(
    _ list: inout SequencedList, until isOver: () -> Bool, _ random: inout SeededGenerator,
    requestsMax: Int = .max
  ) throws(FuzzFailure) {
    var requests = 0
    for _ in 0..<Self.stepsMax where !isOver() && requests < requestsMax {
      var transfers = list.world.client.takeWaiting()
      if transfers.isEmpty {
        guard list.world.advance() else { break }
        continue
      }
      let transfer = transfers.remove(at: random.below(transfers.count))
      list.world.client.requeue(transfers)
      requests += 1
      transfer.finish(list.result(of: transfer.url))
    }
  }
}

/// The list of a sequence of calls, and what they have delivered.
private struct SequencedList {
  let api: DialectAPI
  /// The params in force.
  var params: JSONObject
  var world = FuzzedWorld()
  var session: Session
  var log: [String] = []
  /// The number of items that have been delivered, from the first one on.
  private(set) var delivered = 0
  /// An item has come that was not the next one.
  private(set) var isOutOfOrder = false
  private var stray: StrayResponse?
  /// A response that was no page may have been taken for one.
  var isStray: Bool { stray?.isGiven == true }
  /// Requests until one fails, and those that fail then.
  private var failsAfter: Int?
  private var failsCount: Int

  init(_ random: inout SeededGenerator) throws(FuzzFailure) {
    api = DialectAPI(&random, misleads: true)
    params = api.open
    stray = random.chance(15) ? StrayResponse(&random, api) : nil
    failsAfter = random.chance(30) ? random.below(8) : nil
    failsCount = 1 + random.below(3)
    if random.chance(50) { params = params.setting(["fetching", "retries"], to: .integer(0)) }
    session = Session(
      id: "p", settings: try Self.settings(params), parameters: params,
      environment: world.environment)
  }

  /// Nothing counts as delivered: the list begins again.
  mutating func begin() { (delivered, isOutOfOrder) = (0, false) }

  var text: String { log.joined(separator: "\n") }

  static func settings(_ params: JSONObject) throws(FuzzFailure) -> SessionSettings {
    var fields = JSONFields(params)
    do throws(JSONFieldError) { return try SessionSettings(&fields) } catch {
      throw FuzzFailure("\(error) for \(params)")
    }
  }

  /// Goes on in another session, at a checkpoint.
  mutating func open(_ checkpoint: String?) throws(FuzzFailure) {
    world.end()
    world = FuzzedWorld()
    session = Session(
      id: "p", settings: try Self.settings(params), parameters: params,
      environment: world.environment)
    guard let checkpoint else { return }
    do throws(SessionError) { try session.resume(checkpoint) } catch {
      throw FuzzFailure("\(error) for its own checkpoint:\n" + text)
    }
  }

  /// Takes in items that a load or a walk has delivered.
  mutating func take(_ content: PageContent, _ items: Range<Int>) throws(FuzzFailure) {
    let ids = try items.map { index throws(FuzzFailure) in try Self.id(content, index) }
    log.append("\(ids)")
    for id in ids {
      if id == delivered { delivered += 1 } else { isOutOfOrder = true }
    }
  }

  /// The number of an item.
  static func id(_ content: PageContent, _ index: Int) throws(FuzzFailure) -> Int {
    var bytes: [UInt8] = []
    content.appendItem(index, to: &bytes)
    guard let document = try? JSONDocument(bytes),
      let id = document.value(document.root).objectValue?["id"]?.integerValue
    else { throw FuzzFailure("no item: " + String(decoding: bytes, as: UTF8.self)) }
    return id
  }

  /// What a request gets.
  mutating func result(of url: String) -> Result<HTTPResponse, HTTPError> {
    if let left = failsAfter {
      failsAfter = left > 0 ? left - 1 : failsCount > 1 ? 0 : nil
      if left == 0 {
        failsCount -= 1
        log.append("\(url) fails")
        return .failure(.timedOut(seconds: 1))
      }
    }
    let isFirst = url == params["url"]?.stringValue
    let response = isFirst ? nil : stray?.next(to: url)
    return answer(url, response ?? api.response(to: url))
  }

  private mutating func answer(
    _ url: String, _ response: HTTPResponse
  ) -> Result<HTTPResponse, HTTPError> {
    log.append(
      "\(url): \(response.status.code) \(response.headers.fields.dropFirst()) "
        + String(decoding: response.body.prefix(60) + response.body.suffix(160), as: UTF8.self))
    return .success(response)
  }
}
