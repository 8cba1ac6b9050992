import Detection
import HTTP
import JSON
import Pagination

/// Whose turn it is: the jobs that wait and the one that runs, the windows, and what a response
/// means for them. A value that takes in events and gives out effects: it decides, and never waits.
struct SessionState: Sendable {
  let id: String
  /// What the client can be asked.
  private let abilities: HostAbilities
  private(set) var collection: RemoteCollection
  private(set) var requests: Requests
  private(set) var jobs: JobQueue
  private var window = Window()
  private var ahead = ReadAhead()
  /// Given where it is left to detection how the API pages, from the first response on.
  @Indirect private(set) var trial: CandidateTrial?
  /// The error of the last load, with the page that it was to load.
  @Indirect private(set) var failure: SessionSnapshot.FailedPage?
  private var isClosed = false
  /// What has been stored of the pages; nil: they are not stored.
  @Indirect private(set) var stored: StoredRun?
  /// How the last walk ended; nil: there was none.
  @Indirect private var walkEnd: WalkEnd?
  /// What the current event leads to.
  private var effects: [Effect] = []

  init(
    id: String, settings: SessionSettings, parameters: JSONObject, abilities: HostAbilities,
    waitingLoadsMax: Int, stored: StoredRun? = nil
  ) {
    self.id = id
    self.abilities = abilities
    jobs = JobQueue(waitingMax: waitingLoadsMax)
    requests = Requests(paginatorID: id)
    collection = RemoteCollection(Configuration(settings, parameters: parameters))
    self.stored = stored
  }

  /// Takes in an event, and gives what is to be done, in order.
  mutating func decide<Value>(
    _ event: (inout SessionState) -> Value
  ) -> (value: Value, effects: [Effect]) {
    let wasUndecided = collection.isUndecided
    let value = event(&self)
    startNext()
    if wasUndecided { serveWindows() }
    if ahead.isActive, trial.map({ $0.verdict == .proved }) ?? true {
      effects += ahead.advance(&requests, collection)
    }
    defer { effects = [] }
    return (value, effects)
  }

  // MARK: Jobs

  /// Takes in work, which gets a number of its own.
  mutating func add(_ make: (JobID) -> Job) -> JobID {
    let job = make(jobs.nextID())
    if isClosed {
      fail(job, .paginatorNotFound(id: id))
    } else if jobs.isFull {
      fail(job, .limitExceeded(limit: .queuedLoads, maximum: jobs.waitingMax))
    } else {
      jobs.add(job)
    }
    return job.id
  }

  /// Starts the work whose turn it is; what needs no request is answered at once.
  private mutating func startNext() {
    while jobs.isNextDue {
      if collection.isUndecided, !requests.pages(of: Window.id).isEmpty { return }
      let reaction = jobs.beginNext(&collection)
      if jobs.isWalking { failure = nil }
      if jobs.isWalking || jobs.isRefreshing { effects += ahead.drop(&requests) }
      perform(reaction)
    }
  }

  /// Carries out what the running job leads to, as long as it runs.
  private mutating func perform(_ reaction: JobQueue.Reaction?) {
    guard let (job, actions) = reaction else { return }
    for action in actions where jobs.running?.id == job {
      switch action {
      case .request(let requested, let terms): request(requested, for: job, terms)
      case .withdraw: withdraw(job, .cancelled)
      case .tell(let event): tell(event)
      case .store(let content, let items): effects.append(.store(.job(job), content, items))
      case .deliver(let order, let page): effects.append(.deliver(order, page))
      case .report(let order, let progress): effects.append(.report(order, progress))
      case .finish(let failure, let end, let reply):
        if case .load(let load)? = jobs.takeRunning() {
          effects += ahead.follow(
            load.target, hasFailed: failure != nil, &requests, collection)
        }
        self.failure = failure
        walkEnd = end ?? walkEnd
        effects.append(.reply(reply(snapshot())))
      }
    }
  }

  /// Fails a job that does not run; nothing else changes but the state's error.
  private mutating func fail(_ job: Job, _ error: SessionError) {
    failure = SessionSnapshot.FailedPage(error: error, page: job.page)
    effects.append(.reply(job.reply(error, snapshot())))
  }

  // MARK: Cancelling

  /// Fails one job or waiting window, wherever it is.
  mutating func cancel(_ id: JobID, _ error: SessionError) {
    if jobs.running?.id == id {
      stop(error)
    } else if let job = jobs.removeWaiting(id) {
      fail(job, error)
    } else if let waiter = window.cancel(id) {
      effects.append(.reply(waiter.reply(error, snapshot())))
      window.close(&collection)
    }
  }

