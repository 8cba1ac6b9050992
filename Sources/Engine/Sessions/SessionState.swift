import HTTP
import JSON
import Pagination
import System

/// Decides whose turn it is, and what a response means for the waiting jobs, the running one and the
/// windows. A value that takes in events and returns effects; it never waits.
struct SessionState: Sendable {
  let id: String
  private(set) var collection: PagedList
  private(set) var requests: Requests
  private(set) var jobs: JobQueue
  private var window = Window()
  private var ahead = ReadAhead()
  /// Given where it is left open how the API pages: what finds that out before anything else.
  @Indirect private var prelude: PreludeRun?
  /// The error of the last load, with the page that it was to load.
  @Indirect private(set) var failure: SessionSnapshot.FailedPage?
  /// The reason no more work is accepted; nil while it is.
  @Indirect private var refusal: SessionError?
  /// The record of the stored pages; nil if pages are not stored.
  @Indirect private(set) var stored: StoredRun?
  /// The end of the last walk; nil if there was none.
  @Indirect private var walkEnd: WalkEnd?
  /// The effects of the current event.
  private var effects: [Effect] = []
  /// Actions of jobs that are to be carried out, in order; empty unless one is being carried out.
  private var actions: [(job: JobID, action: JobAction)] = []

  init(
    id: String, settings: SessionSettings, parameters: JSONObject, abilities: HostAbilities,
    waitingLoadsMax: Int, stored: StoredRun? = nil
  ) {
    self.id = id
    jobs = JobQueue(waitingMax: waitingLoadsMax)
    requests = Requests(paginatorID: id, mayRequestCredentials: abilities.credentials)
    collection = PagedList(Configuration(settings, parameters: parameters))
    self.stored = stored
    if collection.pager.kind == .auto { prelude = PreludeRun() }
  }

  /// Takes in an event, and gives what is to be done, in order.
  mutating func decide<Value>(
    _ event: (inout SessionState) -> Value
  ) -> (value: Value, effects: [Effect]) {
    var holdsWindows = prelude?.letsWindowsLoad(requests) == false || collection.isNumberedByWalk
    let value = event(&self)
    holdsWindows = holdsWindows || prelude?.letsWindowsLoad(requests) == false
    startNext()
    if holdsWindows { serveWindows() }
    if ahead.isActive, prelude?.isDecided != false {
      effects += ahead.advance(&requests, collection)
    }
    defer { effects = [] }
    return (value, effects)
  }

  // MARK: Jobs

  /// Takes in work, which gets a number of its own.
  mutating func add(_ make: (JobID) -> any Job) -> JobID {
    let job = make(jobs.nextID())
    let isFirstHeld = prelude?.requested != nil && prelude?.job != nil
    if let error = refusal ?? jobs.add(job, besides: isFirstHeld ? 1 : 0) { fail(job, error) }
    return job.id
  }

  /// Starts the work whose turn it is; what needs no request is answered at once.
  private mutating func startNext() {
    while let next = jobs.next {
      if prelude?.requested != nil { return }
      if prelude?.isDue(for: next, collection, requests) == true {
        guard requests.isEmpty else { return }
        startPrelude(for: .init(next))
        continue
      }
      let reaction = jobs.beginNext(&collection)
      if jobs.isWalking { failure = nil }
      if jobs.isWalking { effects += ahead.drop(&requests) }
      if jobs.running is PageRefresh { effects += ahead.dropAll(&requests) }
      perform(reaction)
    }
    if jobs.isEmpty, requests.isEmpty,
      prelude?.isDueForWindows(collection, requests) == true,
      window.wantsPages(collection)
    {
      startPrelude(for: .init())
    }
  }

  /// Carries out what the running job leads to, as long as it runs. What an action leads to at once,
  /// such as a request that was answered ahead, comes after the actions that are there: it may
  /// withdraw them.
  private mutating func perform(_ reaction: JobQueue.Reaction?) {
    guard let (job, more) = reaction else { return }
    let isPerforming = !actions.isEmpty
    actions += more.map { (job, $0) }
    if isPerforming { return }
    var next = 0
    while next < actions.count {
      let (job, action) = actions[next]
      next += 1
      guard jobs.running?.id == job else { continue }
      switch action {
      case .request(let requested, let options): request(requested, for: job, options)
      case .withdraw: withdraw(job, .cancelled)
      case .notify(let event): notify(event)
      case .effect(let effect): effects.append(effect)
      case .finish(let failure, let end, let reply):
        if let load = jobs.takeRunning() as? PageLoad, collection.settings.prefetch.pages > 0 {
          effects += ahead.follow(load.target, hasFailed: failure != nil, &requests, collection)
        }
        self.failure = failure
        walkEnd = end ?? walkEnd
        effects.append(.reply(reply(snapshot())))
      }
    }
    actions = []
  }

