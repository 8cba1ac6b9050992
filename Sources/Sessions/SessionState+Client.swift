import HTTP
import JSON
import Pagination

/// What only the client can answer: a rule of its own, and credentials.
extension SessionState {
  // MARK: A rule of the client's

  /// Asks the client for the positions beside a page that has been read.
  mutating func askForNeighbours(_ read: ReadPage, _ fetch: Fetch, _ id: Int) {
    var fetch = fetch
    fetch.read = read
    fetches[id] = fetch
    let view = read.reading.view
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("paginatorId", self.id)
    writer.member("page", read.asked.page)
    writer.key("response")
    writer.beginObject()
    writer.member("status", view.status)
    writer.key("headers")
    writer.value(.object(SessionState.headers(view.headers)))
    writer.key("body")
    if let document = view.scan?.document {
      writer.raw(document, document.root)
    } else {
      writer.null()
    }
    writer.endObject()
    writer.endObject()
    effects.append(.extract(fetch: id, writer.bytes))
  }

  /// Takes in the client's word on the neighbours of a page.
  mutating func takeNeighbours(_ result: Result<JSONValue, HostError>, for id: Int) {
    guard let fetch = fetches.removeValue(forKey: id), var read = fetch.read else { return }
    do throws(SessionError) {
      read.reading.neighbours = try neighbours(result, read)
      if let total = read.reading.neighbours.objectCount { read.reading.counts.objectCount = total }
      settle(fetch.asked, .page(read), for: fetch.purpose)
    } catch {
      settle(fetch.asked, .failure(error), for: fetch.purpose)
    }
    startNext()
  }

  private func neighbours(
    _ result: Result<JSONValue, HostError>, _ read: ReadPage
  ) throws(SessionError) -> Neighbours {
    let answer: JSONValue
    switch result {
    case .success(let value): answer = value
    case .failure(let error):
      throw .networkFailed(
        url: read.facts.url, detail: "the client did not answer: \(error.detail)")
    }
    let url = read.reading.view.url
    let previous = try position(answer["previous"], "previous", relativeTo: url)
    var neighbours: Neighbours
    if let next = try position(answer["next"], "next", relativeTo: url) {
      neighbours = Neighbours(next: .position(next), previous: previous)
    } else {
      neighbours = Neighbours(
        next: .none(field: "next", value: .null, isStated: true), previous: previous)
    }
    neighbours.objectCount = answer["objectCount"]?.integerValue.flatMap { $0 >= 0 ? $0 : nil }
    return neighbours
  }

  /// `{"url"?, "method"?, "parameters"?, "headers"?, "body"?}` as a link.
  private func position(
    _ answer: JSONValue?, _ field: String, relativeTo base: String
  ) throws(SessionError) -> Position? {
    guard let answer, answer != .null else { return nil }
    guard let members = answer.objectValue else {
      throw .metadataInvalid(path: field, value: answer)
    }
    var url = base
    if let reference = members["url"]?.stringValue {
      do throws(HTTPError) {
        url = try HTTPURL.parse(base).resolving(reference).text
      } catch {
        throw .metadataInvalid(path: "\(field).url", value: .string(reference))
      }
    }
    var fields = JSONFields(members)
    guard let parameters = try? RequestTemplate.queryParameters(&fields) else {
      throw .metadataInvalid(
        path: "\(field).parameters", value: members["parameters"] ?? .null)
    }
    var draft = RequestDraft(method: "GET", url: url, headers: [], body: .none)
    for parameter in parameters { draft.setQuery(parameter.name, parameter.values) }
    var link = PageLink(url: draft.url, method: members["method"]?.stringValue)
    for (name, value) in members["headers"]?.objectValue?.members ?? [] {
      link.headers.append(HTTPField(name: name, value: value.stringValue ?? ""))
    }
    if let body = members["body"], body != .null {
      var writer = JSONWriter()
      writer.value(body)
      link.body = writer.bytes
    }
    return .link(link)
  }

  // MARK: Credentials

  /// Whether the client can be asked after a 401: once for each request.
  func canAskForCredentials(_ fetch: Fetch) -> Bool {
    abilities.credentials && !fetch.hasAskedForCredentials
  }

  mutating func askForCredentials(
    _ response: HTTPResponse, _ refusal: PageOutcome, _ fetch: Fetch, _ id: Int
  ) {
    var fetch = fetch
    fetch.hasAskedForCredentials = true
    fetch.refusal = refusal
    fetches[id] = fetch
    let origin = (try? HTTPURL.parse(fetch.request.url))?.origin.description ?? ""
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("paginatorId", self.id)
    writer.member("origin", origin)
    writer.member("status", response.status)
    writer.member("challenge", response.headers.combined("WWW-Authenticate"))
    writer.endObject()
    effects.append(.askCredentials(fetch: id, writer.bytes))
  }

  /// Sends the request again with the headers that the client grants; without any, the 401 stays.
  mutating func takeCredentials(_ result: Result<JSONValue, HostError>, for id: Int) {
    guard var fetch = fetches.removeValue(forKey: id), let refusal = fetch.refusal else { return }
    let granted = (try? result.get())?["headers"]?.objectValue?.members ?? []
    let fields = granted.compactMap { name, value in
      value.stringValue.map { HTTPField(name: name, value: $0) }
    }
    guard !fields.isEmpty, let origin = (try? HTTPURL.parse(fetch.request.url))?.origin else {
      conclude(refusal, fetch, id)
      startNext()
      return
    }
    grantedHeaders[origin] = fields
    redactor = Redactor(settings, granted: grantedHeaders.values.flatMap { $0 })
    for field in fields {
      fetch.request.headers.set(field.name, field.value)
      fetch.callerHeaders.insert(field.name.lowercased())
    }
    fetches[id] = fetch
    effects.append(.send(fetch: id, fetch.request))
  }

  /// Headers as `{name: [values]}`, names in lower case.
  private static func headers(_ headers: HTTPHeaders) -> JSONObject {
    var object = JSONObject()
    for field in headers.fields {
      let name = field.name.lowercased()
      var values = object[name]?.arrayValue ?? []
      values.append(.string(field.value))
      object[name] = .array(values)
    }
    return object
  }
}