  /// Fails every running and queued job, and every waiting window.
  mutating func cancelAll(_ error: SessionError) {
    effects += ahead.drop(&requests)
    let waiting = jobs.removeAllWaiting()
    stop(error)
    for job in waiting { fail(job, error) }
    let waiters = window.cancelAll()
    withdraw(Window.id, .cancelled)
    for waiter in waiters { effects.append(.reply(waiter.reply(error, snapshot()))) }
    window.close(&collection)
  }

  /// Fails the job that runs.
  private mutating func stop(_ error: SessionError) {
    guard let job = jobs.takeRunning() else { return }
    if case .walk = job { walkEnd = .cancelled }
    withdraw(job.id, error)
    fail(job, error)
  }

  /// Ends the requests that no one but this job is interested in.
  private mutating func withdraw(_ job: JobID, _ error: SessionError) {
    for request in requests.withdraw(job) {
      tell(.failed(page: request.page, error))
      effects.append(.cancel(request.handle))
    }
  }

  // MARK: Windows

  /// Answers a window, at once or, where it waits, when each of its pages is there or has failed.
  mutating func open(
    _ order: WindowOrder, _ completion: @escaping WindowCompletion
  ) -> JobID {
    let waiter = WindowQueue.Waiter(id: jobs.nextID(), order: order, completion: completion)
    if isClosed {
      effects.append(.reply(waiter.reply(.paginatorNotFound(id: id), snapshot())))
      return waiter.id
    }
    switch window.open(waiter, &collection) {
    case .reply: reply(to: waiter)
    case .loadAndReply:
      loadForWindows()
      reply(to: waiter)
    case .loadAndWait: serveWindows()
    }
    return waiter.id
  }

  /// An item is about to be shown.
  mutating func touch(_ index: Int) {
    if window.touch(index, &collection) { serveWindows() }
  }

  /// `arrived`: the page that has just come for them.
  private mutating func serveWindows(arrived: Int? = nil) {
    loadForWindows()
    let ready = window.takeReady(collection, arrived: arrived)
    if ready.isEmpty { return }
    for waiter in ready { reply(to: waiter) }
    window.close(&collection)
  }

  /// Requests the pages that windows want. While detection is undecided, jobs come first.
  private mutating func loadForWindows() {
    guard !isClosed, !collection.isUndecided || jobs.isEmpty else { return }
    while let requested = window.next(&collection, Window.Traffic(requests)) {
      request(requested, for: Window.id, Requests.Terms(isShareable: true))
    }
  }

  private mutating func reply(to waiter: WindowQueue.Waiter) {
    effects.append(
      .reply(window.reply(to: waiter, collection, underWay: requests.pages, snapshot())))
  }

  // MARK: Reading ahead

  /// What came ahead is too old.
  mutating func expire(_ id: Int) { ahead.expire(id, &requests) }

  /// A request that was made ahead would have to wait. False: a job waits for it by now.
  mutating func forgo(_ id: Int) -> Bool { ahead.forgo(id, &requests) }

  /// No load comes any more: nothing is requested ahead.
  mutating func endReadAhead() { effects += ahead.end(&requests) }

  // MARK: Requests

  /// Requests a page, or joins the request for it that is under way or was made ahead. What keeps
  /// the request from being made is its outcome.
  private mutating func request(
    _ requested: RequestedPage, for job: JobID, _ terms: Requests.Terms
  ) {
    let isShared = terms.isShareable && terms.parameters.isEmpty
    if isShared, requests.share(requested, with: job) { return }
    notify(.willLoadPage(paginatorID: id, page: requested.page))
    switch isShared ? requests.claim(requested, for: job, in: collection) : nil {
    case .underWay?: break
    case .arrived(let arrived)?:
      effects.append(.endWait(arrived.request.handle))
      if let step = read(arrived) { perform(step) }
    case nil: send(requested, for: job, terms)
    }
  }

  /// Makes a request of its own for a page.
  private mutating func send(_ requested: RequestedPage, for job: JobID, _ terms: Requests.Terms) {
    collection.learn { $0.learn(terms.parameters) }
    do throws(SessionError) {
      effects.append(.send(try requests.add(requested, for: job, terms, in: collection)))
    } catch {
      settle(requested, .failure(error), for: [job])
    }
  }

  /// Requests a page in the place of another one, for those who were interested in that.
  private mutating func request(_ requested: RequestedPage, insteadOf replaced: PendingRequest) {
    jobs.expect(requested.page, replaced.interested)
    for job in replaced.interested {
      request(requested, for: job, replaced.terms)
    }
  }

