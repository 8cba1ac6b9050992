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
    let url = reading.view.url
    let previous = try Page.position(value["previous"], "previous", relativeTo: url)
    let next = try Page.position(value["next"], "next", relativeTo: url)
    var neighbours = Neighbours(
      next: next.map { .position($0) } ?? .none(field: "next", value: .null, isStated: true),
      previous: previous)
    neighbours.objectCount = value["objectCount"]?.integerValue.flatMap { $0 >= 0 ? $0 : nil }
    var reading = reading
    reading.neighbours = neighbours
    if let total = neighbours.objectCount { reading.counts.objectCount = total }
    return Page(
      number: number, reading: reading, content: content, facts: facts, trace: trace,
      source: source, byteDigests: byteDigests)
  }

  /// `{"url"?, "method"?, "parameters"?, "headers"?, "body"?}` as a link.
  private static func position(
    _ reply: JSONValue?, _ field: String, relativeTo base: String
  ) throws(SessionError) -> Position? {
    guard let reply, reply != .null else { return nil }
    let members = try reply.objectValue
      .orThrow(SessionError.metadataInvalid(path: field, value: reply))
    var url = base
    if let reference = members["url"]?.stringValue {
      url = try (try? HTTPURL.parse(base).resolving(reference).text).orThrow(
        SessionError.metadataInvalid(path: "\(field).url", value: .string(reference)))
    }
    var fields = JSONFields(members)
    guard let parameters = try? RequestTemplate.queryParameters(&fields) else {
      throw .metadataInvalid(path: "\(field).parameters", value: members["parameters"] ?? .null)
    }
    var draft = RequestDraft(method: "GET", url: url, headers: [], body: .none)
    for parameter in parameters { draft.setQuery(parameter.name, parameter.values) }
    var link = PageLink(url: draft.url, method: members["method"]?.stringValue)
    for (name, value) in members["headers"]?.objectValue?.members ?? [] {
      link.headers.append(HTTPField(name: name, value: value.stringValue ?? ""))
    }
    if let body = members["body"], body != .null { link.body = body.bytes }
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
