import Detection
import HTTP
import JSON
import Pagination
import Secrets

/// A collection of which nothing has been delivered, as a prelude pages it by one candidate after
/// the other.
struct CollectionOnTrial: TrialList {
  /// Without a page.
  private(set) var empty: PagedList
  /// With its first page, from which requests for the second one are made.
  private(set) var begun: PagedList
  /// Responses to the first request, by its number.
  private let firsts: [Int: ArrivedResponse]
  /// The walk that waits for its pages.
  private let walk: Walk?

  init(_ configuration: Configuration, _ firsts: [Int: ArrivedResponse], _ walk: Walk?) {
    empty = PagedList(configuration)
    begun = empty
    self.firsts = firsts
    self.walk = walk
  }

  var pager: Pager { empty.pager }
  var identity: [JSONPath] { empty.settings.identity }
  var firstRequested: RequestedPage { empty.firstRequested }

  mutating func adopt(_ found: JSONObject) -> Bool { empty.adopt(found) }
  mutating func warn(_ warning: PageWarning) { empty.warn(warning) }
  mutating func end(because found: StatedValue) { empty.close { $0.settle(found) } }
  mutating func warnAboutRivals(_ lists: [String]) { empty.warnAboutRivals(lists) }

  mutating func read(_ first: FirstResponse) -> FirstReading? {
    guard let arrived = firsts[first.id], let page = empty.firstPage(in: arrived) else {
      return nil
    }
    begun = empty
    guard begun.begin(with: page), begun.hasNext(after: page.number) != false else {
      return FirstReading(page.reading, next: nil)
    }
    return FirstReading(page.reading, next: try? begun.route(after: page.number).map(request).get())
  }

  /// The second page as the walk requests it: with an overlap, unless the request would equal the
  /// first one.
  private func request(_ next: RequestedPage) -> RequestedPage {
    guard let walk, next.offset > begun.firstRequested.offset + 1 else { return next }
    return walk.overlapping(next, begun)
  }

  /// The warnings of loads of the first page, and of the second.
  func warnings(of first: ArrivedResponse, _ second: PageOutcome?) -> [PageWarning] {
    var loaded = empty
    let outcomes = [loaded.firstPage(in: first).map { .page($0) }, second].compactMap(\.self)
    for (page, outcome) in zip(firstRequested.page..., outcomes) {
      let load = PageLoad(
        id: PreludeRun.id, target: .next, parameters: [], stores: false, completion: { _ in })
      _ = load.take(
        firstRequested, loaded.admit(outcome, page, comparesItems: true), &loaded)
    }
    return loaded.warnings
  }
}

extension PagedList {
  /// The reason why what came for the first request is no page; nil if it is one.
  func failure(of request: PendingRequest, _ content: PendingRequest.Awaited) -> SessionError? {
    if case .failed(let error) = content { return error }
    guard case .arrived(let response, let clock) = content else { return nil }
    var arrived = ArrivedResponse(response: response, request: request, clock: clock)
    var first = self
    first.findItems(in: &arrived)
    return if case .failure(let error) = first.firstOutcome(of: arrived) { error } else { nil }
  }

  /// The response to the first request, read with the settings and with its items unchanged; nil if
  /// it is not a page.
  func firstPage(in arrived: ArrivedResponse) -> Page? { firstOutcome(of: arrived).page }

  private func firstOutcome(of arrived: ArrivedResponse) -> PageOutcome {
    var first = arrived
    first.request.renumber(firstRequested)
    settings.listItems(of: &first.response)
    return outcome(of: first)
  }

  /// Takes in a page as one that was delivered. False: it is an end, or a loop.
  mutating func begin(with page: Page) -> Bool {
    if take(page, isHeld: false) != nil { return false }
    follow(page)
    return true
  }

  /// Knows what the first pages say of the places of others, where those can be requested directly.
  mutating func learnPlaces(from first: ArrivedResponse, _ second: Page?) {
    guard isComputed, let page = firstPage(in: first), page.received > 0 else { return }
    for page in [page, second].compactMap(\.self) {
      _ = take(page, isHeld: false, isDelivered: false)
    }
  }

