package import JSON
package import Pagination
package import Sessions
import Synchronization

/// A list of its own for each of many items: drives one session for each, some at a time, and
/// delivers their pages in the order of the items. All calls return at once, from any thread.
///
/// A session knows nothing of it. A mutex guards the state while it decides, never while something
/// is done; what was decided is done in order, by one thread at a time.
package final class ItemSeries: WalkableList {
  /// The session of the params as they are, which sends nothing: it holds the settings, and gives
  /// the state its request and its counts.
  package let base: Session
  private let source: any SeriesSource
  private let environment: SessionEnvironment
  private let state: Mutex<SeriesState>
  private let effects = EffectQueue<SeriesEffect>()

  /// `settings` and `template` are made from the same params; in the settings, marks are plain text.
  /// `slices`: a range that is cut wherever it has more than the ceiling of the settings, which were
  /// checked.
  package init(
    _ each: EachParams = .ranges, source: (any SeriesSource)? = nil, slices: SliceParams? = nil,
    base: Session, settings: SessionSettings, template: PartTemplate,
    environment: SessionEnvironment
  ) {
    let source = source ?? ListedItems([])
    self.base = base
    self.source = source
    self.environment = environment
    state = Mutex(
      SeriesState(
        each, sourceCount: source.count, base: base, PartMaker(template, settings), environment,
        slices: slices.map {
          SliceWalk($0, ceiling: settings.end.ceiling ?? Int.max, identity: settings.identity)
        }))
  }

  // MARK: Orders

  package func snapshot() -> SessionSnapshot { state.withLock { $0.countedSnapshot() } }

  package func snapshotText(_ write: (SessionSnapshot) -> [UInt8]) -> [UInt8] { write(snapshot()) }

  @discardableResult
  package func walk(_ order: WalkOrder, completion: @escaping WalkCompletion) -> Int {
    if let number = update({ $0.add(order, completion) }) { return number }
    let error = SessionError.limitExceeded(limit: .queuedLoads, maximum: SeriesState.walksMax)
    let snapshot = state.withLock { $0.snapshot() }
    completion(.failure(LoadFailure(error: error, page: nil, snapshot: snapshot)))
    return 0
  }

  package func endWalk(_ cause: EndReason.Cause) -> Bool { update { $0.endWalk(cause) } }

  package func cancel(load: Int) { update { $0.cancel(load) } }

  package func cancel(_ completion: @escaping StateCompletion = { _ in }) {
    update(then: completion) { $0.cancelAll() }
  }

  package func reset(_ completion: @escaping StateCompletion = { _ in }) {
    update(then: completion) { $0.reset() }
  }

  package func close(_ completion: @escaping @Sendable (SessionError?) -> Void) {
    cancel { [base] _ in base.close(completion) }
  }

  /// Throws where no part can be made of params.
  package func check(_ parameters: JSONObject) throws(JSONFieldError) {
    _ = try PartTemplate(parameters, each)
  }

  /// Takes in other settings, which were checked, for parts that begin later. Where the request is
  /// another one now, the part that is being delivered begins again.
  package func configure(
    _ settings: SessionSettings, parameters: JSONObject, _ completion: @escaping StateCompletion
  ) {
    let request = base.requestFingerprint
    base.configure(settings, parameters: parameters)
    let restarts = request != base.requestFingerprint
    update(then: completion) { [each] state in
      guard let template = try? PartTemplate(parameters, each) else { return }
      state.configure(PartMaker(template, settings), restarts: restarts)
    }
  }

  private var each: EachParams { state.withLock { $0.each } }

  package func resume(_ checkpoint: String) throws(SessionError) {
    guard let read = SeriesCheckpoint(checkpoint) else {
      throw .checkpointRejected(reason: "it is damaged, or belongs to no series")
    }
    guard read.request == base.requestFingerprint else {
      throw .checkpointRejected(reason: "it belongs to another request")
    }
    guard update({ $0.resume(read) }) else {
      throw .checkpointRejected(reason: "it belongs to another range, or to none")
    }
  }

  package func checkpoint(_ completion: @escaping @Sendable (String) -> Void) {
    update { $0.giveCheckpoint(completion) }
  }

  // MARK: Carrying out

  @discardableResult
  private func update<Value: Sendable>(_ event: (inout SeriesState) -> Value) -> Value {
    let (value, first) = state.withLock { state in
      let value = event(&state)
      state.advance()
      return (value, effects.begin(state.takeEffects()))
    }
    effects.carryOut(first, carryOut)
    return value
  }

  private func update(
    then completion: @escaping StateCompletion, _ event: (inout SeriesState) -> Void
  ) {
    update {
      event(&$0)
      $0.perform { completion(self.snapshot()) }
    }
  }

  private func carryOut(_ effect: SeriesEffect) {
    switch effect {
    case .read(let generation):
      source.next { [self] step in update { $0.take(step, generation: generation) } }
    case .begin(let order): begin(order)
    case .proceed(let session, let part, let concurrency):
      walk(session, part, concurrency: concurrency, pagesMax: nil)
    case .deliver(let order, let page):
      order.deliver?(page)
      environment.waitForReader { [weak self] isPaused in self?.update { $0.pause(isPaused) } }
    case .report(let order, let progress): order.report?(progress)
    case .ended(let order, let part): order.ended?(part)
    case .close(let session): session.close()
    case .perform(let action): action()
    case .resetSource: source.reset()
    }
  }

  private func begin(_ order: PartOrder) {
    let session: Session
    do throws(SessionError) {
      session = try makeSession(order)
    } catch {
      let failure = LoadFailure(error: error, page: nil, snapshot: base.snapshot())
      update { $0.take(.failure(failure), for: order.id) }
      return
    }
    guard state.withLock({ $0.take(session, for: order.id) }) else { return }
    walk(session, order.id, concurrency: order.concurrency, pagesMax: order.asks ? 1 : nil)
  }

  private func walk(_ session: Session, _ part: Int, concurrency: Int, pagesMax: Int?) {
    session.walk(
      WalkOrder(
        pagesMax: pagesMax, concurrency: concurrency, givesCheckpoints: true, mayBeCut: true,
        walk: state.withLock { $0.walkSettings },
        deliver: { [weak self] page in self?.update { $0.take(page, for: part) } })
    ) { [weak self] result in
      self?.update { $0.take(result, for: part) }
    }
  }

  private func host(of order: PartOrder) -> PartHost {
    PartHost(environment.host, unread: order.unread) { [weak self, id = order.id] event in
      self?.update { $0.tell(event, of: id) }
    }
  }

  private func makeSession(_ order: PartOrder) throws(SessionError) -> Session {
    let (settings, parameters) = try order.maker.settings(for: order.item, at: order.position)
    let runInBackground = environment.runInBackground
    let session = Session(
      id: base.id, settings: settings, parameters: parameters,
      environment: environment.serving(host(of: order)) { client in
        if let requests = order.requests { return CountedClient(next: client, count: requests) }
        return order.firstPage.map {
          FirstPageClient($0, then: client, runInBackground: runInBackground)
        } ?? client
      })
    if let checkpoint = order.checkpoint { try session.resume(checkpoint) }
    return session
  }
}
