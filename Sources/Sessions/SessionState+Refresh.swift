package import JSON
import Pagination

/// What a refresh of held pages found.
package struct RefreshSummary: Sendable {
  /// What became of one page.
  package struct Page: Sendable {
    package let page: Int
    package let changed: Bool
    /// Identities, as JSON values, where they are given; nil: not known.
    package var added: [JSONValue]?
    package var removed: [JSONValue]?
    package var updated: [JSONValue]?
    package var error: SessionError?
  }

  package let pages: [Page]
  package let snapshot: SessionSnapshot
}

/// A refresh that runs: held pages are asked for once more, at most `concurrency` at once.
struct Refreshing: Sendable {
  let load: Load
  let order: [Int]
  var waiting: [Int]
  var running: Set<Int> = []
  var done: [Int: RefreshSummary.Page] = [:]
}

extension SessionState {
  mutating func start(_ load: Load, refreshing page: Int?) {
    let pages = page.map { [$0] } ?? held.numbers
    if let page, held[page] == nil {
      var load = load
      load.page = page
      fail(load, .pageNotReachable(page: page))
      return
    }
    active = load
    refresh = Refreshing(load: load, order: pages, waiting: pages)
    advanceRefresh()
  }

  private mutating func advanceRefresh() {
    while let refresh, let page = refresh.waiting.first,
      refresh.running.count < (isComputed ? settings.concurrency : 1)
    {
      self.refresh?.waiting.removeFirst()
      self.refresh?.running.insert(page)
      let position = ledger.position(of: page) ?? opening
      fetch(
        asked(page, at: position), for: .refresh(refresh.load.id), validators: held[page])
    }
    guard let refresh, refresh.waiting.isEmpty, refresh.running.isEmpty,
      case .refresh(_, let completion) = refresh.load.work
    else { return }
    self.refresh = nil
    active = nil
    failure = nil
    let pages = refresh.order.compactMap { refresh.done[$0] }
    effects.append(
      .answerRefresh(
        completion, .success(RefreshSummary(pages: pages, snapshot: snapshot()))))
  }

  mutating func settleRefresh(_ asked: AskedPage, _ outcome: PageOutcome) {
    let page = asked.page
    refresh?.running.remove(page)
    var result = RefreshSummary.Page(page: page, changed: false)
    switch outcome {
    case .notModified: tellLoaded(page, held[page]?.content ?? .empty)
    case .failure(let error):
      tellFailed(page, error)
      result.error = error
    case .pastEnd(_, let reason):
      result = difference(page, from: held[page]?.content ?? .empty, to: .empty)
      held.remove(page)
      markPastEnd(page, reason)
      tellLoaded(page, .empty)
    case .page(let read):
      result = difference(page, from: held[page]?.content ?? .empty, to: read.content)
      tellLoaded(page, read.content)
      _ = admit(read, holding: true)
    }
    refresh?.done[page] = result
    advanceRefresh()
  }

  private func difference(
    _ page: Int, from old: PageContent, to new: PageContent
  ) -> RefreshSummary.Page {
    let oldItems = identities(of: old)
    let newItems = identities(of: new)
    let isSame = oldItems.map(\.bytes) == newItems.map(\.bytes)
    var result = RefreshSummary.Page(page: page, changed: !isSame)
    guard !isSame, !settings.identity.isEmpty else { return result }
    let before = oldItems.filter(\.isKnown)
    let after = newItems.filter(\.isKnown)
    let oldBytes = Dictionary(before.map { ($0.key, $0.bytes) }) { first, _ in first }
    let newKeys = Set(after.map(\.key))
    result.added = after.filter { oldBytes[$0.key] == nil }.map(\.identity)
    result.removed = before.filter { !newKeys.contains($0.key) }.map(\.identity)
    result.updated = after.filter { item in
      oldBytes[item.key].map { $0 != item.bytes } ?? false
    }.map(\.identity)
    return result
  }

  /// The items with what identifies them: one value, or a list where several paths do; `isKnown`:
  /// the item has it.
  private func identities(
    of content: PageContent
  ) -> [(key: String, identity: JSONValue, isKnown: Bool, bytes: ArraySlice<UInt8>)] {
    guard let document = content.document else { return [] }
    return content.sources.map { item in
      let parts = settings.identity.map { path in
        document.resolve(path, from: item).map(document.value) ?? .null
      }
      let identity = parts.count == 1 ? parts[0] : .array(parts)
      var writer = JSONWriter()
      writer.value(identity)
      return (
        String(decoding: writer.bytes, as: UTF8.self), identity, !parts.contains(.null),
        document.bytes[item.range]
      )
    }
  }
}
