package import JSON
import Mapping
import Pagination

package typealias RefreshCompletion = @Sendable (Result<RefreshSummary, LoadFailure>) -> Void

/// The result of a refresh of held pages.
package struct RefreshSummary: Sendable {
  /// The result for one page.
  package struct Change: Sendable {
    package let page: Int
    package let changed: Bool
    /// Identities, as JSON values, where they are given; nil: not known.
    package var added: [JSONValue]?
    package var removed: [JSONValue]?
    package var updated: [JSONValue]?
    package var error: SessionError?
  }

  package let pages: [Change]
  package let snapshot: SessionSnapshot
}

/// Requests held pages again, at most `concurrency` at once, and says what has changed.
struct PageRefresh: Job {
  let id: JobID
  /// The one page; nil: all that are held.
  private let only: Int?
  /// The page that is not held, and fails the refresh.
  private(set) var page: Int?
  let completion: RefreshCompletion
  private var order: [Int] = []
  /// The pages as they were, those that have no room in memory any more included.
  private var before: [Int: PageContent] = [:]
  private var waiting: [Int] = []
  private var running: Set<Int> = []
  private var done: [Int: RefreshSummary.Change] = [:]

  init(id: JobID, page: Int?, completion: @escaping RefreshCompletion) {
    self.id = id
    only = page
    self.completion = completion
  }

  mutating func start(_ collection: inout PagedList) -> [JobAction] {
    if let only, collection.grid.held[only] == nil {
      page = only
      return fail(.pageNotReachable(page: only))
    }
    order = only.map { [$0] } ?? collection.grid.held.numbers
    waiting = order
    for page in order { before[page] = collection.grid.held[page]?.content }
    return advance(collection)
  }

  private mutating func advance(_ collection: PagedList) -> [JobAction] {
    var actions: [JobAction] = []
    while let page = waiting.first,
      running.count < (collection.isComputed ? collection.settings.fetching.concurrency : 1)
    {
      waiting.removeFirst()
      running.insert(page)
      let position = collection.visits.position(after: page - 1) ?? collection.opening
      // Where the page before it has changed, and leads to another place now, it is another page.
      let isSame = collection.visits.position(of: page) == position
      actions.append(
        .request(
          collection.requested(page, at: position),
          Requests.Options(
            held: isSame ? collection.grid.held[page] : nil,
            mayBeUnmodified: isSame)))
    }
    if waiting.isEmpty, running.isEmpty {
      let pages = order.compactMap { done[$0] }
      actions.append(
        .finish(nil) { [completion] snapshot in
          { completion(.success(RefreshSummary(pages: pages, snapshot: snapshot))) }
        })
    }
    return actions
  }

  mutating func take(
    _ requested: RequestedPage, _ outcome: PageOutcome, _ collection: inout PagedList
  ) -> [JobAction] {
    let page = requested.page
    running.remove(page)
    var change = RefreshSummary.Change(page: page, changed: false)
    let held = before.removeValue(forKey: page) ?? .empty
    let identity = collection.settings.identity
    var outcome = outcome
    if case .page(let read) = outcome, collection.isHollow(read) {
      let paths = collection.settings.mapping.lists.map(\.path.description)
      outcome = .failure(.itemsNotFound(paths: paths, keys: [], descriptors: [], response: nil))
    }
    let event = collection.event(of: outcome, page)
    switch outcome {
    case .notModified: break
    case .failure(let error): change.error = error
    case .pastEnd(_, _, let reason):
      change = RefreshSummary.Change(page, from: held, to: .empty, identity)
      collection.look { $0.drop(page) }
      if let reason { collection.close { $0.exclude(page, reason) } }
    case .page(let read):
      change = RefreshSummary.Change(page, from: held, to: read.content, identity)
      _ = collection.take(read, comparesItems: true, isDelivered: false)
    }
    done[page] = change
    return [.notify(event)] + advance(collection)
  }
}

extension RefreshSummary.Change {
  /// Compares the old items of a page with the new ones.
  fileprivate init(
    _ page: Int, from old: PageContent, to new: PageContent, _ identity: [JSONPath]
  ) {
    let oldItems = old.identified(by: identity)
    let newItems = new.identified(by: identity)
    self.page = page
    changed = oldItems.map(\.bytes) != newItems.map(\.bytes)
    guard changed, !identity.isEmpty else { return }
    let before = oldItems.filter(\.isKnown)
    let after = newItems.filter(\.isKnown)
    let oldBytes = Dictionary(before.map { ($0.key, $0.bytes) }) { first, _ in first }
    let newKeys = Set(after.map(\.key))
    added = after.filter { oldBytes[$0.key] == nil }.map(\.identity)
    removed = before.filter { !newKeys.contains($0.key) }.map(\.identity)
    updated = after.filter { item in
      oldBytes[item.key].map { $0 != item.bytes } ?? false
    }.map(\.identity)
  }
}

extension PageContent {
  /// The items with what identifies them: one value, or a list where several paths do; `isKnown`:
  /// the item has it.
  fileprivate func identified(
    by paths: [JSONPath]
  ) -> [(key: String, identity: JSONValue, isKnown: Bool, bytes: ArraySlice<UInt8>)] {
    guard let document else { return [] }
    return sources.map { item in
      let identity = document.identity(of: item, at: paths)
      let parts = paths.count == 1 ? [identity] : identity.arrayValue ?? []
      return (identity.canonical.text, identity, !parts.contains(.null), document.bytes[item.range])
    }
  }
}
