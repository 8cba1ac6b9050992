import HTTP
import JSON
import Pagination

extension SessionState {
  /// Sends for a page. What keeps the request from being made settles the page as failed.
  mutating func fetch(
    _ asked: AskedPage, for purpose: Fetch.Purpose, parameters: [QueryParameter] = [],
    validators: HeldPages.Page? = nil
  ) {
    if settings.notifications {
      effects.append(.notify(.willLoadPage(paginatorID: id, page: asked.page)))
    }
    do throws(SessionError) {
      var (request, callerHeaders) = try request(for: asked, parameters: parameters)
      if let tag = validators?.etag { request.headers.set("If-None-Match", tag) }
      if let date = validators?.lastModified { request.headers.set("If-Modified-Since", date) }
      let id = nextID()
      fetches[id] = Fetch(
        purpose: purpose, asked: asked, request: request, callerHeaders: callerHeaders)
      effects.append(.send(fetch: id, request))
    } catch {
      settle(asked, .failure(error), for: purpose)
    }
  }

  /// The request of a page, and which of its headers are the caller's. A link to an origin that is
  /// not allowed is refused here, before anything is sent.
  private mutating func request(
    for asked: AskedPage, parameters: [QueryParameter]
  ) throws(SessionError) -> (HTTPRequest, callerHeaders: Set<String>) {
    let values = RequestTemplate.Values(
      pageCount: counts.pageCount, objectCount: counts.objectCount)
    let draft = pager.draft(for: asked, values: values, more: parameters)
    var headers = HTTPHeaders(draft.headers)
    var callerHeaders = Set(draft.headers.map { $0.name.lowercased() })
    var body: [UInt8]?
    switch draft.body {
    case .none: break
    case .text(let text): body = Array(text.utf8)
    case .json(let value):
      var writer = JSONWriter()
      writer.value(value)
      body = writer.bytes
      if headers["Content-Type"] == nil { headers.add("Content-Type", "application/json") }
    }
    var request = HTTPRequest(
      method: draft.method, url: draft.url, headers: headers, body: body, settings: settings.http)
    try checkOrigin(of: &request, callerHeaders: callerHeaders, isLink: asked.position.isLink)
    for field in headersGranted(for: request.url) {
      request.headers.set(field.name, field.value)
      callerHeaders.insert(field.name.lowercased())
    }
    return (request, callerHeaders)
  }

  /// What the client has granted for the origin of a URL.
  private func headersGranted(for url: String) -> [HTTPField] {
    guard !grantedHeaders.isEmpty, let origin = (try? HTTPURL.parse(url))?.origin else { return [] }
    return grantedHeaders[origin] ?? []
  }

  private mutating func checkOrigin(
    of request: inout HTTPRequest, callerHeaders: Set<String>, isLink: Bool
  ) throws(SessionError) {
    let asked = request.url
    if !isLink, openedURL != nil, asked.head == openedHead { return }
    do throws(HTTPError) {
      let url = try HTTPURL.parse(asked)
      guard isLink else {
        openedURL = url
        openedHead = asked.head
        return
      }
      var home = openedURL
      if home == nil { home = try HTTPURL.parse(pager.template.url.render { _ in "1" }) }
      guard let opened = home else { return }
      openedURL = opened
      switch try OriginCrossing(
        from: opened.origin, to: url, allowed: settings.allowedOrigins)
      {
      case .sameOrigin: request.url = url.withUserinfo(of: opened).text
      case .withCredentials: break
      case .withoutCredentials:
        if let body = request.body, redactor.holdsCredential(body: body) {
          throw .originRefused(
            url: redactor.mask(url: asked), origin: url.origin.description)
        }
        for name in callerHeaders { request.headers.remove(name) }
        request.url = url.withUserinfo(of: nil).text
      }
    } catch {
      throw SessionError(error, url: redactor.mask(url: asked), redactor: redactor)
    }
  }

  /// Takes in what came back for a request.
  mutating func receive(
    _ result: Result<HTTPResponse, HTTPError>, for id: Int, epochSeconds: Double,
    random: @escaping () -> Double
  ) {
    guard var fetch = fetches.removeValue(forKey: id) else { return }
    fetch.transfer = nil
    let context = RetryPolicy.Context(
      retries: settings.retries, waitSecondsMax: settings.retryWaitSecondsMax,
      epochSeconds: epochSeconds, random: random)
    switch RetryPolicy.decide(
      result, attempt: fetch.attempt, isRead: isRead(fetch.request), context)
    {
    case .wait(let seconds, let reason, let isAsked):
      retry(fetch, id, afterSeconds: seconds, reason: reason, isAsked: isAsked)
    case .rateLimited(let seconds):
      let error = SessionError.rateLimited(
        url: redactor.mask(url: fetch.request.url), status: result.status ?? 429,
        retryAfterSeconds: RetryPolicy.wholeSeconds(seconds))
      settle(fetch.asked, .failure(error), for: fetch.purpose)
    case .accept:
      slowDown(after: result, fetch, epochSeconds: epochSeconds)
      take(result, fetch, id, epochSeconds: epochSeconds)
    }
    startNext()
  }

