import HTTP
import JSON
import Pagination
import Secrets
import Text

/// The HTTP request for a page, before it is sent.
struct PageRequest {
  let request: HTTPRequest
  /// Names of the headers that the caller supplied, in lower case.
  let callerHeaders: Set<String>

  /// The request as the settings say; throws what keeps it from being made. A link to an origin that
  /// is not allowed is refused here, before anything is sent.
  init(
    for requested: borrowing RequestedPage, _ options: borrowing Requests.Options,
    _ home: inout HomeOrigin, _ collection: borrowing PagedList
  ) throws(SessionError) {
    let draft = collection.pager.draft(
      for: requested, counts: collection.counts, more: options.parameters)
    var headers = HTTPHeaders(draft.headers)
    var callerHeaders = Set(draft.headers.map { $0.name.lowercased() })
    if case .json = draft.body, headers["Content-Type"] == nil {
      headers.add("Content-Type", "application/json")
    }
    let method = HTTPMethod(draft.method)
    let redactor = collection.redactor
    let url = try mapError(
      {
        SessionError($0, of: RequestLine(method, redactor.mask(url: draft.url)), redactor: redactor)
      }, HTTPURL.parse(draft.url, like: home.url))
    var request = HTTPRequest(
      method: method, url: url, headers: headers, body: draft.body.bytes,
      settings: collection.settings.fetching.http, credentials: collection.settings.credentials)
    try home.check(
      &request, callerHeaders: callerHeaders, isLink: requested.position.isLink,
      collection.configuration)
    for field in collection.configuration.granted(for: request.url) {
      request.headers.set(field.name, field.value)
      callerHeaders.insert(field.name.lowercased())
    }
    let held = options.held?.source.response.headers
    if let tag = held?["ETag"] { request.headers.set("If-None-Match", tag) }
    if let date = held?["Last-Modified"] { request.headers.set("If-Modified-Since", date) }
    self.request = request
    self.callerHeaders = callerHeaders
  }
}

extension HTTPRequest {
  /// True when sending it twice does no harm; a request that pages by its body counts as a read.
  func isRead(by pager: borrowing Pager) -> Bool {
    if method.isSafe { true } else { pager.readsByBody }
  }
}

extension Position {
  fileprivate var isLink: Bool {
    if case .link = self { true } else { false }
  }
}
