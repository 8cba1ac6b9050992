import JSON
import RPC
package import Sessions

extension PageEvent {
  /// The event's notification.
  package var method: String {
    switch self {
    case .willLoad: "paginator/willLoadPage"
    case .loaded: "paginator/didLoadPage"
    case .failed: "paginator/didFailPage"
    case .willRetry: "paginator/willRetry"
    }
  }

  private var page: Int {
    switch self {
    case .willLoad(let page), .loaded(let page, _, _, _), .failed(let page, _),
      .willRetry(let page, _, _, _):
      page
    }
  }

  /// The notification's params.
  package func params(of paginatorID: String) -> [UInt8] {
    JSONWriter.object { writer in
      writer.member("paginatorId", paginatorID)
      writer.member("page", page)
      switch self {
      case .willLoad: break
      case .loaded(_, let start, let count, let objectCount):
        writer.member("start", start)
        writer.member("count", count)
        writer.member("objectCount", objectCount)
      case .failed(let page, let error): writer.raw("error", error.object(page: page).text)
      case .willRetry(_, let attempt, let delaySeconds, let reason):
        writer.member("attempt", attempt)
        writer.key("delaySeconds")
        writer.double(delaySeconds)
        writer.member("reason", reason)
      }
    }
  }
}
