import HTTP
import JSON
import Mapping
import Pagination
import Secrets
import System
import Text

/// Reads the response to the request for a page, as settings say: a value, so that its items can be
/// mapped off the session's lock. The list is asked only about a response that is not plainly a page.
struct ResponseReader: Sendable {
  @Shared private(set) var configuration: Configuration

  init(_ list: borrowing PagedList) { _configuration = list.$configuration }

  private var settings: SessionSettings { _read { yield configuration.settings } }
  private var pager: Pager { _read { yield configuration.settings.pager } }
  private var redactor: Redactor { configuration.redactor }

  /// Interprets a response for the page that was requested, leaving its items as they came.
  func outcome(of arrived: ArrivedResponse, in list: PagedList) -> PageOutcome {
    let (response, request) = (arrived.response, arrived.request)
    if response.status == 304, request.options.mayBeUnmodified,
      let held = list.grid.held[request.page]
    {
      return .notModified(held, facts(of: response, request))
    }
    let selection = settings.mapping.select(
      path: request.request.url.path, method: request.request.method.name,
      status: response.status.code)
    do throws(SessionError) {
      if request.requested.page == pager.firstPage, pager.isEmptyRange(response) {
        return .page(try blank(arrived, list))
      }
      if !response.status.isSuccess, let named = try named(arrived, list) { return named }
      guard case .items(let lists, let messagePaths) = selection else {
        guard isPastEnd(response.status, request, list) else {
          throw refusal(of: arrived, selection)
        }
        return .pastEnd(
          page: request.requested.page, facts(of: response, request),
          pastEnd(response.status, request.requested, list))
      }
      let page: Page
      do throws(SessionError) {
        page = try read(arrived, lists, list)
      } catch {
        if let named = try named(arrived, list) { return named }
        if messagePaths.isEmpty { throw error }
        let document = try? JSONDocument(response.body)
        throw toldError(document, messagePaths, response.status) ?? error
      }
      if let message = page.closingError { throw serverError(response.status, [message]) }
      if page.isEmpty, let named = try named(arrived, list) { return named }
      if let failure = page.reading.failure,
        page.isEmpty || page.reading.isOneItem && response.form.isXML
      {
        let message = page.content.document.flatMap { APIMessage($0)?.text }
        throw serverError(response.status, [message ?? "\(failure.path): \(failure.value.text)"])
      }
      let isOther =
        (page.isEmpty || response.form.isTable)
        && list.shape?.form.isKin(of: response.form) == false
        || page.reading.isOneItem && !response.form.isXML
          && (list.hadLists || list.shape?.hasOtherRows(than: page) == true)
      if isOther, page.reading.view.scan != nil {
        throw .itemsNotFound(
          paths: lists.map(\.keyPath), keys: [], descriptors: [],
          response: UnlistedResponse(
            response, to: request.request, redactor, isLater: list.isLater(request.requested)))
      }
      // The request is only accepted: there are neither items nor a word of the end. What a GET brings
      // is the state of the work then.
      if response.status == 202, !page.reading.isEndSignalled,
        page.isEmpty || page.reading.isOneItem && request.request.method == "GET"
      {
        throw refusal(of: arrived, selection)
      }
      if !messagePaths.isEmpty,
        let told = toldError(page.content.document, messagePaths, response.status)
      {
        throw told
      }
      return .page(page)
    } catch .itemsNotFound where response.status == 202 && request.request.method == "GET" {
      return .failure(refusal(of: arrived, selection))
    } catch {
      return .failure(error)
    }
  }

  /// The empty page that an error response represents.
  private func blank(
    _ arrived: ArrivedResponse, _ list: PagedList
  ) throws(SessionError) -> Page {
    var blank = arrived
    if blank.response.status.isSuccess { blank.response.status = HTTPStatus(204) }
    blank.response.body = []
    blank.response.bodyEnd = .stated
    return try read(blank, [], list)
  }

