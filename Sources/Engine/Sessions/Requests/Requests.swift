import Decoding
import HTTP
import JSON
import Mapping
import Pagination

/// The requests under way, from a wanted page to its outcome, across retries, redirects and
/// credentials. It knows no jobs: a job interested in a page is just a number.
struct Requests: Sendable {
  private let paginatorID: String
  /// The client can grant credentials.
  private let mayRequestCredentials: Bool
  private var pending: [Int: PendingRequest] = [:]
  private var home = HomeOrigin()
  private var lastID = 0

  init(paginatorID: String, mayRequestCredentials: Bool) {
    self.paginatorID = paginatorID
    self.mayRequestCredentials = mayRequestCredentials
  }

  /// True when no job waits for a request.
  var isEmpty: Bool { pending.values.allSatisfy(\.isUnclaimed) }

  /// The number of requests that run or wait, for any job.
  var underWayCount: Int { pending.values.count { $0.arrived == nil } }

  /// True when one of the requests has to be sent again.
  var isRetrying: Bool { pending.values.contains { $0.attempt > 1 } }

  /// True when no request runs, waits, or was made ahead.
  var isIdle: Bool { pending.isEmpty }

  // MARK: Who is interested in what

  /// The pages under way that a job is interested in.
  func pages(of job: JobID) -> [Int] { pending(of: job).map(\.requested.page) }

  func pending(of job: JobID) -> [PendingRequest] {
    pending.values.filter { $0.interested.contains(job) }
  }

  /// The pages under way that a job could be interested in, too.
  func shareablePages(besides job: JobID) -> [Int] {
    pending.values.filter { $0.options.isShared && !$0.interested.contains(job) }.map(
      \.requested.page)
  }

  /// All pages that are under way for jobs.
  var pages: Set<Int> { Set(pending.values.filter { !$0.isUnclaimed }.map(\.requested.page)) }

  /// True when a job is interested in it.
  func isClaimed(_ id: Int) -> Bool { pending[id].map { !$0.isUnclaimed } ?? false }

  /// The event of a request that waits for some seconds before it is sent.
  func event(of id: Int, _ waiting: WalkProgress.Waiting) -> PageEvent? {
    guard waiting.seconds.isFinite, let request = pending[id] else { return nil }
    return .willRetry(
      page: request.page, attempt: request.attempt, delaySeconds: waiting.seconds,
      reason: waiting.reason)
  }

  func isInterested(_ job: JobID, in id: Int) -> Bool {
    pending[id]?.interested.contains(job) ?? false
  }

  /// Ends a job's interest, and returns the requests that no other job is interested in; they are
  /// over.
  mutating func withdraw(_ job: JobID) -> [PendingRequest] {
    var withdrawn: [PendingRequest] = []
    for (id, request) in pending.sorted(by: { $0.key < $1.key })
    where request.interested.contains(job) {
      pending[id]?.leave(job)
      guard pending[id]?.interested.isEmpty == true else { continue }
      pending[id] = nil
      withdrawn.append(request)
    }
    return withdrawn
  }

  // MARK: Joining

  /// Makes a job interested in a page that is under way for another job. Returns false if there is
  /// no shareable request for it.
  mutating func share(_ requested: RequestedPage, with job: JobID) -> Bool {
    guard
      let id = pending.values.first(where: {
        $0.options.isShared && !$0.isUnclaimed && $0.requested == requested
      })?.id
    else { return false }
    pending[id]?.join(job)
    return true
  }

  /// Hands an identical request that was made ahead to a job, with its response or failure if that has
  /// come; nil if no such request was made.
  mutating func claim(
    _ requested: RequestedPage, for job: JobID, _ options: Options, in collection: PagedList
  ) -> (request: PendingRequest, content: PendingRequest.Awaited?)? {
    let unclaimed = unclaimed
    guard !unclaimed.isEmpty, options.held == nil,
      let own = try? PageRequest(for: requested, options, &home, collection),
      let ahead = unclaimed.first(where: { ahead in
        ahead.made == own.request
          && (ahead.isHandedOver || options.isShared && ahead.requested == requested)
      })
    else { return nil }
    var claimed = ahead
    claimed.claim(requested, for: job, options)
    switch ahead.awaited {
    case .arrived?, .failed?: pending[ahead.id] = nil
    case .neighbours?, .credentials?, .items?, .stored?, nil: pending[ahead.id] = claimed
    }
    return (claimed, ahead.awaited)
  }