  /// Reports the findings of the prelude, secrets masked. `read`: the warnings of its pages.
  func report(_ prelude: Prelude, _ read: [PageWarning]) -> DetectionReport {
    var all = self
    for warning in read { all.warn(warning) }
    // If a page may be a short one, its number of items is not the API's page size.
    let candidates = prelude.candidates.map { candidate in
      (pager.leavesSize ? candidate.withoutSize : candidate).masked { $0.masked(by: redactor) }
    }
    return DetectionReport(
      candidates: candidates, warnings: all.warnings, certainty: prelude.certainty)
  }
}

extension ArrivedResponse {
  /// True when there is anything to detect. A body without a list that reports an error says
  /// nothing about how the API pages.
  func mayBeList(_ collection: PagedList) -> Bool {
    guard response.status.isSuccess, (try? JSONDocument(response.body)) != nil else { return false }
    let parameters = collection.configuration.parameters
    guard parameters["itemsPath"] == nil, parameters["responseDescriptors"] == nil else {
      return true
    }
    let beginning = response.body.prefix(SessionError.bodyBytesRead)
    return APIMessage(String(decoding: beginning, as: UTF8.self))?.isError != true
      || !collection.itemLists(in: source).isEmpty
  }
}

extension SecondPage.Content {
  /// Converts the outcome of a request for the second page.
  init(_ outcome: PageOutcome) {
    switch outcome {
    case .page(let page): self = .page(page.reading)
    case .pastEnd(_, let facts, _): self = .refused(status: facts.status, isPastEnd: true)
    case .failure(.httpStatus(_, let status, _, _, _)),
      .failure(.positionExpired(_, let status, _)):
      self = .refused(status: status, isPastEnd: false)
    case .failure(.itemsNotFound), .failure(.metadataInvalid), .failure(.serverError):
      self = .misshapen
    case .failure(.invalidResponse(_, let body)): self = .notJSON(isText: body.offset == 0)
    case .failure(.notRecorded): self = .notRecorded
    case .failure, .notModified: self = .failed
    }
  }
}

extension SecondPage {
  /// The outcome of a request. If the API responds with an error, its message is quoted.
  init(_ outcome: PageOutcome, of request: PendingRequest, _ redactor: Redactor) {
    let line = RequestLine(request.request, redactor)
    let refusal = outcome.refusal.map { said in
      "\(line.method) \(line.url)" + (said.isEmpty ? "" : ": \(redactor.mask(text: said))")
    }
    self.init(
      Content(outcome), of: request.requested, at: request.request.url.text, refusal: refusal)
  }
}

extension PageOutcome {
  /// Characters of an API's words that are quoted.
  private static let charactersMax = 160

  /// The API's message on one line if it responds with an error, empty if the error has no message;
  /// nil if there is no error.
  fileprivate var refusal: String? {
    switch self {
    case .pastEnd: ""
    case .failure(.httpStatus(_, _, _, let body, _)), .failure(.positionExpired(_, _, let body)):
      PageOutcome.words(body)
    case .failure(.itemsNotFound(_, _, _, let response?)):
      APIMessage(response.body)?.isError == true || response.status >= 400
        ? PageOutcome.words(response.body) : nil
    case .failure(.serverError(_, let messages)):
      messages.first.map { String($0.prefix(PageOutcome.charactersMax)) }
    case .page(let page):
      page.error.map { String($0.text.prefix(PageOutcome.charactersMax)) }
    case .failure, .notModified: nil
    }
  }

  /// Of JSON the API's message, of other text its first line; of markup nothing.
  private static func words(_ body: String) -> String {
    let line = body.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    let words = APIMessage(body)?.text ?? ("<{[".contains(line.first ?? "<") ? "" : line)
    return String(words.prefix(charactersMax))
  }
}

extension Page {
  /// The error in the place of items; nil without one.
  fileprivate var error: APIMessage? {
    guard reading.items.isEmpty, let document = reading.view.scan?.document,
      let message = APIMessage(document), message.isError || reading.view.status >= 400
    else { return nil }
    return message
  }
}