  /// Fails a job that does not run; nothing else changes but the state's error.
  private mutating func fail(_ job: any Job, _ error: SessionError) {
    let page = job.page ?? prelude?.page(of: job)
    failure = SessionSnapshot.FailedPage(error: error, page: page)
    effects.append(.reply(job.reply(error, page: page, snapshot())))
  }

  /// Fails windows that no longer wait.
  private mutating func fail(_ waiters: [Window.Waiter], _ error: SessionError) {
    for waiter in waiters { effects.append(.reply(waiter.reply(error, snapshot()))) }
    window.close(&collection)
  }

  // MARK: Cancelling

  /// Fails one job or waiting window, wherever it is.
  mutating func cancel(_ id: JobID, _ error: SessionError) {
    if jobs.running?.id == id {
      stop(error)
    } else if let job = jobs.removeWaiting(id) {
      fail(job, error)
      if prelude?.job == id { stopPrelude(error) }
    } else if let waiter = window.cancel(id) {
      fail([waiter], error)
    }
  }

  /// Fails every running and queued job, and every waiting window.
  mutating func cancelAll(_ error: SessionError) {
    effects += ahead.dropAll(&requests)
    let waiting = jobs.removeAllWaiting()
    stop(error)
    for job in waiting { fail(job, error) }
    stopPrelude(error)
    let waiters = window.cancelAll()
    withdraw(Window.id, .cancelled)
    fail(waiters, error)
  }

  /// Fails every job and window, now and later.
  mutating func giveUp(_ error: SessionError) {
    cancelAll(error)
    refusal = error
  }

  /// Fails the job that runs.
  private mutating func stop(_ error: SessionError) {
    guard let job = jobs.takeRunning() else { return }
    if let walk = job as? Walk {
      walkEnd = .cancelled
      walk.cancel(&collection)
    }
    withdraw(job.id, error)
    fail(job, error)
  }

  /// Ends the requests that only this job is interested in.
  private mutating func withdraw(_ job: JobID, _ error: SessionError) {
    for request in requests.withdraw(job) {
      notify(.failed(page: request.page, error))
      effects.append(.cancel(request.handle))
    }
  }

  // MARK: The prelude

  /// Finds out how the API pages, and does nothing but report it.
  mutating func report(_ order: PreludeRun.Order) {
    guard let refusal else { return startPrelude(for: order) }
    effects += order.replies(.failure(refusal))
  }

  /// Finds out how the API pages, before jobs or windows continue, or for a report.
  private mutating func startPrelude(for order: PreludeRun.Order) {
    let progress = _prelude.wrappedValue?.start(for: order, &requests, &collection)
    if let page = prelude?.announced { notify(.willLoad(page: page)) }
    perform(progress)
  }

  /// Responses that came for windows, and decide nothing, are theirs before a job has the prelude run.
  private mutating func perform(_ progress: PreludeRun.Progress?) {
    switch progress {
    case .continues(let more)?:
      effects += more
      window.forgetLayout()  // pages may have other numbers
      if prelude?.isDecided == false, prelude?.letsWindowsLoad(requests) == true { serveWindows() }
    case .reads(let arrived, let begun)?: perform(requests.read(arrived, in: begun))
    case nil: break
    }
  }

  private mutating func stopPrelude(_ error: SessionError) {
    guard prelude?.requested != nil else { return }
    for request in requests.withdraw(PreludeRun.id) { effects.append(.cancel(request.handle)) }
    if let page = prelude?.announced { notify(.failed(page: page, error)) }
    effects += _prelude.wrappedValue?.stop(error, &collection) ?? []
  }

  /// Other settings are in force: where it is not known how the API pages, that is found out again.
  private mutating func renewPrelude() {
    let isKnown = collection.pager.kind != .auto || collection.configuration.isAdopted
    prelude = isKnown ? nil : prelude?.renewed ?? PreludeRun()
  }

  // MARK: Windows

  /// Answers a window, at once or, where it waits, when each of its pages is there or has failed.
  mutating func open(_ order: WindowOrder, _ completion: @escaping WindowCompletion) -> JobID {
    let waiter = Window.Waiter(id: jobs.nextID(), order: order, completion: completion)
    if let refusal {
      fail([waiter], refusal)
      return waiter.id
    }
    switch window.open(waiter, &collection) {
    case .reply: reply(to: waiter)
    case .loadAndReply:
      prelude?.look()
      loadForWindows()
      reply(to: waiter)
    case .loadAndWait:
      prelude?.look()
      serveWindows()
    }
    return waiter.id
  }

  /// An item is about to be shown.
  mutating func touch(_ index: Int) {
    guard window.touch(index, &collection) else { return }
    prelude?.look()
    serveWindows()
  }