  /// Takes in what came back for a request.
  mutating func receive(
    _ result: Result<HTTPResponse, HTTPError>, for id: Int, at moment: Requests.Moment
  ) {
    if let grant = (try? result.get())?.grant, requests.isPending(id) { collection.note(grant) }
    if let step = requests.receive(result, for: id, at: moment, in: collection) { perform(step) }
  }

  /// Takes in the client's answer about the neighbours of a page, or about credentials.
  mutating func takeReply(_ reply: Result<JSONValue, HostError>, for id: Int) {
    if let step = requests.take(reply, for: id, in: &collection) { perform(step) }
  }

  mutating func takeMapped(_ outcome: PageOutcome, of page: DeferredMapping) {
    if let step = requests.take(outcome, of: page, in: collection) { perform(step) }
  }

  private mutating func perform(_ step: Requests.Step) {
    var next: Requests.Step? = step
    while let step = next { next = carryOut(step) }
  }

  /// Gives what comes next of the same request, where that is known already.
  private mutating func carryOut(_ step: Requests.Step) -> Requests.Step? {
    switch step {
    case .effect(let effect): effects.append(effect)
    case .wait(let request, let seconds, let reason, let isFromAPI):
      let dispatch = requests.dispatch(request, collection)
      notify(
        .willRetry(
          paginatorID: id, page: request.requested.page, attempt: request.attempt,
          delaySeconds: seconds, reason: reason))
      hold(request, seconds: isFromAPI ? seconds : nil)
      tellWaiting(request.id, WalkProgress.Waiting(seconds: seconds, reason: reason))
      effects.append(.wait(dispatch, seconds: seconds))
    case .read(let arrived, let waitSeconds):
      hold(arrived.request, seconds: waitSeconds)
      ahead.note(arrived, isHeld: waitSeconds != nil, collection)
      if !arrived.request.isUnclaimed { return read(arrived) }
      effects += ahead.take(arrived, &requests, collection)
    case .failedAhead(let request, let waitSeconds):
      hold(request, seconds: waitSeconds)
      ahead.pause()
      for job in request.interested
      where job != ReadAhead.id && !requests.share(request.requested, with: job) {
        send(request.requested, for: job, request.terms)
      }
    case .settled(let request, let outcome): return conclude(outcome, of: request)
    }
    return nil
  }

  /// The API asks to wait: others wait, too.
  private mutating func hold(_ request: PendingRequest, seconds: Double?) {
    guard let seconds else { return }
    effects.append(.hold(requests.dispatch(request, collection), seconds: seconds))
  }

  /// Sends a request whose time to wait is over.
  mutating func resend(_ id: Int) {
    if let dispatch = requests.resend(id, in: collection) { effects.append(.send(dispatch)) }
  }

  /// A request has to wait: a walk reports how far it is.
  mutating func tellWaiting(_ request: Int, _ waiting: WalkProgress.Waiting) {
    guard case .walk(let walk)? = jobs.running, requests.isInterested(walk.id, in: request),
      let progress = walk.tally.progress(collection, waiting: waiting)
    else { return }
    effects.append(.report(walk.order, progress))
  }

  // MARK: Responses

  private mutating func read(_ response: ArrivedResponse) -> Requests.Step? {
    var arrived = response
    if let again = CandidateTrial.settleSize(&_trial.wrappedValue, &arrived, &collection) {
      request(again, insteadOf: arrived.request)
      return nil
    }
    let page = arrived.request.requested.page
    if page != response.request.requested.page { jobs.expect(page, arrived.request.interested) }
    collection.findItems(in: &arrived.response, to: arrived.request)
    return requests.read(
      arrived,
      mayRequestCredentials: abilities.credentials && collection.settings.credentials == nil,
      in: collection)
  }

  /// A request has its outcome, unless detection begins again.
  private mutating func conclude(
    _ outcome: PageOutcome, of request: PendingRequest
  ) -> Requests.Step? {
    if case .failure = outcome, let first = trial?.unsized {  // a size that was tried is refused
      return read(first.requested(by: request))
    }
    switch CandidateTrial.judge(
      &_trial.wrappedValue, by: outcome, of: request, &collection, jobs)
    {
    case .stands: store(outcome, of: request)
    case .waits(let first): effects.append(.map(requests.keep(untilMapped: first)))
    case .requestsAnother(let requested):
      readAnew()
      self.request(requested, insteadOf: request)
    case .onlyFirst(let behind, let facts, let reason):
      readAnew()
      if case .load(let load)? = jobs.running,
        let error = load.failure(behind: behind.page - 1, in: collection)
      {
        perform((load.id, [load.finish(.failure(error))]))
      } else {
        jobs.expect(behind.page, request.interested)
        settle(behind, .pastEnd(page: behind.page, facts, reason), for: request.interested)
      }
    }
    return nil
  }