  /// Keeps what a request has resulted in until a job makes the request that the settings say now.
  mutating func handOver(
    _ request: PendingRequest, _ content: PendingRequest.Awaited, as requested: RequestedPage,
    _ parameters: [QueryParameter], isAnnounced: Bool, in collection: PagedList
  ) -> [Effect] {
    let options = Options(parameters: parameters, mayBeUnmodified: true, isShareable: true)
    guard let made = try? PageRequest(for: requested, options, &home, collection) else { return [] }
    var content = content
    if case .arrived(var response, let clock) = content {
      collection.settings.listItems(of: &response)
      content = .arrived(response, at: clock)
    }
    var kept = request
    kept.handOver(as: requested, made.request, content, isAnnounced: isAnnounced)
    pending[kept.id] = kept
    let seconds = collection.settings.prefetch.ageSecondsMax
    return [.expire(request: kept.id, kept.handle, afterSeconds: seconds)]
  }

  /// True when the prelude has handed over an error of the API that no job has claimed.
  var holdsRefusal: Bool {
    unclaimed.contains { $0.isHandedOver && $0.arrived?.status.isSuccess == false }
  }

  /// Drops what was handed over and no job has claimed.
  mutating func dropHandedOver() {
    for request in unclaimed where request.isHandedOver { pending[request.id] = nil }
  }

  // MARK: Requesting ahead

  /// Requests that were made ahead and that no job is interested in.
  var unclaimed: [PendingRequest] { pending.values.filter(\.isUnclaimed) }

  /// The same without what the prelude has handed over.
  var ahead: [PendingRequest] { unclaimed.filter { !$0.isHandedOver } }

  /// Ends a request that was made ahead; nil: it is over, or a job is interested.
  mutating func drop(ahead id: Int) -> PendingRequest? {
    guard let request = pending[id], request.isUnclaimed else { return nil }
    pending[id] = nil
    return request
  }

  // MARK: Making requests

  /// Options of a page request, besides the page's position.
  struct Options: Sendable {
    /// Parameters for this one request.
    var parameters: [QueryParameter] = []
    /// The page as it is held: the API may say that it is unmodified.
    var held: Page?
    /// A response that the page is unmodified is one: it is answered from memory.
    var mayBeUnmodified = false
    /// Others may be interested in the response, too: it is for the page and nothing else.
    var isShareable = false

    /// True where no parameters of its own may make the response one of another list, too.
    var isShared: Bool { isShareable && parameters.isEmpty }
  }

  /// Makes the request for a page; throws what keeps it from being made. A link to an origin that
  /// is not allowed is refused here, before anything is sent.
  mutating func add(
    _ requested: RequestedPage, for job: JobID, _ options: Options, in collection: PagedList
  ) throws(SessionError) -> OutgoingRequest {
    let made = try PageRequest(for: requested, options, &home, collection)
    let isAhead = job == ReadAhead.id
    if isAhead, !made.request.isRead(by: collection.pager) { throw .cancelled }
    lastID += 1
    let added = PendingRequest(
      id: lastID, requested: requested, request: made.request, callerHeaders: made.callerHeaders,
      interested: [job], options: options, made: isAhead ? made.request : nil)
    pending[lastID] = added
    return dispatch(added, collection)
  }

  /// Returns everything needed to send a request.
  func dispatch(_ request: PendingRequest, _ collection: PagedList) -> OutgoingRequest {
    var sent = request.request
    sent.redactor = collection.redactor
    return OutgoingRequest(
      id: request.id, page: request.page, request: sent,
      sender: collection.settings.fetching.sender,
      positions: collection.configuration.positions, isUnclaimed: request.isUnclaimed,
      heldRequestsMax: collection.settings.limits.heldRequestsMax, handle: request.handle)
  }

  /// The API asks to wait for these seconds, if any: others like a request wait, too.
  func hold(
    _ request: PendingRequest, _ seconds: Double?, _ collection: PagedList
  ) -> [Effect] {
    seconds.map { [.hold(dispatch(request, collection), seconds: $0)] } ?? []
  }

  /// The collection is read again, from its first request on.
  mutating func forgetHome() { home = HomeOrigin() }

  // MARK: Taking in responses

