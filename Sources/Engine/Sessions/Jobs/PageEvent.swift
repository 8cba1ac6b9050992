import Pagination

/// Something that happens to a page, as it is reported to the client.
package enum PageEvent: Sendable {
  case willLoad(page: Int)
  /// `start`: index of its first item; `objectCount`: as the API counts.
  case loaded(page: Int, start: Int, count: Int, objectCount: Int?)
  case failed(page: Int, SessionError)
  case willRetry(page: Int, attempt: Int, delaySeconds: Double, reason: String)
}

extension PagedList {
  /// A page has come, or is known to have no items.
  func loaded(_ page: Int, _ content: PageContent) -> PageEvent {
    .loaded(
      page: page, start: start(of: page), count: content.count, objectCount: counts.objectCount)
  }
}