  /// The outcome of a response that is an error which the settings name; nil: it is not. A position
  /// that was followed has expired with 410 as well.
  private func named(
    _ arrived: ArrivedResponse, _ list: PagedList
  ) throws(SessionError) -> PageOutcome? {
    let (response, position) = (arrived.response, arrived.request.requested.position)
    func isNamed(_ error: NamedError?) -> Bool {
      error?.matches(status: response.status.code) { try? JSONDocument(response.body) } == true
    }
    if response.status == 410 && position.isNamed || isNamed(settings.end.expired) {
      return .failure(
        .positionExpired(
          RequestLine(arrived.request.request, answeredBy: response, redactor),
          status: response.status.code, body: SessionError.beginning(of: response, redactor)))
    }
    return isNamed(settings.end.noItems) ? .page(try blank(arrived, list)) : nil
  }

  /// Returns the reason why a refused position is the end; it may be a position that the API's
  /// ceiling forbids.
  private func pastEnd(
    _ status: HTTPStatus, _ requested: RequestedPage, _ list: PagedList
  ) -> EndReason {
    if let ceiling = settings.end.ceiling, requested.offset.plus(requested.perPage) > ceiling,
      list.counts.objectCount.map({ $0 > requested.offset }) ?? true
    {
      return EndReason(.ceiling(ceiling), page: requested.page)
    }
    return EndReason(.pastEnd(status: status.code), page: requested.page)
  }

  private func read(
    _ arrived: ArrivedResponse, _ lists: [SelectedList], _ list: PagedList
  ) throws(SessionError) -> Page {
    var arrived = arrived
    var reading = try reading(of: arrived, lists, list)
    if reading.items.count == 1, reading.items[0].kind == .object, lists.count == 1,
      !reading.view.isListed, let place = settings.mapping.itemsPlace,
      let body = place.listedByID(arrived.response.body)
    {
      arrived.response.body = body
      reading = try self.reading(of: arrived, lists, list)
    }
    let (request, source) = (arrived.request, arrived.source)
    if let doubtful = arrived.wholeLists?.doubtful, doubtful > 0, let inner = settings.inner {
      reading.warnings.append(
        .innerListsDoubtful(
          path: inner.items.description, page: source.requested.page, items: doubtful))
    }
    let (digests, all) = reading.digests()
    let (content, trace) = (content(of: reading, lists), trace(of: reading, all, request))
    return Page(
      number: source.requested.page, reading: reading, content: content,
      facts: facts(of: source.response, request), trace: trace, source: source,
      byteDigests: digests, received: reading.items.count)
  }

  private func reading(
    of arrived: ArrivedResponse, _ lists: [SelectedList], _ list: PagedList
  ) throws(SessionError) -> PageReading {
    let requested = arrived.request.requested
    return try mapError(
      {
        SessionError(
          $0, in: arrived.response, to: arrived.request.request, redactor,
          isLater: list.isLater(requested))
      },
      pager.reader.read(
        arrived.response, requested: requested, applying: lists.map(\.list),
        isBehindAll: { list.isBehindAll($0, requested) }))
  }

  /// The items of a page that is held, under the settings as they are now; nil where they do not
  /// fit it, or where mapping them takes its time.
  func content(of source: PageSource) -> PageContent? {
    let lists = lists(of: source)
    guard
      let reading = try? pager.reader.read(
        source.response, requested: source.requested, applying: lists.map(\.list))
    else { return nil }
    if settings.mapping.isPassthrough { return content(of: reading, lists) }
    return try? mapped(
      reading, source, stepsMax: MappingLimits.promptStepsMax, isCancelled: { false })
  }

  /// The lists that have items in a response.
  private func lists(of source: PageSource) -> [SelectedList] {
    let selection = settings.mapping.select(
      path: (try? HTTPURL.parse(source.requestURL))?.path ?? "", method: source.method,
      status: source.response.status.code)
    if case .items(let lists, _) = selection { return lists }
    return []
  }

