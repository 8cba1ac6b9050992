import HTTP
import JSON
import Pagination
import Secrets
import Text

// What only the client can say: the positions of a page's neighbours, by a rule of its own, and
// credentials.

extension Page {
  /// The params of `paginator/extractPage`.
  func neighboursParams(_ paginatorID: String) -> [UInt8] {
    JSONWriter.object {
      $0.member("paginatorId", paginatorID)
      $0.member("page", requested.page)
      $0.object("response") {
        $0.member("status", reading.view.status)
        $0.member("headers", .object(reading.view.headers.lists))
        $0.key("body")
        if let document = reading.view.scan?.document {
          $0.raw(document, document.root)
        } else {
          $0.null()
        }
      }
    }
  }

  /// The page with what the client says of its neighbours.
  func with(_ reply: Result<JSONValue, HostError>) throws(SessionError) -> Page {
    let value = try mapErrors(
      {
        SessionError.networkFailed(
          RequestLine(HTTPMethod(source.method), facts.url),
          detail: "the client did not answer: \($0.detail)")
      }, reply.get)
    var (reading, url) = (reading, reading.view.url)
    do throws(JSONFieldError) {
      var fields = try JSONFields(value, path: "")
      let previous = try Page.position(&fields, "previous", relativeTo: url)
      let next = try Page.position(&fields, "next", relativeTo: url)
      reading.neighbours = Neighbours(
        next: next.map { .position($0) } ?? .none(field: "next", value: .null, isStated: true),
        previous: previous)
      reading.neighbours.objectCount = try fields.integer("objectCount", in: 0...Int.max)
      try fields.finish()
    } catch {
      let keys = error.path.split(separator: ".")
      let wrong = keys.reduce(value) { $0[String($1)] ?? .null }
      throw .metadataInvalid(path: error.path.isEmpty ? "result" : error.path, value: wrong)
    }
    if let total = reading.neighbours.objectCount { reading.counts.objectCount = total }
    return Page(
      number: number, reading: reading, content: content, facts: facts, trace: trace,
      source: source, byteDigests: byteDigests, received: received)
  }

  /// `{"url"?, "method"?, "parameters"?, "headers"?, "body"?}` as a link; nil for null. An empty
  /// object leads nowhere else.
  private static func position(
    _ reply: inout JSONFields, _ name: String, relativeTo base: String
  ) throws(JSONFieldError) -> Position? {
    guard var fields = try reply.fields(name) else { return nil }
    guard !fields.object.isEmpty else { throw reply.error(name, expected: "a change") }
    var url = base
    if let reference = try fields.string("url") {
      url = try (try? HTTPURL.parse(base).resolving(reference).text).orThrow(
        fields.error("url", expected: "a URL"))
    }
    var draft = RequestDraft(method: "GET", url: url, headers: [], body: .none)
    for parameter in try RequestTemplate.queryParameters(&fields) {
      draft.setQuery(parameter.name, parameter.values)
    }
    var link = PageLink(url: draft.url, method: try fields.string("method"))
    if var headers = try fields.fields("headers") {
      link.headers = try headers.object.keys.map { name throws(JSONFieldError) in
        HTTPField(name: name, value: try headers.string(name) ?? "")
      }
    }
    link.body = fields.value("body")?.bytes
    try fields.finish()
    return .link(link)
  }
}

extension SessionError {
  /// The same error with the secrets in what the client said masked.
  func masked(by redactor: Redactor) -> SessionError {
    switch self {
    case .metadataInvalid(let path, .string(let text)):
      return .metadataInvalid(path: path, value: .string(redactor.mask(url: text)))
    case .metadataInvalid(let path, .object):
      return .metadataInvalid(path: path, value: .string("{...}"))
    case .metadataInvalid(let path, .array):
      return .metadataInvalid(path: path, value: .string("[...]"))
    case .metadataInvalid(let path, let value):
      return .metadataInvalid(path: path, value: value.masked(by: redactor))
    case .networkFailed(let request, let detail):
      return .networkFailed(request, detail: redactor.mask(text: detail))
    default: return self
    }
  }
}

extension PendingRequest {
  /// The params of `paginator/credentials`, for a 401.
  func credentialsParams(_ paginatorID: String, _ response: HTTPResponse) -> [UInt8] {
    JSONWriter.object {
      $0.member("paginatorId", paginatorID)
      $0.member("origin", request.url.origin.description)
      $0.member("status", response.status.code)
      $0.member("challenge", response.headers.combined("WWW-Authenticate"))
    }
  }

  /// The headers that the client grants; empty: none.
  static func grantedHeaders(_ reply: Result<JSONValue, HostError>) -> [HTTPField] {
    let granted = (try? reply.get())?["headers"]?.objectValue?.members ?? []
    return granted.compactMap { name, value in
      value.stringValue.map { HTTPField(name: name, value: $0) }
    }
  }
}

extension HTTPHeaders {
  /// `{name: [values]}`, names in lower case.
  fileprivate var lists: JSONObject {
    var object = JSONObject()
    for field in fields {
      let name = field.name.lowercased()
      var values = object[name]?.arrayValue ?? []
      values.append(.string(field.value))
      object[name] = .array(values)
    }
    return object
  }
}
