package import Authentication
package import Detection
import HTTP
package import JSON
package import Pagination
package import Recording
package import Secrets
import Synchronization
import System

package typealias DetectCompletion =
  @Sendable (Result<DetectionReport, SessionError>) -> Void

/// One open paginator: carries out what its state decides. All calls return at once, from any
/// thread.
///
/// A mutex guards the state while it decides, never while something is done. Another one guards
/// the order of the effects.
package final class Session: Sendable {
  package let id: String
  private let environment: SessionEnvironment
  /// The store that takes pages before they are reported; nil if pages are not stored.
  private let store: (any PageStore)?
  /// The latest requests; nil where no client can look at them.
  private let log: RequestLog?
  private let protected: Mutex<Protected>
  private let effects = EffectQueue<Effect>()
  private let innerPages: InnerPages
  /// The paginator sends no more events.
  private let isSilent = Atomic(false)

  private struct Protected: Sendable {
    var state: SessionState
    /// The state's text as last written, without the id; nil once something has changed.
    var text: [UInt8]?
  }

  package init(
    id: String, settings: SessionSettings, parameters: JSONObject,
    environment: SessionEnvironment, store: (any PageStore)? = nil, log: RequestLog? = nil
  ) {
    self.id = id
    self.environment = environment
    self.store = store
    self.log = log
    innerPages = InnerPages(most: environment.limits.innerPagesMax)
    protected = Mutex(
      Protected(
        state: SessionState(
          id: id, settings: settings, parameters: parameters,
          abilities: environment.host.abilities,
          waitingLoadsMax: environment.limits.waitingLoadsMax, stored: store?.opening)))
  }

  /// The state as clients see it.
  package func snapshot() -> SessionSnapshot {
    look { $0.snapshot() }
  }

  /// The fingerprint that checkpoints are bound to. Two sessions with the same fingerprint are
  /// about the same collection.
  package var requestFingerprint: String {
    look { $0.collection.configuration.requestFingerprint }.value
  }

  /// The state, without the id, as a text that `write` makes; it is made again only when something
  /// has changed.
  package func snapshotText(_ write: (SessionSnapshot) -> [UInt8]) -> [UInt8] {
    protected.withLock { protected in
      if let text = protected.text { return text }
      let text = environment.shared(stateText: write(protected.state.snapshot()))
      protected.text = text
      return text
    }
  }

  // Each of the following completions is called exactly once. The number is the work's, to cancel.

  @discardableResult
  package func load(
    _ target: LoadTarget, parameters: [QueryParameter] = [],
    completion: @escaping LoadCompletion
  ) -> Int {
    update { [stores = store != nil] in
      $0.add {
        PageLoad(
          id: $0, target: target, parameters: parameters, stores: stores, completion: completion)
      }
    }
  }

  @discardableResult
  package func walk(_ order: WalkOrder, completion: @escaping WalkCompletion) -> Int {
    update { [order = order.storing(store != nil), most = environment.limits.collectedBytesMax] in
      $0.add { Walk(id: $0, order: order, bytesMax: most, completion: completion) }
    }
  }

  /// Requests a held page again, or all of them.
  @discardableResult
  package func refresh(page: Int?, completion: @escaping RefreshCompletion) -> Int {
    update { $0.add { PageRefresh(id: $0, page: page, completion: completion) } }
  }

  /// Answers a window on the collection, at once or when its pages are there.
  @discardableResult
  package func window(_ order: WindowOrder, completion: @escaping WindowCompletion) -> Int {
    update { $0.open(order, completion) }
  }

  /// An item is about to be shown.
  package func touch(_ index: Int) {
    update { $0.touch(index) }
  }

  package func page(of index: Int) throws(SessionError) -> Int {
    try look { state throws(SessionError) in try state.collection.findPage(of: index) }
  }

  package func indexes(of page: Int) throws(SessionError) -> Range<Int> {
    try look { state throws(SessionError) in try state.collection.findIndexes(of: page) }
  }

  /// Gives the portable token of where paging continues, after all that it counts as delivered has
  /// been delivered.
  package func checkpoint(_ completion: @escaping @Sendable (String) -> Void) {
    update { $0.giveCheckpoint(completion) }
  }

  /// Continues where a checkpoint says; for a session that has just been opened.
  package func resume(_ checkpoint: String) throws(SessionError) {
    try update {
      $0.move { collection in
        Result { () throws(SessionError) in try collection.resume(checkpoint) }
      }
    }.get()
  }

  /// Takes up how the API pages from the checkpoint of an earlier walk of the list, as a page alone
  /// may not show it; for a session that has just been opened.
  package func takeFindings(of checkpoint: String) {
    update { $0.move { $0.takeFindings(of: checkpoint) } }
  }

  /// The last items of the page that a walk has delivered last count as not delivered: the next
  /// walk, and the checkpoint, begin with them. For a walk whose items all are in its result.
  package func markUndelivered(items: Int) { update { $0.move { $0.markUndelivered(items) } } }

  /// Counts pages of lists within items from 0 again, for another call.
  package func renewInnerPages() { innerPages.renew() }

  /// Ends the running walk with what it has delivered, if its pages are not stored. A walk whose seconds
  /// are over while detection waits for a second page ends with the first one. Returns false if no walk
  /// runs or waits.
  package func endWalk(_ cause: EndReason.Cause) -> Bool {
    let (hasEnded, late) = update { state -> (Bool, PendingRequest?) in
      if state.changeWalk({ $0.finish(EndReason(cause, page: nil), &$1) }) { return (true, nil) }
      guard case .maximum(.secondsOfWalk, let seconds) = cause,
        let late = state.requests.pending(of: PreludeRun.id)
          .first(where: { [first = state.collection.openingPage] in $0.page != first })
      else { return (false, nil) }
      state.resume { $0.giveUp(late, afterSeconds: seconds, $1) }
      return (true, late)
    }
    late?.handle.cancel()
    return hasEnded
  }

  /// Fails one load, walk, refresh or window with `requestCancelled`; one that has ended stays.
  package func cancel(load: Int) {
    update { $0.cancel(load, .requestCancelled) }
  }

  // The completions of the following get the state, after all that was decided before is done: no
  // reply with an older state and no event comes later.

  /// Fails everything that runs or waits with `cancelled`.
  package func cancel(_ completion: @escaping StateCompletion = { _ in }) {
    update(then: completion) { $0.cancelAll(.cancelled) }
  }

  /// No load comes any more: nothing is requested ahead.
  package func endReadAhead() { update { $0.endReadAhead() } }

  /// Fails everything that runs or waits, or comes later, for a session that serves one request.
  package func giveUp(_ error: SessionError, _ completion: @escaping StateCompletion = { _ in }) {
    update(then: completion) { $0.giveUp(error) }
  }

  /// Loads the first page and, with `confirming`, a second one that proves the likeliest candidate;
  /// then the session is closed. Fails where the first page does, or is cancelled.
  package func detect(confirming: Bool, completion: @escaping DetectCompletion) {
    let order = PreludeRun.Order(confirming: confirming) { result in
      completion(result)
      self.close()
    }
    update { $0.report(order) }
  }

  /// Cancels and forgets all pages and metadata.
  package func reset(_ completion: @escaping StateCompletion = { _ in }) {
    update(then: completion) { $0.reset() }
  }

  /// Takes in new settings, for later requests. A changed page size resets.
  package func configure(
    _ settings: SessionSettings, parameters: JSONObject,
    _ completion: @escaping StateCompletion = { _ in }
  ) {
    update(then: completion) { $0.configure(settings, parameters: parameters) }
  }

  /// Cancels; the paginator sends no events afterwards. The completion is called when all that is
  /// stored is safe, and the store's run has ended; with why it could not.
  package func close(_ completion: @escaping @Sendable (SessionError?) -> Void = { _ in }) {
    update {
      $0.close(completion)
      isSilent.store(true, ordering: .relaxed)
    }
  }

  /// The identity of an item, as it is given or found; empty: not known.
  package var identity: [JSONPath] { look { $0.collection.settings.identity } }

  /// Knows the secrets of the caller.
  package var redactor: Redactor { look { $0.collection.redactor } }

  /// The way the profile's API takes a token.
  package var tokenScheme: TokenScheme? { look { $0.collection.settings.tokenScheme } }

  /// The latest requests, or those for a page, that `limits.heldRequestsMax` holds: entries of a
  /// recording.
  package func requests(of page: Int?) -> [[UInt8]] { log?.entries(of: page) ?? [] }

  /// The params that the settings were made from.
  package var parameters: JSONObject { look { $0.collection.configuration.parameters } }

  private func look<Value: Sendable, Failure: Error>(
    _ read: (SessionState) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try protected.withLock { protected throws(Failure) in try read(protected.state) }
  }

  // MARK: Carrying out

  private func update<Value: Sendable>(_ event: (inout SessionState) -> Value) -> Value {
    let (value, first) = protected.withLock { protected in
      protected.text = nil
      let (value, decided) = protected.state.decide(event)
      return (value, effects.begin(decided))
    }
    effects.carryOut(first, carryOut)
    return value
  }

  /// The completion gets the state, after all that was decided before is done.
  private func update(
    then completion: @escaping StateCompletion, _ event: (inout SessionState) -> Void
  ) {
    update {
      event(&$0)
      $0.giveState(completion)
    }
  }

  private func carryOut(_ effect: Effect) {
    switch effect {
    case .send(let dispatch): send(dispatch)
    case .wait(let dispatch, let seconds): wait(seconds, for: dispatch)
    case .expire(let request, let handle, let seconds):
      // What comes from a recording does not grow old.
      guard environment.scheduler.waits else { return }
      handle.attach(
        environment.scheduler.schedule(afterSeconds: seconds) { [weak self] in
          self?.update { $0.readAhead { $0.expire(request, &$1) } }
        }.cancel)
    case .endWait(let handle): handle.endWait()
    case .map(let page):
      environment.runInBackground { [weak self] in
        let outcome = page.outcome()
        self?.update { $0.resume { $0.take(outcome, of: page, in: $1) } }
      }
    case .complete(let work):
      let handle = work.arrived.request.handle
      let run = InnerRun(work, id: id, environment, innerPages) { [weak self] result in
        handle.endWait()
        self?.update { $0.resume { $0.take(result, of: work, in: $1) } }
      }
      handle.attach(run.cancel)
      run.start()
    case .cancel(let handle): handle.cancel()
    case .hold(let dispatch, let seconds):
      guard environment.scheduler.waits else { return }
      environment.gate.hold(
        dispatch.request, positions: dispatch.positions, seconds: seconds,
        nowSeconds: environment.scheduler.monotonicSeconds)
    case .ask(let method, let request, let params):
      environment.host.request(method, JSONFragments(params)) { [weak self] reply in
        self?.update { $0.resume { $0.take(reply, for: request, in: &$1) } }
      }
    case .store(let part, let content, let items):
      store?.store(content, items) { [weak self] result in
        self?.update { $0.take(result, for: part) }
      }
    case .endStore(let walk, let completion):
      if let store { store.end(walk, completion: completion) } else { completion(nil) }
    case .reply(let reply): reply()
    case .deliver(let order, let page):
      order.deliver?(page)
      environment.waitForReader { [weak self] isPaused in
        self?.update { _ = $0.changeWalk { $0.pause(isPaused, &$1) } }
      }
    case .report(let order, let progress): order.report?(progress)
    case .notify(let event):
      if !isSilent.load(ordering: .relaxed) { environment.host.notify(event, of: id) }
    }
  }

  /// The most bytes of a body that is read on the network's thread, on which others wait.
  private static let promptBytesMax = 1 << 20

  private func send(_ dispatch: OutgoingRequest) {
    let request = dispatch.request
    if !environment.gate.isOpen {
      let delay = environment.gate.delay(
        for: request, positions: dispatch.positions,
        nowSeconds: environment.scheduler.monotonicSeconds)
      if delay > 0 {
        if dispatch.isUnclaimed, update({ $0.readAhead { $0.forgo(dispatch.id, &$1) } }) { return }
        let waiting = WalkProgress.Waiting(seconds: delay, reason: "rate limit")
        update { $0.tellWaiting(dispatch.id, waiting) }
        wait(delay, for: dispatch)
        return
      }
    }
    let completion: HTTPCompletion = {
      [weak self, environment, id = dispatch.id] result in
      let clock = Requests.ClockReading(
        of: result, environment.scheduler, environment.random,
        served: environment.gate.note(result, of: request, positions: dispatch.positions))
      let take: @Sendable () -> Void = { [weak self] in
        self?.update { $0.receive(result, for: id, at: clock) }
      }
      if case .success(let response) = result, response.body.count > Session.promptBytesMax {
        environment.runInBackground(take)
      } else {
        take()
      }
    }
    let transport =
      dispatch.sender == .client
      ? ClientTransport(
        host: environment.host, paginatorID: id, scheduler: environment.scheduler) : nil
    let held = dispatch.heldRequestsMax > 0 ? log : nil
    let client = environment.chain(
      to: transport,
      before: held.map { log in
        { log.holding($0, page: dispatch.page, most: dispatch.heldRequestsMax, userAgent: $1) }
      })
    let transfer = client.send(request, completion: completion)
    if transfer.wait == .token { update { $0.tellWaiting(dispatch.id, .token) } }
    dispatch.handle.attach(isTransfer: true, transfer.cancel)
  }

  private func wait(_ seconds: Double, for dispatch: OutgoingRequest) {
    dispatch.handle.attach(
      environment.scheduler.schedule(afterSeconds: seconds) { [weak self, id = dispatch.id] in
        self?.update { $0.resume { $0.resend(id, in: $1) } }
      }.cancel)
  }
}