  /// `arrived`: the page that has just come for them.
  private mutating func serveWindows(arrived: Int? = nil) {
    loadForWindows()
    let ready = window.takeReady(collection, arrived: arrived)
    if ready.isEmpty { return }
    for waiter in ready { reply(to: waiter) }
    window.close(&collection)
  }

  /// Requests the pages that windows want.
  private mutating func loadForWindows() {
    guard refusal == nil else { return }
    while prelude?.letsWindowsLoad(requests) != false,
      let requested = window.next(&collection, requests, prelude?.missing(collection))
    {
      request(requested, for: Window.id, .init(isShareable: true))
    }
  }

  private mutating func reply(to waiter: Window.Waiter) {
    effects.append(
      .reply(window.reply(to: waiter, collection, underWay: requests.pages, snapshot())))
  }

  /// Something happens to what was requested ahead.
  mutating func readAhead<Value>(_ event: (inout ReadAhead, inout Requests) -> Value) -> Value {
    event(&ahead, &requests)
  }

  /// No load comes any more: nothing is requested ahead.
  mutating func endReadAhead() { effects += ahead.end(&requests) }

  // MARK: Requests

  /// Requests a page, or joins the request for it that is under way or was made ahead. What keeps
  /// the request from being made is its outcome.
  private mutating func request(
    _ requested: RequestedPage, for job: JobID, _ options: Requests.Options
  ) {
    if options.isShared, !requests.isIdle, requests.share(requested, with: job) { return }
    let claimed =
      requests.isIdle ? nil : requests.claim(requested, for: job, options, in: collection)
    if claimed?.request.isAnnounced != true { notify(.willLoad(page: requested.page)) }
    guard let (request, content) = claimed else { return send(requested, for: job, options) }
    switch content {
    case .arrived(let response, let clock)?:
      effects.append(.endWait(request.handle))
      perform(read(ArrivedResponse(response: response, request: request, clock: clock)))
    case .failed(let error)?:
      effects.append(.endWait(request.handle))
      settle(requested, .failure(error), for: [job])
    case .neighbours?, .credentials?, .items?, .stored?, nil: break
    }
  }

  /// Makes a request of its own for a page.
  private mutating func send(
    _ requested: RequestedPage, for job: JobID, _ options: Requests.Options
  ) {
    if !options.parameters.isEmpty { collection.learn { $0.learn(options.parameters) } }
    do throws(SessionError) {
      effects.append(.send(try requests.add(requested, for: job, options, in: collection)))
    } catch {
      settle(requested, .failure(error), for: [job])
    }
  }

  /// Takes in what came back for a request.
  mutating func receive(
    _ result: Result<HTTPResponse, HTTPError>, for id: Int, at clock: Requests.ClockReading
  ) {
    perform(requests.receive(result, for: id, at: clock, in: &collection))
  }

  /// Takes in what a request waited for: the end of its delay, the client's response, a mapped page.
  mutating func resume(_ take: (inout Requests, inout PagedList) -> Requests.Next?) {
    perform(take(&requests, &collection))
  }

  private mutating func perform(_ first: Requests.Next?) {
    var next = first
    while let step = next.take() {
      switch step {
      case .effect(let effect): effects.append(effect)
      case .wait(let request, let waiting, let isFromAPI):
        effects += requests.hold(request, isFromAPI ? waiting.seconds : nil, collection)
        tellWaiting(request.id, waiting)
        effects.append(.wait(requests.dispatch(request, collection), seconds: waiting.seconds))
      case .read(let arrived, let waitSeconds):
        effects += requests.hold(arrived.request, waitSeconds, collection)
        if collection.settings.prefetch.pages > 0 {
          ahead.note(arrived, isHeld: waitSeconds != nil)
        }
        if arrived.request.isOfPrelude {
          perform(_prelude.wrappedValue?.receive(arrived, &requests, &collection))
        } else if arrived.request.isUnclaimed {
          effects += ahead.take(arrived, &requests, collection)
        } else {
          next = read(arrived)
        }
      case .failedAhead(let request, let waitSeconds):
        effects += requests.hold(request, waitSeconds, collection)
        ahead.pause()
        for job in request.interested
        where job != ReadAhead.id && !requests.share(request.requested, with: job) {
          send(request.requested, for: job, request.options)
        }
      case .settled(let request, let outcome):
        if request.isOfPrelude {
          perform(_prelude.wrappedValue?.take(outcome, of: request, &requests, &collection))
        } else if stored != nil, !jobs.isWalking || request.interested.first != jobs.running?.id,
          let effect = requests.store(outcome, of: request, collection)
        {
          effects.append(effect)  // A walk stores its pages itself, in order.
        } else {
          settle(request.requested, outcome, for: request.interested)
        }
      }
    }
  }