  /// The items as they came.
  private func content(of reading: PageReading, _ lists: [SelectedList]) -> PageContent {
    guard let scan = reading.view.scan else {
      return PageContent(
        document: nil, sources: [], array: nil, mapped: nil,
        lists: lists.count > 1 ? parts(nil, lists, count: 0) : [])
    }
    let (items, isOne) = (reading.items, lists.count == 1 && reading.view.envelopeLines.isEmpty)
    // The list as the API sent it, where it holds exactly the items.
    let array = isOne ? scan.lists[lists[0].list] : nil
    let isWhole = array?.slice.kind == .array && array?.elements.count == items.count
    return PageContent(
      document: scan.document, sources: items, array: isWhole ? array?.slice : nil, mapped: nil,
      lists: lists.count > 1
        ? parts(items.isEmpty ? nil : scan, lists, count: items.count) : [])
  }

  /// A page with its items mapped; `cancelled` once no job waits for it any more.
  func mapped(_ page: Page, isCancelled: @escaping @Sendable () -> Bool) -> PageOutcome {
    do throws(SessionError) {
      var mapped = page
      mapped.remap(
        try self.mapped(
          page.reading, page.source, stepsMax: MappingLimits.pageStepsMax, isCancelled: isCancelled)
      )
      return .page(mapped)
    } catch {
      return .failure(error)
    }
  }

  private func mapped(
    _ reading: PageReading, _ source: PageSource, stepsMax: Int,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(SessionError) -> PageContent {
    let lists = lists(of: source)
    guard let scan = reading.view.scan else { return content(of: reading, lists) }
    let response = source.response
    // Few mappings have links.
    let base = LazyValue { [redactor] in try? HTTPURL.parse(redactor.mask(url: response.url)) }
    let context = SourceContext(
      page: source.requested.page, status: response.status.code,
      requestURL: redactor.mask(url: source.requestURL),
      header: { response.headers.combined($0) },
      resolveURL: { reference in try? base.value?.link(reference) })
    var mapped: MappedItems
    do throws(MappingError) {
      mapped = try settings.mapping.map(
        scan, lists: lists, context: context, stepsMax: stepsMax, isCancelled: isCancelled)
    } catch {
      throw SessionError(error)
    }
    if reading.untilReached != nil { mapped.keep(reading.items) }
    if mapped.isFailure { throw .mappingFailed(issues: mapped.issues.map(\.json)) }
    return PageContent(
      document: scan.document, sources: mapped.sources, array: nil, mapped: mapped,
      lists: lists.count > 1 ? mapped.lists.map { ($0.keyPath, $0.items) } : [])
  }

  /// The items of each list among the first `count` items.
  private func parts(
    _ scan: JSONScan?, _ lists: [SelectedList], count: Int
  ) -> [(keyPath: String, items: Range<Int>)] {
    var end = 0
    return lists.map { selected in
      let first = min(end, count)
      end += scan?.lists[selected.list].elements.count ?? 0
      return (selected.keyPath, first..<min(end, count))
    }
  }

  private func facts(of response: HTTPResponse, _ request: PendingRequest) -> ResponseFacts {
    ResponseFacts(
      status: response.status.code,
      shownURL: redactor.shown(response.url),
      bytes: response.body.count,
      durationMilliseconds: response.durationMilliseconds, attempts: request.attempt)
  }

  private func trace(
    of reading: PageReading, _ items: Fingerprint, _ sent: PendingRequest
  ) -> LoopGuard.Trace {
    var request = Fingerprint()
    request.add(sent.request.method.name)
    request.add(sent.request.url.text)
    request.add(sent.request.headers["Range"] ?? "")
    request.add(sent.request.body ?? [])
    var identities: Fingerprint?
    if !settings.identity.isEmpty, reading.identities.isWhole {
      identities = Fingerprint()
      identities?.add(words: reading.identities.digests)
    }
    var response = items
    response.add(envelope: reading)
    return LoopGuard.Trace(
      request: request.value, items: items.value, identities: identities?.value,
      isEmpty: reading.items.isEmpty, response: response.value)
  }

  /// A status that means the end at a computed position once a page was good, unless that said that
  /// there is more. A page that is only looked at, in the midst of the list, is missing by itself.
  private func isPastEnd(
    _ status: HTTPStatus, _ request: PendingRequest, _ list: PagedList
  ) -> Bool {
    guard list.isBeyondFirst(request.requested), !list.isPromised(request.page) else {
      return false
    }
    let isCeiling = pastEnd(status, request.requested, list).kind == .ceiling
    if list.isInside(request.page), request.interested == [Window.id], status.isPastEnd {
      return isCeiling
    }
    return pager.ends.isPastEnd(status.code) || status.refusesPosition && isCeiling
  }

  private func refusal(of arrived: ArrivedResponse, _ selection: Selection) -> SessionError {
    let (response, request) = (arrived.response, arrived.request)
    if case .errorMessage(let paths) = selection,
      let told = toldError(try? JSONDocument(response.body), paths, response.status)
    {
      return told
    }
    var refusals: [DescriptorMismatch] = []
    if case .none(let mismatches, let isStatusRefused) = selection {
      refusals = mismatches
      if !isStatusRefused {
        return .itemsNotFound(
          paths: [], keys: [], descriptors: refusals,
          response: UnlistedResponse(response, to: request.request, redactor, isLater: false))
      }
    }
    let wait =
      RetryPolicy.isTransient(response) || response.headers["Retry-After"] != nil
      ? RetryPolicy.wait(of: response, epochSeconds: arrived.clock.epochSeconds) : nil
    return .httpStatus(
      RequestLine(request.request, answeredBy: response, redactor), status: response.status.code,
      retryAfterSeconds: wait.map(RetryPolicy.wholeSeconds),
      body: SessionError.beginning(of: response, redactor),
      descriptors: refusals)
  }

  /// The error that a response reports at the paths of messages, whether or not it has items.
  private func toldError(
    _ document: JSONDocument?, _ paths: [JSONPath], _ status: HTTPStatus
  ) -> SessionError? {
    guard let document else { return nil }
    let messages = ResponseMapping.messages(document, at: paths)
    return messages.isEmpty ? nil : serverError(status, messages)
  }

  private func serverError(_ status: HTTPStatus, _ messages: [String]) -> SessionError {
    .serverError(status: status.code, messages: messages.map { redactor.mask(text: $0) })
  }
}

extension PagedList {
  /// True when pages with items were lists, and nothing else.
  fileprivate var hadLists: Bool { shape?.hasLists == true && pager.isListAtRoot }

