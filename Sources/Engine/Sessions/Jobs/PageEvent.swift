import Pagination

/// Something that happens to a page.
enum PageEvent: Sendable {
  /// `start`: index of its first item; `objectCount`: as the API counts.
  case loaded(page: Int, start: Int, PageContent, objectCount: Int?)
  case failed(page: Int, SessionError)

  /// An event for the client.
  func told(of paginatorID: String) -> SessionEvent {
    switch self {
    case .loaded(let page, let start, let content, let objectCount):
      .didLoadPage(
        paginatorID: paginatorID, page: page, start: start, count: content.count,
        objectCount: objectCount)
    case .failed(let page, let error):
      .didFailPage(paginatorID: paginatorID, page: page, error: error)
    }
  }
}

extension RemoteCollection {
  /// A page has come, or is known to have no items.
  func loaded(_ page: Int, _ content: PageContent) -> PageEvent {
    .loaded(page: page, start: start(of: page), content, objectCount: counts.objectCount)
  }
}
