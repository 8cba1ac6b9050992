import HTTP
package import JSON
package import Pagination
import Synchronization

/// One open paginator: carries out what its state decides. All calls return at once, from any
/// thread.
///
/// The state is guarded by a mutex that is held while it decides, never while something is done.
/// Effects are carried out one after the other by whoever came first, in the order in which they
/// were decided, so that a notification never overtakes the answer that it comes before.
package final class Session: Sendable {
  package let id: String
  private let environment: SessionEnvironment
  private let state: Mutex<SessionState>

  /// A walk whose client has so many bytes to read waits until it has read them.
  static let unsentBytesMax = 1 << 20

  package init(
    id: String, settings: SessionSettings, parameters: JSONObject,
    environment: SessionEnvironment
  ) {
    self.id = id
    self.environment = environment
    state = Mutex(
      SessionState(
        id: id, settings: settings, parameters: parameters,
        abilities: environment.host.abilities))
  }

  /// The state as clients see it.
  package func snapshot() -> SessionSnapshot {
    state.withLock { $0.snapshot() }
  }

  /// The state as a text that `write` makes; it is made anew only when something has changed.
  package func snapshotText(_ write: (SessionSnapshot) -> [UInt8]) -> [UInt8] {
    state.withLock { state in
      if let text = state.snapshotText { return text }
      let text = write(state.snapshot())
      state.snapshotText = text
      return text
    }
  }

  // Each of the following completions is called exactly once. The number is the work's, to cancel.

  @discardableResult
  package func load(
    _ target: LoadTarget, parameters: [QueryParameter] = [],
    completion: @escaping LoadCompletion
  ) -> Int {
    update { $0.enqueue(.page(target, parameters, completion)) }
  }

  @discardableResult
  package func walk(_ order: WalkOrder, completion: @escaping WalkCompletion) -> Int {
    update { $0.enqueue(.walk(order, completion)) }
  }

  /// Asks once more for a held page, or for all of them.
  @discardableResult
  package func refresh(page: Int?, completion: @escaping RefreshCompletion) -> Int {
    update { $0.enqueue(.refresh(page: page, completion)) }
  }

  /// Answers a window on the collection, at once or when its pages are there.
  @discardableResult
  package func window(_ order: WindowOrder, completion: @escaping WindowCompletion) -> Int {
    update { $0.open(order, completion: completion) }
  }

  /// An item is about to be shown.
  package func touch(_ index: Int) {
    update { $0.touch(index) }
  }

  package func page(of index: Int) throws(SessionError) -> Int {
    try state.withLock { state in
      Result { () throws(SessionError) in try state.findPage(of: index) }
    }
    .get()
  }

  package func indexes(of page: Int) throws(SessionError) -> Range<Int> {
    try state.withLock { state in
      Result { () throws(SessionError) in try state.findIndexes(of: page) }
    }.get()
  }

  /// Gives the portable token of where paging goes on, after all that it counts as delivered has
  /// been delivered.
  package func checkpoint(_ completion: @escaping @Sendable (String) -> Void) {
    update { $0.effects.append(.answerCheckpoint(completion, $0.checkpointText())) }
  }

  /// Goes on where a checkpoint says; for a session that has just been opened.
  package func resume(_ checkpoint: String) throws(SessionError) {
    try update { state in
      Result { () throws(SessionError) in try state.resume(checkpoint) }
    }.get()
  }

  /// Fails one load, walk, refresh or window with `requestCancelled`; one that has ended stays.
  package func cancel(load: Int) {
    update { $0.cancel(load: load, .requestCancelled) }
  }

  /// Fails everything that runs or waits with `requestCancelled`.
  package func cancelRequest() {
    update { $0.cancelAll(.requestCancelled) }
  }

  /// Fails everything that runs or waits with `cancelled`.
  package func cancel() -> SessionSnapshot {
    update {
      $0.cancelAll(.cancelled)
      return $0.snapshot()
    }
  }

  /// Cancels and forgets all pages and metadata.
  package func reset() -> SessionSnapshot {
    update {
      $0.cancelAll(.cancelled)
      $0.reset()
      return $0.snapshot()
    }
  }

  /// What detection found: the candidates, best first, and whether the second page has proved it;
  /// nil where the strategy was given, or before the first page.
  /// Secrets that the evidence quotes are masked.
  func detected() -> (candidates: [JSONValue], isConfirmed: Bool?, isJudged: Bool)? {
    state.withLock { state in
      let redactor = state.redactor
      return state.finding.map { finding in
        (
          finding.listed.map { $0.json.masked(by: redactor) }, finding.isConfirmed, finding.isJudged
        )
      }
    }
  }

  /// Cancels; nothing is told of the paginator afterwards.
  package func close() {
    update {
      $0.cancelAll(.cancelled)
      $0.isClosed = true
      $0.forget()
    }
  }

  /// The params that the settings were made from.
  package var parameters: JSONObject { state.withLock { $0.parameters } }

  /// Takes in new settings, for later requests. A changed page size resets.
  package func configure(_ settings: SessionSettings, parameters: JSONObject) -> SessionSnapshot {
    update {
      $0.configure(settings, parameters: parameters)
      return $0.snapshot()
    }
  }

  // MARK: Carrying out

  private func update<Answer: Sendable>(
    _ decide: (inout sending SessionState) -> Answer
  ) -> Answer {
    let (answer, isFirst) = state.withLock { state in
      let answer = decide(&state)
      state.snapshotText = nil
      let isFirst = !state.isCarryingOut && !state.effects.isEmpty
      if isFirst { state.isCarryingOut = true }
      return (answer, isFirst)
    }
    if isFirst { carryOut() }
    return answer
  }

  private func carryOut() {
    while true {
      let effects = state.withLock { state in
        let effects = state.effects
        state.effects = []
        if effects.isEmpty { state.isCarryingOut = false }
        return effects
      }
      if effects.isEmpty { return }
      for effect in effects { carryOut(effect) }
    }
  }

  private func carryOut(_ effect: Effect) {
    switch effect {
    case .send(let fetch, let request): send(request, for: fetch)
    case .cancel(let transfer): transfer.cancel()
    case .hold(let request, let seconds):
      environment.gate.hold(
        request, positions: state.withLock { $0.positionNames }, seconds: seconds,
        nowSeconds: environment.scheduler.monotonicSeconds)
    case .wait(let fetch, let seconds): wait(seconds, for: fetch)
    case .drop(let scheduled): scheduled.cancel()
    case .extract(let fetch, let question):
      environment.host.extractPage(JSONFragments(question)) { [weak self] answer in
        self?.update { $0.takeNeighbours(answer, for: fetch) }
      }
    case .askCredentials(let fetch, let question):
      environment.host.credentials(JSONFragments(question)) { [weak self] answer in
        self?.update { $0.takeCredentials(answer, for: fetch) }
      }
    case .answer(let completion, let result): completion(result)
    case .answerWalk(let completion, let result): completion(result)
    case .answerRefresh(let completion, let result): completion(result)
    case .answerWindow(let completion, let result): completion(result)
    case .answerCheckpoint(let completion, let text): completion(text)
    case .deliver(let order, let page):
      order.deliver?(page)
      slowDown()
    case .report(let order, let progress): order.report?(progress)
    case .notify(let event):
      if !state.withLock({ $0.isClosed }) { environment.host.notify(event) }
    }
  }

  /// A client that does not read stops the walk, until it has read.
  private func slowDown() {
    guard environment.host.unsentBytes > Session.unsentBytesMax else { return }
    state.withLock { $0.pauseWalk() }
    environment.host.whenUnsent(below: Session.unsentBytesMax / 2) { [weak self] in
      self?.update { $0.resumeWalk() }
    }
  }

  private func send(_ request: HTTPRequest, for fetch: Int) {
    if !environment.gate.isOpen {
      let delay = environment.gate.delay(
        for: request, positions: state.withLock { $0.positionNames },
        nowSeconds: environment.scheduler.monotonicSeconds)
      if delay > 0 {
        update { $0.tellWaiting(fetch, seconds: delay, reason: "rate limit") }
        wait(delay, for: fetch)
        return
      }
    }
    let completion: @Sendable (Result<HTTPResponse, HTTPError>) -> Void = {
      [weak self, environment] result in
      self?.update {
        $0.receive(
          result, for: fetch, epochSeconds: environment.scheduler.epochSeconds,
          random: environment.random)
      }
    }
    let isClients = state.withLock { $0.settings.sender == .client }
    let transfer =
      isClients
      ? ClientTransport(
        host: environment.host, paginatorID: id, scheduler: environment.scheduler
      ).send(request, completion: completion)
      : environment.client.send(request, completion: completion)
    let isWanted = state.withLock { state in
      state.fetches[fetch]?.transfer = transfer
      return state.fetches[fetch] != nil
    }
    if !isWanted { transfer.cancel() }
  }

  private func wait(_ seconds: Double, for fetch: Int) {
    let scheduled = environment.scheduler.schedule(afterSeconds: seconds) { [weak self] in
      self?.update { $0.resend(fetch) }
    }
    let isWanted = state.withLock { state in
      state.fetches[fetch]?.waiting = scheduled
      return state.fetches[fetch] != nil
    }
    if !isWanted { scheduled.cancel() }
  }
}