  /// The first page has been read again; nothing else is known.
  private mutating func readAnew() {
    failure = nil
    requests.forgetHome()
    window.readAnew()
  }

  // MARK: Storing

  /// Stores a page before it is reported; a walk does that itself, in order.
  private mutating func store(_ outcome: PageOutcome, of request: PendingRequest) {
    guard stored != nil, !(jobs.isWalking && request.interested.first == jobs.running?.id),
      let effect = requests.store(outcome, of: request, collection)
    else { return settle(request.requested, outcome, for: request.interested) }
    effects.append(effect)
  }

  /// What was to be stored is stored, or could not be.
  mutating func take(_ result: Result<StoredRun, SessionError>, for part: StoredPart) {
    let failed = result.failure
    stored = (try? result.get()) ?? stored
    switch part {
    case .request(let id):
      guard let (request, outcome) = requests.takeStored(failed, for: id) else { return }
      settle(request.requested, outcome, for: request.interested)
    case .job(let id): perform(jobs.stored(failed, for: id, &collection))
    }
  }

  /// Gives the outcome of a page to the jobs that are interested in it.
  private mutating func settle(
    _ requested: RequestedPage, _ outcome: PageOutcome, for interested: [JobID]
  ) {
    if let reaction = jobs.take(requested, outcome, for: interested, &collection) {
      if jobs.holdsPages { window.evict(keeping: requested.page, &collection) }
      perform(reaction)
    } else if case .load(let load)? = jobs.running, interested.contains(load.id) {
      let arrival = admit(outcome, requested.page)
      perform((load.id, [load.take(arrival, &collection)]))
      if interested.contains(Window.id) {
        takeForWindows(arrival, requested)
      } else if case .failure(let error) = arrival {
        window.noteFailedLoad(of: requested.page, error, &collection)
      }
    } else if interested.contains(Window.id) {
      takeForWindows(admit(outcome, requested.page), requested)
    }
  }

  private mutating func takeForWindows(_ arrival: PageOutcome, _ requested: RequestedPage) {
    window.take(arrival, of: requested, &collection)
    serveWindows(arrived: arrival.page?.number)
  }

  /// Takes a page into the collection, once for all who are interested in it.
  private mutating func admit(_ outcome: PageOutcome, _ number: Int) -> PageOutcome {
    let (arrival, event) = collection.admit(outcome, number, comparing: !jobs.isWalking)
    if let page = arrival.page { window.evict(keeping: page.number, &collection) }
    tell(event)
    return arrival
  }

  /// The client reads again, or no more.
  mutating func pauseWalk(_ isPaused: Bool) {
    perform(jobs.pauseWalk(isPaused, &collection))
  }

  // MARK: The session itself

  /// Takes in new settings for later requests. What is known stays, unless the page size is
  /// another: then the numbers of the pages mean something else, and the state is as opened.
  mutating func configure(_ settings: SessionSettings, parameters: JSONObject) {
    effects += ahead.drop(&requests)
    if collection.configuration.isResized(by: settings) {
      cancelAll(.cancelled)
      forgetRequests()
    }
    collection.configure(settings, parameters: parameters)
    window.forgetLayout()
    window.evict(keeping: collection.currentPage ?? collection.firstPage, &collection)
  }

  mutating func resume(_ checkpoint: String) throws(SessionError) {
    try collection.resume(checkpoint)
  }

  /// Cancels, and is as just opened.
  mutating func reset() {
    cancelAll(.cancelled)
    forgetRequests()
    collection.reset()
  }

  /// Cancels, and takes no more work. The completion is called once the store has ended.
  mutating func close(_ completion: @escaping @Sendable (SessionError?) -> Void) {
    cancelAll(.cancelled)
    effects.append(.endStore(walkEnd, completion: completion))
    isClosed = true
    collection.forget()
    window = Window()
    failure = nil
  }

  private mutating func forgetRequests() {
    trial = nil
    failure = nil
    requests.forgetHome()
    window = Window()
  }

  mutating func giveCheckpoint(_ completion: @escaping @Sendable (String) -> Void) {
    effects.append(.reply { [token = collection.checkpointToken()] in completion(token.text) })
  }

  mutating func giveBack(_ items: Int) { collection.giveBack(items) }
  private mutating func notify(_ event: SessionEvent) {
    if collection.settings.notifications { effects.append(.notify(event)) }
  }
  private mutating func tell(_ event: PageEvent) { notify(event.told(of: id)) }
}
