import HTTP
import Pagination

/// A page under way: its request, and the jobs that are interested in it.
struct PendingRequest: Sendable {
  let id: Int
  /// The page it is for, in the collection's numbering.
  private(set) var requested: RequestedPage
  @Shared private(set) var request: HTTPRequest
  /// Names of the headers that the caller supplied, in lower case.
  private(set) var callerHeaders: Set<String>
  /// The receivers of the page, in the order in which they came.
  private(set) var interested: [JobID]
  private(set) var options: Requests.Options
  /// As it was first made, where that was ahead of any job; nil: a job has made it.
  private(set) var made: HTTPRequest?
  /// Redirects followed.
  private(set) var hop = 0
  private(set) var attempt = 1
  /// The number of its kind that the API had served when it was refused last; nil: it was not.
  private(set) var servedBefore: Int?
  private(set) var hasRequestedCredentials = false
  let handle = RequestHandle()
  /// The next step; set while the client's response, or the mapping or storing of the page, is
  /// pending.
  private(set) var awaited: Awaited?
  /// The prelude has loaded it.
  private(set) var isHandedOver = false
  /// The client knows that it is being loaded.
  private(set) var isAnnounced = false

  /// The missing part: usually the client's response about a page.
  indirect enum Awaited: Sendable {
    /// The positions of the neighbours of a page that has been read.
    case neighbours(of: Page)
    /// Credentials for a request that was refused; without any, that is its outcome.
    case credentials(refusal: PageOutcome)
    /// Mapping, or the walks of the lists within its items, in progress.
    case items
    /// Storing in progress.
    case stored(Page)
    /// A page that arrived ahead; it waits for a job that wants it.
    case arrived(HTTPResponse, at: Requests.ClockReading)
    /// The reason why a page that was requested ahead did not arrive.
    case failed(SessionError)
  }

  var page: Int { requested.page }

  /// True when it was made ahead and no job is interested in it so far.
  var isUnclaimed: Bool { interested.first == ReadAhead.id }

  /// The response that arrived ahead and only waits for an interested job.
  var arrived: HTTPResponse? {
    if case .arrived(let response, _)? = awaited { response } else { nil }
  }

  var isOfPrelude: Bool { interested.first == PreludeRun.id }

  /// True when the prelude has loaded it for that page.
  func isHandedOver(as page: RequestedPage) -> Bool { isHandedOver && page.page == requested.page }

  /// A job takes over what was made ahead.
  mutating func claim(_ page: RequestedPage, for job: JobID, _ options: Requests.Options) {
    requested = page
    interested = [job]
    awaited = nil
    guard isHandedOver else { return }
    made = nil
    self.options = options
  }

  /// It is what the request that is `made` for a page results in, and waits for a job that makes
  /// that.
  mutating func handOver(
    as page: RequestedPage, _ made: HTTPRequest, _ content: Awaited, isAnnounced: Bool
  ) {
    requested = page
    self.isAnnounced = isAnnounced
    self.made = made
    interested = [ReadAhead.id]
    awaited = content
    isHandedOver = true
  }

  mutating func join(_ job: JobID) {
    if !interested.contains(job) { interested.append(job) }
  }

  mutating func leave(_ job: JobID) { interested.removeAll { $0 == job } }

  /// True when the API has served others of its kind since it was refused last: what it lacked was a
  /// turn.
  func hasLostTurn(_ clock: Requests.ClockReading) -> Bool {
    servedBefore.map { $0 < clock.served } ?? false
  }

  /// It is sent again, after a wait that the API asked for or another one.
  mutating func retry(_ clock: Requests.ClockReading, isFromAPI: Bool) {
    if !(isFromAPI && hasLostTurn(clock)) { attempt += 1 }
    servedBefore = clock.served
    request.attempt += 1
  }

  /// It is sent where a redirect leads.
  mutating func redirect(to target: HTTPRequest) {
    request = target
    request.attempt = 1
    hop += 1
  }

  /// It is for this page, as other settings say.
  mutating func renumber(_ page: RequestedPage) { requested = page }

  /// Suspends the request until the client's response or its page arrives.
  mutating func suspend(for awaited: Awaited) {
    self.awaited = awaited
    if case .credentials = awaited { hasRequestedCredentials = true }
  }

  /// The client has answered, with headers that it grants.
  mutating func resume(with granted: [HTTPField] = []) {
    awaited = nil
    for field in granted {
      request.headers.set(field.name, field.value)
      callerHeaders.insert(field.name.lowercased())
    }
  }
}

/// The number of a job: what a load, walk, refresh or window is cancelled by.
typealias JobID = Int

/// The outcome of a request for a page.
indirect enum PageOutcome: Sendable {
  case page(Page)
  /// The collection has ended before a page, or, without a reason, begins after it.
  case pastEnd(page: Int, ResponseFacts, EndReason?)
  /// The page is as it is held.
  case notModified(Page, ResponseFacts)
  case failure(SessionError)

  /// The page, where one has come.
  var page: Page? { if case .page(let page) = self { page } else { nil } }

  /// True where the API has nothing to give yet, and may have later.
  var isNotReady: Bool {
    if case .failure(.httpStatus(_, 202, _, _, _)) = self { return true }
    return page?.isNotReady == true
  }
}

/// A request to be sent, with everything that this needs.
struct OutgoingRequest: Sendable {
  let id: Int
  let page: Int
  let request: HTTPRequest
  let sender: FetchingSettings.Sender
  /// The names of parameters that are never credentials, even if their names suggest it.
  let positions: Set<String>
  /// No one waits for it: it is not sent where it would have to wait.
  let isUnclaimed: Bool
  /// The requests that the client wants to look at.
  let heldRequestsMax: Int
  let handle: RequestHandle
}
