import Pagination

/// Something that happens to a page, as it is reported to the client.
package enum PageEvent: Sendable {
  case willLoad(page: Int)
  /// `start`: index of its first item; `objectCount`: as the API counts.
  case loaded(page: Int, start: Int, count: Int, objectCount: Int?)
  case failed(page: Int, SessionError)
  /// Also where the first attempt waits, as the API has asked another request to.
  case willRetry(page: Int, attempt: Int, delaySeconds: Double, reason: String)
}

extension PagedList {
  func event(of outcome: PageOutcome, _ number: Int) -> PageEvent {
    switch outcome {
    case .failure(let error): .failed(page: number, error)
    case .notModified(let page, _): loaded(number, page.content)
    case .pastEnd(let page, _, _): loaded(page, .empty)
    case .page(let page): loaded(page.number, page.content)
    }
  }

  /// A page has come, or is known to have no items.
  func loaded(_ page: Int, _ content: PageContent) -> PageEvent {
    .loaded(
      page: page, start: start(of: page), count: content.count, objectCount: counts.objectCount)
  }
}
