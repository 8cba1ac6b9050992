import Detection
import HTTP
import Pagination

/// The prelude of a session: loads what `Prelude` asks for while jobs and windows wait, and hands
/// its pages over as requests that were made ahead.
///
///     loadNextPage    first page, second page; the load claims the first
///     loadNextPage    the load claims the second, without a request
struct PreludeRun: Sendable {
  /// The result of an event.
  enum Progress {
    /// A page is loaded, or jobs and windows continue.
    case continues([Effect])
    /// A response is to be read as a page of a collection, for `take`.
    case reads(ArrivedResponse, in: PagedList)
  }

  private typealias Response = (request: PendingRequest, content: PendingRequest.Awaited)

  /// The work that waits for the prelude, or waited when it was over.
  struct Order {
    /// The job that waits; nil means windows.
    var job: JobID?
    /// The parameters of a load, which all requests send.
    var parameters: [QueryParameter] = []
    var itemsWanted = Int.max
    /// The findings are kept beyond the walk, in a checkpoint.
    var isKept = false
    /// A page beyond the first is wanted, or its place.
    var jumps = true
    @Indirect var walk: Walk?
    /// Gets what is found out, where that is all that is wanted.
    var completion: DetectCompletion?

    init() {}

    /// Nothing but a report. `confirming`: a second page is loaded, which may prove it.
    init(confirming: Bool, _ completion: @escaping DetectCompletion) {
      self.completion = completion
      if !confirming { itemsWanted = 0 }
    }

    init(_ job: any Job) {
      self.job = job.id
      jumps = false
      if let load = job as? PageLoad {
        parameters = load.parameters
        jumps = load.target != .next
      }
      walk = job as? Walk
      isKept = walk?.order.givesCheckpoints == true
      if walk?.order.pagesMax == 1 { itemsWanted = 0 }
      if let most = walk?.order.itemsMax { itemsWanted = min(itemsWanted, most) }
    }

    /// The reply with the report, where one is wanted.
    func replies(_ result: Result<DetectionReport, SessionError>) -> [Effect] {
      completion.map { completion in [.reply { completion(result) }] } ?? []
    }
  }

  /// The interest of the prelude in its requests.
  static let id: JobID = -2

  /// The detection under way; nil until something has come that it can use.
  @Indirect private var prelude: Prelude?
  /// Responses to the first request, by its number.
  private var firsts: [Int: ArrivedResponse] = [:]
  /// The first page as it was read last.
  @Indirect private var begun: PagedList?
  /// The last response, or failure.
  @Indirect private var last: Response?
  /// The same of the second page before it, which may be the third one of a list that counts from 0.
  @Indirect private var passed: Response?
  /// The page under way; nil: none is.
  private(set) var requested: RequestedPage?
  private var isSecond = false
  /// The work that the prelude runs for.
  private var order = Order()
  /// Windows have looked at other items since.
  private var isLookedAt = false
  /// It is found out how the API pages: pages may be requested ahead of loads.
  private(set) var isDecided = false
  /// It has run, and handed over what has come.
  private var hasRun = false
  /// The revision of the settings by which the first page was handed over; nil: it was not.
  private var revision: Int?

  /// The page reported to the client as being loaded; nil if it came earlier, or is not delivered.
  private(set) var announced: Int?

  /// The job that waits, or waited; nil: windows.
  var job: JobID? { order.job }

  /// True when windows may request their pages. Where it is still open how the API pages, they may
  /// claim what has come for them, an error in place of the second page included.
  func letsWindowsLoad(_ requests: Requests) -> Bool {
    isDecided
      || requested == nil
        && (revision != nil && requests.holdsRefusal || hasRun && !isLookedAt && order.job == nil)
  }

  /// The second page, where it did not come for windows: nothing tells where later ones are.
  func missing(_ collection: PagedList) -> RequestedPage? {
    let page = collection.openingPage + 1
    guard !isDecided, collection.isComputed, collection.visits[page] == nil else { return nil }
    return collection.requested(page, at: .computed)
  }

  // MARK: Whose turn it is

  /// True when the prelude runs before a job begins.
  func isDue(for next: any Job, _ collection: PagedList, _ requests: Requests) -> Bool {
    guard isNeeded(collection, requests), next.id != order.job, !(next is PageRefresh) else {
      return false
    }
    guard let load = next as? PageLoad else { return true }
    return (try? collection.route(to: load.target).get()) != nil
  }

  /// True when the prelude runs before windows load their pages.
  func isDueForWindows(_ collection: PagedList, _ requests: Requests) -> Bool {
    isLookedAt && isNeeded(collection, requests)
  }

  /// An error in place of the second page is reported first.
  private func isNeeded(_ collection: PagedList, _ requests: Requests) -> Bool {
    !isDecided && requested == nil && (revision != nil || !collection.isLoaded)
      && !requests.holdsRefusal
  }

