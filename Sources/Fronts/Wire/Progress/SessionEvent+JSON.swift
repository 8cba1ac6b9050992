import JSON
package import Sessions

extension SessionEvent {
  /// The event's notification.
  package var method: String {
    switch self {
    case .willLoadPage: "paginator/willLoadPage"
    case .didLoadPage: "paginator/didLoadPage"
    case .didFailPage: "paginator/didFailPage"
    case .willRetry: "paginator/willRetry"
    }
  }

  /// The notification's params.
  package var params: [UInt8] {
    JSONWriter.object { writer in
      switch self {
      case .willLoadPage(let id, let page):
        writer.member("paginatorId", id)
        writer.member("page", page)
      case .didLoadPage(let id, let page, let start, let count, let objectCount):
        writer.member("paginatorId", id)
        writer.member("page", page)
        writer.member("start", start)
        writer.member("count", count)
        writer.member("objectCount", objectCount)
      case .didFailPage(let id, let page, let error):
        writer.member("paginatorId", id)
        writer.member("page", page)
        writer.member("error", error.object(page: page))
      case .willRetry(let id, let page, let attempt, let delaySeconds, let reason):
        writer.member("paginatorId", id)
        writer.member("page", page)
        writer.member("attempt", attempt)
        writer.key("delaySeconds")
        writer.double(delaySeconds)
        writer.member("reason", reason)
      }
    }
  }
}
