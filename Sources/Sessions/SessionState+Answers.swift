import HTTP
import JSON
import Mapping
import Pagination

extension SessionState {
  /// What a response means for the page that was asked for.
  func outcome(
    of response: HTTPResponse, _ fetch: Fetch, epochSeconds: Double
  ) -> PageOutcome {
    if response.status == 304, held[fetch.asked.page] != nil, fetch.mayBeUnmodified {
      return .notModified(facts(of: response, fetch))
    }
    let selection = settings.mapping.select(
      path: (try? HTTPURL.parse(response.url))?.path ?? "", method: fetch.request.method,
      status: response.status)
    do throws(SessionError) {
      if fetch.asked.page == firstPage, pager.isEmptyRange(response) {
        var blank = response  // what a refusal holds is no page
        blank.body = []
        return .page(try read(blank, fetch, []))
      }
      guard case .items(let lists, let messagePaths) = selection else {
        guard isPastEnd(response.status, fetch.asked) else {
          throw refusal(of: response, selection, epochSeconds: epochSeconds)
        }
        return .pastEnd(facts(of: response, fetch), pastEnd(response.status, fetch.asked))
      }
      let page: ReadPage
      do throws(SessionError) {
        page = try read(response, fetch, lists)
      } catch {
        let document = messagePaths.isEmpty ? nil : try? JSONDocument(response.body)
        throw toldError(document, messagePaths, response.status) ?? error
      }
      if let told = toldError(page.content.document, messagePaths, response.status) { throw told }
      return .page(page)
    } catch {
      return .failure(error)
    }
  }

  /// Why a refused position is the end: it may be one that the API's ceiling forbids.
  private func pastEnd(_ status: Int, _ asked: AskedPage) -> EndReason {
    let (itemsUpTo, overflow) = asked.offset.addingReportingOverflow(asked.perPage)
    if let ceiling = settings.ceiling, overflow || itemsUpTo > ceiling,
      counts.objectCount.map({ $0 > asked.offset }) ?? true
    {
      return EndReason(.ceiling, page: asked.page, field: "ceiling", value: .integer(ceiling))
    }
    return EndReason(.pastEnd, page: asked.page, field: "@status", value: .integer(status))
  }

  private func read(
    _ response: HTTPResponse, _ fetch: Fetch, _ lists: [SelectedList]
  ) throws(SessionError) -> ReadPage {
    let reading: PageReading
    do throws(PageReadError) {
      reading = try pager.reader.read(response, asked: fetch.asked, applying: lists.map(\.list))
    } catch {
      throw SessionError(error, url: redactor.mask(url: response.url), redactor: redactor)
    }
    let source = PageSource(
      response: response, method: fetch.request.method, requestURL: fetch.request.url,
      asked: fetch.asked)
    return ReadPage(
      asked: fetch.asked, reading: reading, content: try content(of: reading, source, lists),
      facts: facts(of: response, fetch), trace: trace(of: reading, fetch),
      etag: response.headers["ETag"], lastModified: response.headers["Last-Modified"],
      source: source)
  }

  /// The items of a page that is held, under the settings as they are now; nil where they do not
  /// fit it.
  func content(of source: PageSource) -> PageContent? {
    let response = source.response
    let selection = settings.mapping.select(
      path: (try? HTTPURL.parse(response.url))?.path ?? "", method: source.method,
      status: response.status)
    guard case .items(let lists, _) = selection,
      let reading = try? pager.reader.read(
        response, asked: source.asked, applying: lists.map(\.list))
    else { return nil }
    return try? content(of: reading, source, lists)
  }

  private func content(
    of reading: PageReading, _ source: PageSource, _ lists: [SelectedList]
  ) throws(SessionError) -> PageContent {
    guard let scan = reading.view.scan else {
      return PageContent(
        document: nil, sources: [], array: nil, mapped: nil, lists: parts(nil, lists))
    }
    if settings.mapping.isPassthrough {
      return PageContent(
        document: scan.document, sources: reading.items, array: wholeArray(scan, reading, lists),
        mapped: nil, lists: parts(reading.items.isEmpty ? nil : scan, lists))
    }
    let response = source.response
    let base = try? HTTPURL.parse(response.url)
    let context = MappingContext(
      page: source.asked.page, status: response.status,
      requestURL: redactor.mask(url: source.requestURL),
      header: { response.headers.combined($0) },
      resolveURL: { reference in try? base?.link(reference) })
    let mapped: MappedItems
    do throws(MappingError) {
      mapped = try settings.mapping.map(scan, lists: lists, context: context)
    } catch {
      switch error {
      case .outputTooLarge(let maximum):
        throw .limitExceeded(limit: "mappedBytes", maximum: maximum)
      case .relatedTooLarge(let maximum):
        throw .limitExceeded(limit: "relatedBytes", maximum: maximum)
      }
    }
    if mapped.isFailure { throw .mappingFailed(issues: mapped.issues.map(\.json)) }
    return PageContent(
      document: scan.document, sources: mapped.sources, array: nil, mapped: mapped,
      lists: lists.count > 1 ? mapped.lists.map { ($0.keyPath, $0.items) } : [])
  }