  /// The page that a job waits for; nil: it waits for none, or for no page that is known.
  func page(of job: any Job) -> Int? {
    guard let requested, job.id == order.job, !(job is Walk) else { return nil }
    return isSecond && job is PageLoad ? requested.page - 1 : requested.page
  }

  /// True when no finding has been handed over.
  var isOpen: Bool { !isDecided && revision == nil }

  /// Windows look at other items.
  mutating func look() { isLookedAt = true }

  /// As just opened; windows look as they did.
  var renewed: PreludeRun {
    var renewed = PreludeRun()
    renewed.isLookedAt = isLookedAt
    return renewed
  }

  // MARK: Requests

  /// Begins, or requests the second page again that could not be loaded.
  mutating func start(
    for order: Order, _ requests: inout Requests, _ collection: inout PagedList
  ) -> Progress {
    self.order = order
    // The first page was delivered before.
    if revision != nil || collection.bookmark.checkpoint?.position == .start {
      self.order.itemsWanted = Int.max
    }
    (last, hasRun) = (nil, false)
    requests.dropHandedOver()
    announced = order.completion != nil || revision != nil ? nil : collection.firstRequested.page
    if !order.parameters.isEmpty { collection.learn { $0.learn(order.parameters) } }
    if prelude != nil { return advance(&requests, &collection) { $0.confirm(&$1) } }
    collection.takeUp(nil)
    do throws(SessionError) {
      return try send(collection.firstRequested, isSecond: false, &requests, collection)
    } catch {
      return end(&requests, &collection, error)
    }
  }

  private mutating func send(
    _ requested: RequestedPage, isSecond: Bool, _ requests: inout Requests,
    _ collection: PagedList
  ) throws(SessionError) -> Progress {
    let options = Requests.Options(parameters: order.parameters)
    let sent = try requests.add(requested, for: Self.id, options, in: collection)
    self.requested = requested
    self.isSecond = isSecond
    return .continues([.send(sent)])
  }

  /// Begins again later; what was under way has been withdrawn.
  mutating func stop(_ error: SessionError, _ collection: inout PagedList) -> [Effect] {
    let effects = order.replies(.failure(error))
    (requested, order) = (nil, Order())
    guard revision == nil else { return effects }
    self = renewed
    collection.takeUp(nil)
    return effects
  }

  // MARK: Responses

  /// Takes in a response.
  mutating func receive(
    _ arrived: ArrivedResponse, _ requests: inout Requests, _ collection: inout PagedList
  ) -> Progress {
    let request = arrived.request
    last = (request, .arrived(arrived.response, at: arrived.clock))
    if isSecond, var begun {
      begun.learn { $0 = collection.configuration }
      return .reads(arrived, in: begun)
    }
    guard arrived.mayBeList(collection) else { return .reads(arrived, in: collection) }
    let first = FirstResponse(
      id: request.id, arrived.response, requestURL: request.request.url.text,
      method: request.request.method.name)
    firsts[request.id] = arrived
    if prelude != nil { return advance(&requests, &collection) { $0.take(first: first, &$1) } }
    prelude = Prelude(first, given: collection.configuration.parameters)
    return advance(&requests, &collection) { $0.begin(&$1) }
  }

  /// Takes in what a request results in.
  mutating func take(
    _ outcome: PageOutcome, of request: PendingRequest, _ requests: inout Requests,
    _ collection: inout PagedList
  ) -> Progress {
    if last?.request.id == request.id {
      last?.request = request
    } else if case .failure(let error) = outcome {
      last = (request, .failed(error))
    }
    if prelude == nil { return end(&requests, &collection) }
    guard isSecond else { return advance(&requests, &collection) { $0.take(first: nil, &$1) } }
    let second = SecondPage(outcome, of: request, collection.redactor)
    return advance(&requests, &collection, outcome) { $0.take(second, &$1) }
  }

  /// Does what comes next. `second`: the second page that it follows from.
  private mutating func advance(
    _ requests: inout Requests, _ collection: inout PagedList, _ second: PageOutcome? = nil,
    _ take: (inout Prelude, inout CollectionOnTrial) -> Prelude.Step
  ) -> Progress {
    guard var prelude else { return end(&requests, &collection) }
    self.prelude = nil  // held once, as its pages may be large
    prelude.demand.items = order.itemsWanted
    prelude.demand.isKept = order.isKept
    prelude.demand.hasFirst = revision != nil
    var trial = CollectionOnTrial(collection.configuration, firsts, order.walk)
    let step = take(&prelude, &trial)
    self.prelude = prelude
    collection.takeUp(trial.empty)
    switch step {
    case .first(let requested):
      return (try? send(requested, isSecond: false, &requests, collection))
        ?? advance(&requests, &collection) { $0.take(first: nil, &$1) }
    case .second(let requested):
      passed = isSecond ? last : nil
      begun = trial.begun
      renew(&collection, as: trial)
      if let sent = try? send(requested, isSecond: true, &requests, trial.begun) { return sent }
      last = nil
    case .decided(let isSecondRead):
      isDecided = true
      if !isSecondRead { last = nil }
    case .interrupted: if !isSecond { last = nil }
    case .unread where revision == nil:
      self.prelude = nil
      return end(&requests, &collection)
    case .unread: isDecided = true
    }
    return end(&requests, &collection, trial, second)
  }