  /// Takes in the result of a request; nil if no job is interested any more. Responses to be read,
  /// and failures, are no longer pending.
  mutating func receive(
    _ result: Result<HTTPResponse, HTTPError>, for id: Int, at clock: ClockReading,
    in collection: inout PagedList
  ) -> Next? {
    guard let request = pending[id] else { return nil }
    if case .success(let response) = result, let grant = response.grant { collection.note(grant) }
    let result = result.map { response in
      var decoded = response
      decoded.decode(
        as: collection.settings.mapping.decoding,
        bytesMax: collection.settings.fetching.http.responseBytesMax)
      return decoded
    }
    switch RetryPolicy.decide(
      result, attempt: request.attempt, isRead: request.request.isRead(by: collection.pager),
      hasLostTurn: request.hasLostTurn(clock), collection.settings.fetching.http, clock)
    {
    case .wait(let seconds, _, let isFromAPI) where request.made != nil:
      pending[id] = nil
      return .failedAhead(request, waitSeconds: isFromAPI ? seconds : nil)
    case .rateLimited where request.made != nil:
      pending[id] = nil
      return .failedAhead(request, waitSeconds: nil)
    case .wait(let seconds, let reason, let isFromAPI):
      pending[id]?.retry(clock, isFromAPI: isFromAPI)
      return .wait(
        pending[id] ?? request, WalkProgress.Waiting(seconds: seconds, reason: reason),
        isFromAPI: isFromAPI)
    case .rateLimited(let seconds):
      pending[id] = nil
      let error = SessionError.rateLimited(
        RequestLine(request.request, collection.redactor),
        status: (try? result.get().status.code) ?? 429,
        retryAfterSeconds: RetryPolicy.wholeSeconds(seconds))
      return .settled(request, .failure(error))
    case .accept: return accept(result, request, clock, collection)
    }
  }

  private mutating func accept(
    _ result: Result<HTTPResponse, HTTPError>, _ request: PendingRequest, _ clock: ClockReading,
    _ collection: PagedList
  ) -> Next {
    do throws(HTTPError) {
      var response = try result.get()
      if response.status.isRedirect,
        let target = try Redirect.next(
          after: response, of: request.request, hop: request.hop,
          redirectsMax: collection.settings.fetching.redirectsMax,
          allowed: collection.settings.fetching.allowedOrigins + home.allowed,
          callerHeaders: request.callerHeaders, redactor: collection.redactor)
      {
        var redirected = request
        redirected.redirect(to: target)
        pending[request.id] = redirected
        return .effect(.send(dispatch(redirected, collection)))
      }
      pending[request.id] = nil
      collection.settings.listItems(of: &response)
      return .read(
        ArrivedResponse(response: response, request: request, clock: clock),
        waitSeconds: RetryPolicy.waitBeforeNext(
          after: response, epochSeconds: clock.epochSeconds,
          waitSecondsMax: collection.settings.fetching.http.retryWaitSecondsMax))
    } catch {
      pending[request.id] = nil
      let line = RequestLine(request.request, collection.redactor)
      let failure = SessionError(error, of: line, redactor: collection.redactor)
      return settle(request, .failure(failure), collection)
    }
  }

  /// Sends a request again after its wait; nil if no job is interested any more.
  func resend(_ id: Int, in collection: PagedList) -> Next? {
    pending[id].map { .effect(.send(dispatch($0, collection))) }
  }

  /// Reads a response according to the request's purpose. If only the client knows more, it
  /// receives a request.
  mutating func read(_ arrived: ArrivedResponse, in collection: PagedList) -> Next {
    let request = arrived.request
    let outcome = collection.outcome(of: arrived)
    if arrived.response.status == 401, mayRequestCredentials,
      collection.settings.credentials == nil, !request.hasRequestedCredentials, request.made == nil
    {
      let suspended = suspend(request, for: .credentials(refusal: outcome))
      return .effect(
        .ask(
          .credentials, request: request.id,
          suspended.credentialsParams(paginatorID, arrived.response)))
    }
    if collection.settings.inner != nil, case .page(let page) = outcome, !request.isOfPrelude,
      let work = InnerWork(page, arrived, collection)
    {
      suspend(request, for: .items)
      return .effect(.complete(work))
    }
    if !collection.settings.mapping.isPassthrough, case .page(let page) = outcome,
      !request.isOfPrelude, let unmapped = UnmappedPage(page, arrived, collection)
    {
      suspend(request, for: .items)
      return .effect(.map(unmapped))
    }
    return settle(request, outcome, collection, at: arrived.clock)
  }

  /// Takes in a page that was mapped in the background; nil if no job is interested any more. If
  /// the settings have changed since, the page is read again.
  mutating func take(
    _ outcome: PageOutcome, of unmapped: UnmappedPage, in collection: PagedList
  ) -> Next? {
    guard let request = resume(unmapped.arrived.request) else { return nil }
    if unmapped.reader.configuration.revision == collection.configuration.revision {
      return settle(request, collection.numbered(outcome), collection, at: unmapped.arrived.clock)
    }
    return read(unmapped.arrived.requested(by: request), in: collection)
  }