  /// Tells the client that a request has to wait; a walk also reports its progress.
  mutating func tellWaiting(_ request: Int, _ waiting: WalkProgress.Waiting) {
    if let event = requests.event(of: request, waiting) { notify(event) }
    guard let walk = jobs.walk,
      requests.isInterested(walk.id, in: request) || prelude?.job == walk.id,
      let progress = walk.tally.progress(collection, waiting: waiting)
    else { return }
    effects.append(.report(walk.order, progress))
  }

  // MARK: Responses

  private mutating func read(_ arrived: consuming ArrivedResponse) -> Requests.Next {
    if collection.configuration.opened.findsItems { collection.findItems(in: &arrived) }
    return requests.read(arrived, in: collection)
  }

  /// Takes in the result of storing a part, success or failure.
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

  /// Gives the outcome of a page to the jobs that are interested in it. A page of a load or a window
  /// is taken into the collection first, once for all.
  private mutating func settle(
    _ requested: RequestedPage, _ outcome: PageOutcome, for interested: [JobID]
  ) {
    let isOfLoad = (jobs.running as? PageLoad).map { interested.contains($0.id) } == true
    if !isOfLoad, let reaction = jobs.take(requested, outcome, for: interested, &collection) {
      if jobs.holdsPages { window.evict(keeping: requested.page, &collection) }
      return perform(reaction)
    }
    guard isOfLoad || interested.contains(Window.id) else { return }
    if !isOfLoad, collection.hasMoved(requested) { return serveWindows(arrived: nil) }
    let arrival = collection.admit(
      outcome, requested.page, comparesItems: !jobs.isWalking, isDelivered: isOfLoad)
    if collection.isOverfull, let page = arrival.page {
      window.evict(keeping: page.number, &collection)
    }
    if collection.settings.notifications {
      effects.append(.notify(collection.event(of: arrival, requested.page)))
    }
    if isOfLoad { perform(jobs.take(requested, arrival, for: interested, &collection)) }
    if interested.contains(Window.id) {
      window.take(arrival, of: requested, &collection)
      serveWindows(arrived: arrival.page?.number)
    } else if case .failure(let error) = arrival {
      window.noteFailedLoad(of: requested.page, error, &collection)
    }
  }

  /// Has the walk that runs react to something else than a page; false: none runs.
  mutating func changeWalk(_ change: (inout Walk, inout PagedList) -> Void) -> Bool {
    let reaction = jobs.changeWalk(&collection, change)
    perform(reaction)
    return reaction != nil
  }

  // MARK: The session itself

  /// Takes in new settings for later requests; with another page size, the state is as opened.
  mutating func configure(_ settings: SessionSettings, parameters: JSONObject) {
    effects += ahead.dropAll(&requests)
    if collection.configuration.isResized(by: settings) { reset() }
    stopPrelude(.cancelled)
    collection.configure(settings, parameters: parameters)
    if prelude?.isOpen != false { renewPrelude() }
    if window.wantsPages(collection) { prelude?.look() }
    window.forgetLayout()
    window.evict(keeping: collection.currentPage ?? collection.firstPage, &collection)
  }

  /// Cancels, and is as just opened.
  mutating func reset() {
    cancelAll(.cancelled)
    forgetRequests()
    collection.reset()
    renewPrelude()
  }

  /// Cancels, and takes no more work. The completion is called once the store has ended.
  mutating func close(_ completion: @escaping @Sendable (SessionError?) -> Void) {
    cancelAll(.cancelled)
    effects.append(.endStore(walkEnd, completion: completion))
    refusal = .paginatorNotFound(id: id)
    prelude = nil
    collection.forget()
    forgetRequests()
  }

  private mutating func forgetRequests() {
    failure = nil
    requests.forgetHome()
    window = Window()
  }

  mutating func giveCheckpoint(_ completion: @escaping @Sendable (String) -> Void) {
    var opened = collection
    if prelude?.isOpen == true { opened.takeUp(nil) }  // Nothing of it has been delivered.
    // A later pass delivers what the first one lacked, behind which a list is read on.
    let token = opened.checkpointToken(jobs.walk?.passes.place)
    effects.append(.reply { completion(token.value) })
  }

  mutating func giveState(_ completion: @escaping StateCompletion) {
    effects.append(.reply { [snapshot = snapshot()] in completion(snapshot) })
  }

  /// Changes where paging continues.
  mutating func move<Value>(_ change: (inout PagedList) -> Value) -> Value {
    defer { if prelude?.isOpen == true, prelude?.requested == nil { renewPrelude() } }
    return change(&collection)
  }

  private mutating func notify(_ event: PageEvent) {
    if collection.settings.notifications { effects.append(.notify(event)) }
  }
}