  /// True when an earlier page has arrived.
  fileprivate func isLater(_ requested: RequestedPage) -> Bool {
    isBegun && requested.page != firstPage
  }

  /// True for a page without a list that itself says that it lies behind the last item: that nothing is
  /// there, a total of as many items as came before it, or what pages with items report, with null in
  /// their place, or, behind a short page, without them.
  ///
  ///     {"total": 34}       {"message": "No more results"}       {"code": 0, "data": null}
  fileprivate func isBehindAll(_ page: PageReading, _ requested: RequestedPage) -> Bool {
    guard isLater(requested), !hadLists, page.failure == nil,
      let document = page.view.scan?.document
    else { return false }
    // A token that is not found has expired, and what the page before has promised is missing.
    let mayBeEnd = isBeyondFirst(requested) && !isPromised(requested.page)
    if mayBeEnd, page.view.outcome?.sayNothingIsThere == true { return true }
    if APIMessage(document)?.isError == true { return false }
    if cursor.received(before: requested.page).map(page.states) == true { return true }
    guard mayBeEnd, let shape else { return false }
    let isBehindShort =
      visits[requested.page - 1].map { $0.received > 0 && $0.received < visits.receivedMost }
      == true
    return page.hasNullForItems && shape.isConfirmed(by: page)
      || isBehindShort && shape.leavesOut(page)
  }
}

extension Page {
  /// The API's message if JSON Lines end early with an error, after the status was sent: the last
  /// line reports a failure and shares no member with the first. Otherwise nil.
  ///
  ///     {"id": 1}\n{"exception": "Timeout exceeded"}       Timeout exceeded
  fileprivate var closingError: String? {
    guard source.response.form == .lines, reading.items.count > 1, let last = reading.items.last,
      let first = reading.items.first, let document = reading.view.scan?.document,
      last.kind == .object, first.kind == .object, last.range.count <= SessionError.bodyBytesRead
    else { return nil }
    func members(_ item: JSONSlice) -> [(name: String, value: JSONValue)] {
      document.members(of: item).map {
        (EnvelopeReport.flat(document.string($0.key) ?? ""), document.value($0.value))
      }
    }
    let (own, others) = (members(last), Set(members(first).map(\.name)))
    guard own.allSatisfy({ !others.contains($0.name) }),
      let report = own.first(where: {
        if case .failure? = EnvelopeReport($0.name, $0.value) { true } else { false }
      })
    else { return nil }
    let text = String(decoding: document.bytes[last.range], as: UTF8.self)
    return APIMessage(text)?.text ?? report.value.text
  }
}

extension PageReading {
  /// The fewest texts or whole numbers that are taken for names of things where no two are equal.
  private static let namesMin = 10

