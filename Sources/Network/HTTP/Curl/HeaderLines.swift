import CCurl

/// The header lines of a request, as libcurl takes them. Others with the same headers, such as those
/// for the next pages, take them, too.
final class HeaderLines {
  let list: OpaquePointer?
  private let method: HTTPMethod
  private let headers: HTTPHeaders
  private let sendsBody: Bool
  private let library: CurlLibrary

  init(
    _ request: HTTPRequest, userAgent: String, isZlibLoaded: Bool, _ library: CurlLibrary
  ) throws(HTTPError) {
    var lines = try request.headerLines(userAgent: userAgent)
    if request.headers["Accept-Encoding"] == nil {
      lines.append("Accept-Encoding: " + ContentCoding.accepted(isZlibLoaded: isZlibLoaded))
    }
    var list: OpaquePointer?
    for line in lines {
      guard let longer = library.functions.slist_append(list, line) else {
        library.functions.slist_free_all(list)
        throw .networkFailed(detail: "out of memory")
      }
      list = longer
    }
    self.list = list
    self.library = library
    (method, headers, sendsBody) = (request.method, request.headers, request.sendsBody)
  }

  deinit { library.functions.slist_free_all(list) }

  /// True when the request has the same lines.
  func fit(_ request: HTTPRequest) -> Bool {
    request.headers == headers && request.method == method && request.sendsBody == sendsBody
  }
}
