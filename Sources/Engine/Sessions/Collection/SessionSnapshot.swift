import HTTP
package import Pagination
import System

package typealias StateCompletion = @Sendable (SessionSnapshot) -> Void

/// The state of a paginator as clients see it.
package struct SessionSnapshot: Sendable {
  package var request: Request
  package var loaded: Bool
  package var loading: Bool
  package var currentPage: Int?
  package var counts: Counts
  package var hasNextPage: Bool?
  package var hasPreviousPage: Bool?
  package var pages: Pages
  package var can: Capabilities
  package var endReason: EndReason?
  package var warnings: [PageWarning]
  package var error: FailedPage?
  /// The record of the stored pages; nil if pages are not stored.
  package var store: StoredRun?
  /// The outcomes of the lists of many items; nil: there is one list.
  @Indirect package var lists: SeriesTally?

  /// The request, and the way it is made.
  package struct Request: Sendable {
    package var paginatorID: String
    /// Of the current page.
    package var url: String?
    package var patternURL: String { pattern.value }
    let pattern: LazyValue<String>
    /// The type of the credentials in use; nil without `auth` and `token`.
    package var auth: String?
    package var strategy: String
  }

  /// Counts, and the numbers they start from.
  package struct Counts: Sendable {
    package var perPage: Int
    package var firstPage: Int
    /// The index of the current page's first item.
    package var offset: Int?
    package var pageCount: Int?
    package var objectCount: Int?
    /// The least number of items that the API counts, when its total is not exact.
    package var objectCountMin: Int?
  }

  /// The pages that are there.
  package struct Pages: Sendable {
    package var loaded: [ClosedRange<Int>]
    /// Those that were requested ahead, and no load has requested yet, ascending.
    package var prefetched: [Int] = []
  }

  /// The abilities of an API.
  package struct Capabilities: Sendable, Equatable {
    package var forward: Capability
    package var backward: Capability
    package var jump: Capability
    package var count: Capability
  }

  /// Yes, no, only to where one has been, or not yet known.
  package enum Capability: Sendable {
    case yes, no, visited, unknown
  }

  /// The last load's error and the page that it was to load.
  package struct FailedPage: Sendable {
    package var error: SessionError
    package var page: Int?

    /// A failure at a page.
    package init(error: SessionError, page: Int?) {
      self.error = error
      self.page = page
    }
  }
}

extension PagedList {
  /// The state as clients see it. `error`: that of the last load.
  func snapshot(
    _ paginatorID: String, isLoading: Bool, error: SessionSnapshot.FailedPage?
  ) -> SessionSnapshot {
    let page = currentPage
    // A total says nothing of pages that links lead to, where their sizes are other ones.
    let isEven = isComputed || grid.places.drift == 0
    let isEnded = bookmark.checkpoint != nil && cursor.hasNext == false
    let isFollowed = isEnded ? false : page.flatMap { hasNext(after: $0) }
    return SessionSnapshot(
      request: SessionSnapshot.Request(
        paginatorID: paginatorID, url: bookmark.url, pattern: configuration.patternURL,
        auth: settings.credentials?.typeName, strategy: pager.kind.rawValue),
      loaded: isLoaded, loading: isLoading, currentPage: page,
      counts: SessionSnapshot.Counts(
        perPage: counts.perPage, firstPage: firstPage, offset: page.map { start(of: $0) },
        pageCount: isEven ? grid.pageCount : counts.ownPages, objectCount: counts.objectCount,
        objectCountMin: counts.objectCount == nil ? counts.objectCountMin : nil),
      hasNextPage: isFollowed, hasPreviousPage: page.map { hasPrevious(before: $0) },
      pages: SessionSnapshot.Pages(loaded: grid.held.runs), can: capabilities,
      endReason: isFollowed == false ? end.reason : nil,
      warnings: warnings, error: error)
  }

  private var capabilities: SessionSnapshot.Capabilities {
    typealias Capability = SessionSnapshot.Capability
    let count: Capability = counts.objectCount != nil ? .yes : isLoaded ? .no : .unknown
    let (forward, backward, jump): (Capability, Capability, Capability) =
      switch pager.kind {
      case _ where isComputed: (.yes, .yes, .yes)
      case .single: (.no, .no, .no)
      case .auto: (.unknown, .unknown, .unknown)
      default: (.yes, hasPreviousLinks ? .yes : .visited, .visited)
      }
    return SessionSnapshot.Capabilities(
      forward: forward, backward: backward, jump: jump, count: count)
  }
}

extension SessionState {
  /// The state as clients see it.
  func snapshot() -> SessionSnapshot {
    var snapshot = collection.snapshot(
      id, isLoading: !jobs.isEmpty || !requests.isEmpty, error: failure)
    snapshot.store = stored
    snapshot.pages.prefetched = Set(requests.unclaimed.map(\.requested.page)).sorted()
    return snapshot
  }
}