  private mutating func take(
    _ result: Result<HTTPResponse, HTTPError>, _ fetch: Fetch, _ id: Int, epochSeconds: Double
  ) {
    var fetch = fetch
    let home = openedURL.map { [AllowedOrigin(origin: $0.origin)] } ?? []
    do throws(HTTPError) {
      let response = try result.get()
      let next = try Redirect.next(
        after: response, of: fetch.request, hop: fetch.hop, redirectsMax: settings.redirectsMax,
        allowed: settings.allowedOrigins + home, callerHeaders: fetch.callerHeaders,
        redactor: redactor)
      if let next {
        fetch.request = next
        fetch.hop += 1
        fetches[id] = fetch
        effects.append(.send(fetch: id, next))
      } else {
        if detect(in: response, &fetch) {
          self.fetch(fetch.asked, for: fetch.purpose)
          return
        }
        findItems(in: response, fetch)
        let outcome = outcome(of: response, fetch, epochSeconds: epochSeconds)
        if response.status == 401, canAskForCredentials(fetch) {
          askForCredentials(response, outcome, fetch, id)
        } else {
          conclude(outcome, fetch, id)
        }
      }
    } catch {
      let url = redactor.mask(url: fetch.request.url)
      let failure = SessionError(error, url: url, redactor: redactor)
      settle(fetch.asked, .failure(failure), for: fetch.purpose)
    }
  }

  /// Waits, and sends the request again. `isAsked`: the API itself asked for the wait, so that
  /// others who ask it wait too.
  private mutating func retry(
    _ fetch: Fetch, _ id: Int, afterSeconds seconds: Double, reason: String, isAsked: Bool
  ) {
    var fetch = fetch
    fetch.attempt += 1
    fetches[id] = fetch
    if settings.notifications {
      effects.append(
        .notify(
          .willRetry(
            paginatorID: self.id, page: fetch.asked.page, attempt: fetch.attempt,
            delaySeconds: seconds, reason: reason)))
    }
    if isAsked { effects.append(.hold(fetch.request, seconds: seconds)) }
    tellWaiting(id, seconds: seconds, reason: reason)
    effects.append(.wait(fetch: id, seconds: seconds))
  }

  /// Where an answer says that no request is left, the next one waits for the reset.
  private mutating func slowDown(
    after result: Result<HTTPResponse, HTTPError>, _ fetch: Fetch, epochSeconds: Double
  ) {
    guard case .success(let response) = result, (200..<300).contains(response.status),
      RetryPolicy.isExhausted(response),
      let seconds = RateLimitHeaders(response.headers).resetSeconds(epochSeconds: epochSeconds),
      seconds > 0, seconds <= settings.retryWaitSecondsMax
    else { return }
    effects.append(.hold(fetch.request, seconds: seconds))
  }

  /// Sends a request whose time to wait is over.
  mutating func resend(_ id: Int) {
    guard fetches[id] != nil else { return }
    fetches[id]?.waiting = nil
    if let request = fetches[id]?.request { effects.append(.send(fetch: id, request)) }
  }

  /// Whether sending a request twice does no harm: what pages by its body reads.
  private func isRead(_ request: HTTPRequest) -> Bool {
    ["GET", "HEAD", "OPTIONS", "QUERY"].contains(request.method) || pager.readsByBody
  }
}

extension String {
  /// A URL's text up to its path: scheme, userinfo, host and port.
  fileprivate var head: String {
    guard let mark = utf8.firstIndex(of: UInt8(ascii: ":")) else { return self }
    let authority = utf8[mark...].dropFirst(3)
    let ends = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\")]
    return String(self[..<(authority.firstIndex { ends.contains($0) } ?? endIndex)])
  }
}

extension Position {
  fileprivate var isLink: Bool {
    if case .link = self { true } else { false }
  }
}

extension Result<HTTPResponse, HTTPError> {
  fileprivate var status: Int? { try? get().status }
}
