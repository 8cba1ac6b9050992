import JSON
import Sessions
import System
import Text

/// The place where the next page comes from.
struct SeriesPlace: Sendable {
  var position = 0
  var fingerprint = Fingerprint()
  /// Inside of the part that is being delivered; nil: at its beginning.
  var inner: LazyValue<String>?
  /// The fingerprint of that part's item; nil: at its beginning, or after a checkpoint of version 0.1.0.
  var item: UInt64?
  /// An item of the part was delivered.
  var hasItems = false

  /// A page of the part was delivered, or some items of one.
  var isInside: Bool { inner != nil }

  static func fingerprint(_ item: JSONValue) -> UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.add(item.bytes)
    return fingerprint.value
  }
}

/// The parts that were begun, in the order of the items, and the place in the first of them.
///
/// Invariant: the first part is that of the item at `place.position`, and only its pages are handed
/// on; those of later parts wait until it has ended and was left.
struct PartQueue: Sendable {
  /// The next result of the first part.
  enum Next {
    /// A page, and what it was waiting among.
    case page(WalkPage, UnreadBytes)
    case end(Result<WalkSummary, LoadFailure>)
  }

  /// A part that was begun.
  private struct Part {
    let id: Int
    let item: JSONValue
    let kept: [UInt8]
    let unread: UnreadBytes
    var session: Session?
    /// Pages that wait for their turn.
    var pages: [WalkPage] = []
    var result: Result<WalkSummary, LoadFailure>?
    /// Its first page decides whether it is walked at all.
    var isAsking: Bool
  }

  var place = SeriesPlace()
  private var parts: [Part] = []
  /// The number of pages of the first part that were handed on, and are not removed yet.
  private var handedOn = 0
  private var lastID = 0

  var isEmpty: Bool { parts.isEmpty }
  var count: Int { parts.count }
  /// The number of parts that have not ended.
  var running: Int { parts.count { $0.result == nil } }
  /// True when the first page of the last part decides what begins next.
  var isAsking: Bool { parts.last?.isAsking == true }
  /// True when a part has ended with an error of a kind.
  func hasFailure(where isKind: (SessionError) -> Bool) -> Bool {
    parts.contains {
      if case .failure(let failure)? = $0.result { isKind(failure.error) } else { false }
    }
  }

  /// The values kept from the first part's item.
  var kept: [UInt8] { parts.first?.kept ?? [] }

  // MARK: Beginning

  /// Begins the part of an item; gives its number.
  mutating func begin(
    _ item: JSONValue, keeping kept: [UInt8], _ unread: UnreadBytes, asks: Bool
  ) -> Int {
    lastID += 1
    parts.append(Part(id: lastID, item: item, kept: kept, unread: unread, isAsking: asks))
    return lastID
  }

  /// Takes out all parts: their items, and the sessions that are of no use any more.
  mutating func removeAll() -> (items: [JSONValue], sessions: [Session]) {
    defer { (parts, handedOn) = ([], 0) }
    return (parts.map(\.item), parts.compactMap(\.session))
  }

  // MARK: What comes in

  private func index(_ id: Int) -> Int? { parts.firstIndex { $0.id == id } }

  /// True when a part is in the queue.
  func contains(_ id: Int) -> Bool { index(id) != nil }

  /// Gives a part its session. Returns false if the part is no longer wanted.
  mutating func take(_ session: Session, for id: Int) -> Bool {
    guard let index = index(id) else { return false }
    parts[index].session = session
    return true
  }

  mutating func take(_ page: WalkPage, for id: Int) {
    guard let index = index(id) else { return }
    parts[index].unread.add(page.content.bytes)
    parts[index].pages.append(page)
  }

  /// Records the end of a part. A part that only probed its first page has not ended: its summary
  /// and session are returned, as they decide what comes next.
  mutating func take(
    _ result: Result<WalkSummary, LoadFailure>, for id: Int
  ) -> (summary: WalkSummary, session: Session?)? {
    guard let index = index(id) else { return nil }
    if parts[index].isAsking {
      parts[index].isAsking = false
      if case .success(let summary) = result { return (summary, parts[index].session) }
    }
    parts[index].result = result
    return nil
  }

  /// Removes the last part, which only probed its first page.
  mutating func removeLast() { parts.removeLast() }

  // MARK: Handing on

  /// The next page of the first part, or its end; nil: it has not come.
  mutating func next() -> Next? {
    guard !parts.isEmpty, !parts[0].isAsking else { return nil }
    if handedOn < parts[0].pages.count {
      let page = parts[0].pages[handedOn]
      handedOn += 1
      if !page.items.isEmpty { place.hasItems = true }
      return .page(page, parts[0].unread)
    }
    parts[0].pages.removeAll(keepingCapacity: true)
    handedOn = 0
    return parts[0].result.map(Next.end)
  }

  /// The items of the page that was handed on last have been delivered up to an index.
  mutating func deliver(_ page: WalkPage, upTo end: Int) {
    if end == page.items.upperBound {
      place.inner = page.token
    } else if end > page.items.lowerBound {
      place.inner = page.tokens?(end)
    }
    if place.item == nil, let part = parts.first { place.item = SeriesPlace.fingerprint(part.item) }
  }

  /// The first part has ended, and with it the item; `staying`: the item comes again.
  mutating func leave(staying: Bool = false) {
    let item = parts.removeFirst().item
    if staying { return }
    restart()
    place.fingerprint.add(item.bytes)
    place.position += 1
  }

  // MARK: The place

  /// The first part begins again.
  mutating func restart() { (place.inner, place.item, place.hasItems) = (nil, nil, false) }
}