  /// The list as the API sent it, where it holds exactly the items.
  private func wholeArray(
    _ scan: JSONScan, _ reading: PageReading, _ lists: [SelectedList]
  ) -> JSONSlice? {
    guard lists.count == 1, let number = lists.first?.list else { return nil }
    let list = scan.lists[number]
    return list.slice.kind == .array && list.elements.count == reading.items.count
      ? list.slice : nil
  }

  /// With several lists: which of the items are whose; nil: there are none.
  private func parts(
    _ scan: JSONScan?, _ lists: [SelectedList]
  ) -> [(keyPath: String, items: Range<Int>)] {
    guard lists.count > 1 else { return [] }
    var end = 0
    return lists.map { selected in
      let first = end
      end += scan?.lists[selected.list].elements.count { $0.kind != .null } ?? 0
      return (selected.keyPath, first..<end)
    }
  }

  private func facts(of response: HTTPResponse, _ fetch: Fetch) -> ResponseFacts {
    ResponseFacts(
      status: response.status, url: redactor.mask(url: response.url), bytes: response.body.count,
      durationMilliseconds: response.durationMilliseconds, attempts: fetch.attempt,
      notModified: response.status == 304)
  }

  private func trace(of reading: PageReading, _ fetch: Fetch) -> LoopGuard.Trace {
    var request = Fingerprint()
    request.add(fetch.request.method)
    request.add(fetch.request.url)
    request.add(fetch.request.headers["Range"] ?? "")
    request.add(fetch.request.body ?? [])
    var items = Fingerprint()
    if let document = reading.view.scan?.document {
      for item in reading.items { items.add(document.bytes, item.range) }
    }
    var all = Fingerprint()
    for case let identity? in reading.identities { all.add(identity) }
    let isWhole = !settings.identity.isEmpty && !reading.identities.contains(nil)
    return LoopGuard.Trace(
      request: request.value, items: items.value, identities: isWhole ? all.value : nil,
      isEmpty: reading.items.isEmpty)
  }

  /// A status that means the end at a computed position once a page was good.
  private func isPastEnd(_ status: Int, _ asked: AskedPage) -> Bool {
    [400, 404, 410, 416, 422].contains(status) && isComputed && asked.page > firstPage
      && (loaded || resumption != nil)
  }

  private func refusal(
    of response: HTTPResponse, _ selection: Selection, epochSeconds: Double
  ) -> SessionError {
    if case .errorMessage(let paths) = selection,
      let told = toldError(try? JSONDocument(response.body), paths, response.status)
    {
      return told
    }
    var refusals: [DescriptorMismatch] = []
    if case .none(let mismatches, let isStatusRefused) = selection {
      refusals = mismatches
      if !isStatusRefused { return .itemsNotFound(paths: [], keys: [], descriptors: refusals) }
    }
    let quoted = String(decoding: response.body.prefix(SessionError.bodyBytesRead), as: UTF8.self)
    let wait =
      RetryPolicy.isTransient(response) || response.headers["Retry-After"] != nil
      ? RetryPolicy.wait(of: response, epochSeconds: epochSeconds) : nil
    return .httpStatus(
      url: redactor.mask(url: response.url), status: response.status,
      retryAfterSeconds: wait.map(RetryPolicy.wholeSeconds),
      body: String(redactor.mask(text: quoted).prefix(SessionError.bodyCharactersMax)),
      descriptors: refusals)
  }

  /// The error that an answer tells at the paths of messages, whether or not it has items.
  private func toldError(
    _ document: JSONDocument?, _ paths: [JSONPath], _ status: Int
  ) -> SessionError? {
    guard !paths.isEmpty, let document else { return nil }
    let messages = settings.mapping.messages(document, at: paths)
    return messages.isEmpty ? nil : serverError(status, messages)
  }

  private func serverError(_ status: Int, _ messages: [String]) -> SessionError {
    .serverError(status: status, messages: messages.map { redactor.mask(text: $0) })
  }

  // MARK: Settling

  /// Hands what came of a request to whom it is for; a rule of the client's is asked first.
  mutating func conclude(_ outcome: PageOutcome, _ fetch: Fetch, _ id: Int) {
    if case .page(let read) = outcome, pager.kind == .custom {
      askForNeighbours(read, fetch, id)
    } else if !isSuperseded(outcome, fetch) {
      settle(fetch.asked, outcome, for: fetch.purpose)
    }
  }

