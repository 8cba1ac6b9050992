import HTTP
import JSON
import Pagination
import System

/// One page, from the response to the client: what came, how it reads, and its items.
struct Page: Sendable {
  /// In the collection's numbering.
  private(set) var number: Int
  @Shared private(set) var reading: PageReading
  /// The items as the client sees them.
  @Shared private(set) var content: PageContent
  let facts: ResponseFacts
  let trace: LoopGuard.Trace
  @Shared private(set) var source: PageSource
  /// Digests of the bytes of the items; empty if each has an identity, or if none has one and equal
  /// items may be different ones.
  private(set) var byteDigests: [UInt64]
  /// The number of items that the API sent; a mapping may have declined some.
  private(set) var received: Int
  /// nil: the page was not requested with an overlap.
  private(set) var continuity: Continuity?

  /// The evidence that an overlapping page continues where the pages before it ended.
  enum Continuity {
    /// It contains an item that was delivered before.
    case verified
    /// There may be items between it and the page before.
    case unverified
  }

  var requested: RequestedPage { _read { yield source.requested } }

  /// True where the API sent no items.
  var isEmpty: Bool { received == 0 }

  /// Returns the number of items that the API sent up to the end of the first `count` that clients
  /// see.
  func received(upTo count: Int) -> Int {
    guard count > 0, count <= content.sources.count else { return 0 }
    let last = content.sources[count - 1]
    return reading.items.firstIndex(of: last).map { $0 + 1 } ?? count
  }

  /// Digests of what identifies the items, for those that have it.
  var identities: PageIdentities { reading.identities }

  /// The items are other ones, under another mapping.
  mutating func remap(_ content: PageContent) { self.content = content }

  /// The page of a walk that knows items by their values, such as texts and numbers, too.
  var comparingValues: Page {
    guard identities.isEmpty, byteDigests.isEmpty else { return self }
    return copy(of: self) { $0.byteDigests = reading.digests(comparesValues: true).each }
  }

  func numbered(_ number: Int) -> Page { copy(of: self) { $0.number = number } }

  /// The page at the place where it begins by its own word, whatever was requested.
  func beginning(at index: Int) -> Page {
    requested.offset == index ? self : copy(of: self) { $0.source.requested.offset = index }
  }

  /// The page without its first `count` items, which were delivered before.
  func continuing(after count: Int, _ continuity: Continuity?) -> Page {
    var page = self
    page.continuity = continuity
    page.byteDigests = Array(byteDigests.dropFirst(count))
    let taken = reading.items.prefix(count)
    page.reading.removeFirst(count)
    page.received = page.reading.items.count
    if !taken.isEmpty { page.content = content.dropping(Set(taken)) }
    return page
  }

  /// True when the page has no items, says that there is more, and names its own token: the API has
  /// nothing to give yet.
  var isNotReady: Bool {
    isEmpty && reading.neighbours.namesItself && reading.goesOn == true
  }

  /// True when the next link is the request of the page itself, and no flag says that there is more.
  var linksToItself: Bool {
    guard reading.goesOn == nil, case .position(.link(let link)) = reading.neighbours.next else {
      return false
    }
    return link.method == nil && link.body == nil && link.url == source.requestURL
  }

  /// True when it has more than its items and the place of the next page, or is a list itself: an
  /// empty object in the place of the page after it is no end.
  var hasOthers: Bool {
    reading.hasOthers || !reading.counts.isEmpty || source.response.form == .lines
      || reading.view.scan?.document.root.kind == .array
  }

  /// The page without the total that it states: it is one of pages.
  var withoutTotal: Page { copy(of: self) { $0.reading.counts.objectCount = nil } }

  /// True when the page has fewer items than requested.
  var isShort: Bool { received < requested.perPage }

  /// Digests of the identities of the items, or of their bytes if one has no identity; empty if equal
  /// items may be different ones.
  var digests: [UInt64] {
    let known = identities.digests
    if known.isEmpty { return byteDigests }
    if identities.isWhole { return known }
    return zip(known, byteDigests).map { identity, bytes in identity == 0 ? bytes : identity }
  }

  /// The JSON text of the last item; empty if there is none.
  var lastItem: ArraySlice<UInt8> {
    guard let document = reading.view.scan?.document, let item = reading.items.last else {
      return []
    }
    return document.bytes[item.range]
  }
}

/// A response and the request that led to it.
struct PageSource: Sendable {
  let response: HTTPResponse
  let method: String
  /// Secrets and all.
  let requestURL: String
  fileprivate(set) var requested: RequestedPage
  /// The load that requested it had parameters of its own.
  let hasOwnParameters: Bool
}

/// The facts about the HTTP response in the result of a load.
package struct ResponseFacts: Sendable {
  package var status: Int
  /// Secrets masked.
  let shownURL: LazyValue<String>
  /// Of the body, decoded.
  package var bytes: Int
  package var durationMilliseconds: Double
  package var attempts: Int

  package var notModified: Bool { status == 304 }

  /// Secrets masked.
  package var url: String { shownURL.value }
}