  /// Digests of the bytes of the items, none of these where equal items may be different ones; and
  /// of all of them together. `comparesValues`: items that are no objects are the same where they are
  /// equal.
  func digests(comparesValues: Bool = false) -> (each: [UInt64], all: Fingerprint) {
    var (each, all, seen) = ([UInt64](), Fingerprint(), DigestSet())
    guard let document = view.scan?.document else { return (each, all) }
    let isIdentified = !identities.isEmpty
    if isIdentified, identities.isWhole, let stretch = itemsStretch {
      all.add(document.bytes, stretch)
      return (each, all)
    }
    let isKept =
      isIdentified || comparesValues || items.allSatisfy { $0.kind == .object }
      || areNames(of: document)
    if isKept { each.reserveCapacity(items.count) }
    for item in items {
      var bytes = Fingerprint()
      bytes.add(document.bytes, item.range)
      all.add(bytes.value)
      if isKept { each.append(bytes.value) }
    }
    return (isIdentified || seen.insert(each).isEmpty ? each : [], all)
  }

  /// True for a page full of texts or whole numbers, which may be names of things.
  private func areNames(of document: JSONDocument) -> Bool {
    items.count >= PageReading.namesMin
      && items.allSatisfy { item in
        item.kind == .string
          || item.kind == .number && document.bytes[item.range].allSatisfy(ASCII.isDigit)
      }
  }

  /// The bytes from the first item to the last one, where next to nothing is between them.
  private var itemsStretch: Range<Int>? {
    let items = items
    guard let first = items.first?.range, let last = items.last?.range,
      first.lowerBound < last.upperBound
    else { return nil }
    var between = last.upperBound - first.lowerBound
    for item in items { between -= Int(item.end) - Int(item.start) }
    return (0...2 * items.count).contains(between) ? first.lowerBound..<last.upperBound : nil
  }
}

extension Fingerprint {
  /// Takes in what is around the items, and the raw next value.
  fileprivate mutating func add(envelope reading: PageReading) {
    if let document = reading.view.scan?.document {
      let (items, all) = (reading.items, document.bytes.count)
      var (first, last) = (items.isEmpty ? all : Int.max, items.isEmpty ? all : 0)
      for item in items {
        first = min(first, Int(item.start))
        last = max(last, Int(item.end))
      }
      add(document.bytes, 0..<first)
      add(document.bytes, last..<all)
    }
    add(reading.view.headers.combined("Link") ?? "")
    if case .position(.token(let token)) = reading.neighbours.next {
      for member in token.members { add(member.value) }
    }
  }
}