  // MARK: The end

  /// It has run. Where it is still open how the API pages, windows that have looked while it ran for a
  /// job have it run for them.
  private mutating func noteEnd() {
    (requested, hasRun) = (nil, true)
    isLookedAt = isLookedAt && !isDecided && order.job != nil
  }

  /// Hands over what has come for the first page, of which nothing could be found out. `error`: why
  /// it was not requested.
  private mutating func end(
    _ requests: inout Requests, _ collection: inout PagedList, _ error: SessionError? = nil
  ) -> Progress {
    firsts = [:]
    noteEnd()
    collection.takeUp(nil)
    if order.completion != nil {
      let failure = error ?? last.flatMap { collection.failure(of: $0.request, $0.content) }
      return .continues(order.replies(failure.map { .failure($0) } ?? .success(.unknown)))
    }
    guard let last else { return .continues([]) }
    return .continues(
      requests.handOver(
        last.request, last.content, as: collection.firstRequested, order.parameters,
        isAnnounced: true, in: collection))
  }

  /// Hands over the first page, and the second one or why it has not come.
  private mutating func end(
    _ requests: inout Requests, _ collection: inout PagedList,
    _ trial: CollectionOnTrial, _ second: PageOutcome?
  ) -> Progress {
    noteEnd()
    guard let prelude, let first = firsts[prelude.first.id] else {
      return .continues(order.replies(.success(.unknown)))
    }
    var trial = trial
    let next = trial.read(prelude.first)?.next
    if order.completion != nil {
      let read = trial.warnings(of: first, last == nil ? nil : second)
      return .continues(order.replies(.success(collection.report(prelude, read))))
    }
    var effects: [Effect] = []
    renew(&collection, as: trial)
    if revision == nil {
      collection.renumberCheckpoint()
      effects = requests.handOver(
        first.request, .arrived(first.response, at: first.clock), as: collection.firstRequested,
        order.parameters, isAnnounced: true, in: collection)
      if order.jumps { collection.learnPlaces(from: first, second?.page) }
    }
    if let last, let next {
      effects += requests.handOver(
        last.request, last.content, as: next, order.parameters, isAnnounced: false, in: trial.begun)
      if let (request, content) = passed, let third = third(after: next, request, trial.begun) {
        effects += requests.handOver(
          request, content, as: third, order.parameters, isAnnounced: false, in: trial.begun)
      }
    }
    passed = nil
    revision = collection.configuration.revision
    // A computed position goes into a parameter that nothing names but the URL.
    let isUnnamed = collection.isComputed && !collection.pager.opening.hasPlace
    collection.learn { $0.note(isGuess: !isDecided && (isUnnamed || prelude.isGuess)) }
    if isDecided { (firsts, begun, self.last) = ([:], nil, nil) }
    return .continues(effects)
  }

  /// The third page, where that was requested as the second one of a list that counts from 1.
  ///
  ///     ?page=2, ?page=1     the candidate that counts from 1, and the one that counts from 0
  private func third(
    after next: RequestedPage, _ request: PendingRequest, _ begun: PagedList
  ) -> RequestedPage? {
    guard begun.isComputed else { return nil }
    let third = begun.requested(next.page + 1, at: .computed)
    let (draft, sent) = (begun.pager.draft(for: third, counts: begun.counts), request.request)
    return draft.url == sent.url.text && draft.body.bytes == sent.body ? third : nil
  }

  /// Begins the list again, whose first page was handed over by another candidate.
  private mutating func renew(_ collection: inout PagedList, as trial: CollectionOnTrial) {
    guard let revision, revision != collection.configuration.revision else { return }
    // Windows have shown the first page, and nothing was delivered.
    let isUndelivered = collection.currentPage == nil
    collection.restart(as: isUndelivered ? trial.empty : trial.begun)
    self.revision = isUndelivered ? nil : collection.configuration.revision
  }
}

extension Requests {
  /// Ends a request that takes too long.
  mutating func giveUp(
    _ request: PendingRequest, afterSeconds seconds: Int, _ collection: PagedList
  ) -> Next? {
    request.interested.forEach { _ = withdraw($0) }
    let line = RequestLine(request.request, collection.redactor)
    return .settled(request, .failure(.timedOut(line, seconds: Double(seconds))))
  }
}