  /// Takes in a page whose items have complete lists; nil if no job is interested any more.
  mutating func take(
    _ result: Result<WholeLists, SessionError>, of work: InnerWork, in collection: PagedList
  ) -> Next? {
    guard let request = resume(work.arrived.request) else { return nil }
    switch result {
    case .failure(let error):
      return settle(request, .failure(error.masked(by: collection.redactor)), collection)
    case .success(let whole):
      var arrived = work.arrived.requested(by: request)
      arrived.response.body = whole.body
      arrived.wholeLists = whole
      return read(arrived, in: collection)
    }
  }

  /// Ends the wait for the items of a page; nil if no job is interested any more.
  private mutating func resume(_ waiting: PendingRequest) -> PendingRequest? {
    guard var request = pending.removeValue(forKey: waiting.id) else { return nil }
    request.resume()
    return request
  }

  /// The end of a request that has an outcome. An empty page that says that there is more is
  /// requested again, as often as a refused one. The failure of a request made ahead is not the
  /// failure of a job.
  private mutating func settle(
    _ request: PendingRequest, _ outcome: PageOutcome, _ collection: PagedList,
    at clock: ClockReading? = nil
  ) -> Next {
    let settings = collection.settings.fetching.http
    if let clock, outcome.isNotReady, request.request.isRead(by: collection.pager),
      request.attempt <= settings.retries
    {
      if request.made != nil { return .failedAhead(request, waitSeconds: nil) }
      var again = request
      again.retry(clock, isFromAPI: false)
      pending[request.id] = again
      let waiting = WalkProgress.Waiting(
        seconds: RetryPolicy.backOff(request.attempt, settings, clock), reason: "emptyPage")
      return .wait(again, waiting, isFromAPI: false)
    }
    switch outcome {
    case .page(let page) where collection.pager.kind == .custom:
      suspend(request, for: .neighbours(of: page))
      return .effect(
        .ask(.extractPage, request: request.id, page.neighboursParams(paginatorID)))
    case .failure where request.made != nil: return .failedAhead(request, waitSeconds: nil)
    case .page, .failure, .pastEnd, .notModified: return .settled(request, outcome)
    }
  }

  /// Takes in the client's response; nil if no job is interested any more. Without credentials, the
  /// refusal remains.
  mutating func take(
    _ reply: Result<JSONValue, HostError>, for id: Int, in collection: inout PagedList
  ) -> Next? {
    guard var request = pending[id] else { return nil }
    switch request.awaited {
    case .items?, .stored?, .arrived?, .failed?, nil: return nil
    case .neighbours(let page)?:
      pending[id] = nil
      do throws(SessionError) {
        let page = try page.with(reply)
        collection.learn { $0.learn(page.reading.neighbours) }
        return .settled(request, .page(page))
      } catch {
        return .settled(request, .failure(error.masked(by: collection.redactor)))
      }
    case .credentials(let refusal)?:
      pending[id] = nil
      let fields = PendingRequest.grantedHeaders(reply)
      request.resume(with: fields)
      if fields.isEmpty { return settle(request, refusal, collection) }
      collection.learn { $0.grant(fields, for: request.request.url.origin) }
      pending[id] = request
      return .effect(.send(dispatch(request, collection)))
    }
  }

  // MARK: Storing

  /// Keeps a page under way until it is stored; others may still become interested in it. nil: there
  /// is nothing to store.
  mutating func store(
    _ outcome: PageOutcome, of request: PendingRequest, _ collection: PagedList
  ) -> Effect? {
    guard case .page(let page) = outcome,
      let items = collection.itemsToStore(of: page, isShown: request.interested.contains(Window.id))
    else { return nil }
    suspend(request, for: .stored(page))
    return .store(.request(request.id), page.content, items)
  }

  /// Keeps a request until what it waits for is there.
  @discardableResult
  mutating func suspend(
    _ request: PendingRequest, for awaited: PendingRequest.Awaited
  ) -> PendingRequest {
    var suspended = request
    suspended.suspend(for: awaited)
    pending[request.id] = suspended
    return suspended
  }

  /// Takes in the result of storing a page; nil if no job is interested any more.
  mutating func takeStored(
    _ error: SessionError?, for id: Int
  ) -> (request: PendingRequest, outcome: PageOutcome)? {
    guard case .stored(let page) = pending[id]?.awaited,
      let request = pending.removeValue(forKey: id)
    else { return nil }
    return (request, error.map(PageOutcome.failure) ?? .page(page))
  }
}