  mutating func settle(
    _ asked: AskedPage, _ outcome: PageOutcome, for purpose: Fetch.Purpose
  ) {
    switch purpose {
    case .load(let id):
      guard let load = active, load.id == id else { return }
      settle(asked, outcome, for: load)
    case .walk(let id):
      guard active?.id == id else { return }
      settleWalk(asked, outcome)
    case .refresh(let id):
      guard active?.id == id else { return }
      settleRefresh(asked, outcome)
    case .window: settleWindow(asked, outcome)
    }
  }

  private mutating func settle(_ asked: AskedPage, _ outcome: PageOutcome, for load: Load) {
    switch outcome {
    case .failure(let error):
      tellFailed(asked.page, error)
      fail(load, error)
      returnBorrowed(asked.page, error)
      return
    case .notModified(let facts):
      let content = held[asked.page]?.content ?? .empty
      tellLoaded(asked.page, content)
      move(to: asked.page, url: facts.url)
      succeed(load, page: asked.page, content: content, facts: facts)
    case .pastEnd(let facts, let reason):
      markPastEnd(asked.page, reason)
      tellLoaded(asked.page, .empty)
      succeed(load, page: asked.page, content: .empty, facts: facts, discovered: reason)
    case .page(let read):
      switch admit(read, holding: true) {
      case .looped(let reason):
        tellFailed(asked.page, .paginationLoop(reason))
        fail(load, .paginationLoop(reason))
        returnBorrowed(asked.page, .paginationLoop(reason))
      case .ended(let page, let reason):
        tellLoaded(page, .empty)
        succeed(load, page: page, content: .empty, facts: read.facts, discovered: reason)
      case .kept(let page):
        note(read, page)
        tellLoaded(page, read.content)
        if case .page(.page(let wanted), _, _) = load.work, page < wanted {
          walkOn(load, from: page, to: wanted)
        } else {
          let taken = resumption?.page == page ? resumption?.itemsTaken ?? 0 : 0
          move(to: page, url: read.facts.url)
          let content = taken > 0 ? read.content.dropping(taken) : read.content
          succeed(load, page: page, content: content, facts: read.facts)
        }
      }
    }
    returnBorrowed(asked.page, nil)
  }

  /// Takes a page into the run of those that are loaded one after the other.
  @discardableResult
  mutating func note(_ read: ReadPage, _ page: Int) -> PageRun.Finding {
    run.take(
      read, page: page, firstPage: firstPage, isComputed: isComputed,
      hasIdentity: !settings.identity.isEmpty)
  }

  /// Goes on towards a page that only walking reaches.
  private mutating func walkOn(_ load: Load, from page: Int, to wanted: Int) {
    if isComputed, hasNext(after: wanted - 1) != false {  // as detection has found on the way
      fetch(askedDirectly(wanted), for: .load(load.id), parameters: load.parameters)
    } else if let next = ledger[page]?.next, end.map({ page + 1 < $0.bound }) ?? true {
      fetch(asked(page + 1, at: next), for: .load(load.id), parameters: load.parameters)
    } else {
      fail(
        load, .pageOutOfRange(page: wanted, firstPage: firstPage, pageCount: counts.pageCount))
    }
  }

  /// Makes a page the one that loads count from.
  mutating func move(to page: Int, url: String) {
    current = CurrentPage(page: page, url: url)
    rest = nil
    resumption = nil
  }

  private mutating func succeed(
    _ load: Load, page: Int, content: PageContent, facts: ResponseFacts,
    discovered: EndReason? = nil
  ) {
    failure = nil
    active = nil
    var snapshot = snapshot()
    if let discovered { snapshot.endReason = discovered.json }
    answer(load, LoadedPage(page: page, content: content, facts: facts, snapshot: snapshot))
  }

  /// Answers with what a walk has left of a page.
  mutating func deliverRest(_ rest: PageRest, to load: Load) {
    self.rest = nil
    failure = nil
    let content = rest.content.dropping(rest.taken)
    answer(
      load,
      LoadedPage(page: rest.page, content: content, facts: rest.facts, snapshot: snapshot()))
  }

  private mutating func answer(_ load: Load, _ page: LoadedPage) {
    if case .page(_, _, let completion) = load.work {
      effects.append(.answer(completion, .success(page)))
    }
  }

  mutating func tellFailed(_ page: Int, _ error: SessionError) {
    guard settings.notifications else { return }
    effects.append(.notify(.didFailPage(paginatorID: id, page: page, error: error)))
  }

  mutating func tellLoaded(_ page: Int, _ content: PageContent) {
    guard settings.notifications else { return }
    effects.append(
      .notify(
        .didLoadPage(
          paginatorID: id, page: page, start: start(of: page), count: content.count,
          objectCount: counts.objectCount)))
  }
}
