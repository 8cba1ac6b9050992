import Pagination

/// The jobs of one session in the order in which they came: one runs, the others wait for their
/// turn.
struct JobQueue: Sendable {
  private(set) var running: Job?
  private var waiting: [Job] = []
  private var lastID = Window.id
  private let waitingMax: Int

  init(waitingMax: Int) { self.waitingMax = waitingMax }

  /// Whether no job runs or waits.
  var isEmpty: Bool { running == nil && waiting.isEmpty }

  /// Whether the job that runs is a walk.
  var isWalking: Bool {
    if case .walk? = running { true } else { false }
  }

  /// Whether the job that runs is a refresh.
  var isRefreshing: Bool {
    if case .refresh? = running { true } else { false }
  }

  /// Whether the job that runs keeps the pages that come in memory: a walk that delivers them one by
  /// one does not.
  var holdsPages: Bool {
    if case .walk(let walk)? = running { walk.order.deliver == nil } else { true }
  }

  /// What a change of the job that runs leads to; nil: there is none that it concerns.
  typealias Reaction = (job: JobID, actions: [Job.Action])

  // MARK: Whose turn it is

  /// The number of a new job or window.
  mutating func nextID() -> JobID {
    lastID += 1
    return lastID
  }

  /// Takes in a job, the last one; gives why it cannot, where too many wait.
  mutating func add(_ job: Job) -> SessionError? {
    if waiting.count >= waitingMax {
      return .limitExceeded(limit: .queuedLoads, maximum: waitingMax)
    }
    waiting.append(job)
    return nil
  }

  /// Whether the job whose turn comes next could begin.
  var isNextDue: Bool { running == nil && !waiting.isEmpty }

  /// Begins the job whose turn it is.
  mutating func beginNext(_ collection: inout RemoteCollection) -> Reaction? {
    guard isNextDue else { return nil }
    let (job, actions) = waiting.removeFirst().started(&collection)
    running = job
    return (job.id, actions)
  }

  /// Takes out the job that runs: it has ended, or is stopped.
  mutating func takeRunning() -> Job? { running.take() }

  /// Takes out a job that waits; nil: there is none of that number.
  mutating func removeWaiting(_ id: JobID) -> Job? {
    waiting.firstIndex { $0.id == id }.map { waiting.remove(at: $0) }
  }

  /// Takes out all jobs that wait.
  mutating func removeAllWaiting() -> [Job] {
    defer { waiting = [] }
    return waiting
  }

  // MARK: What happens to the job that runs

  /// The load that runs, where it is interested.
  func load(for interested: [JobID]) -> PageLoad? {
    if case .load(let load)? = running, interested.contains(load.id) { load } else { nil }
  }

  /// The walk or refresh that runs takes in the outcome of a page; nil: neither runs, or it is not
  /// interested.
  mutating func take(
    _ requested: RequestedPage, _ outcome: PageOutcome, for interested: [JobID],
    _ collection: inout RemoteCollection
  ) -> Reaction? {
    guard let id = running?.id, interested.contains(id) else { return nil }
    switch running.take() {
    case .walk(var walk)?:
      let actions = walk.take(requested, outcome, &collection)
      running = .walk(walk)
      return (id, actions)
    case .refresh(var refresh)?:
      let actions = refresh.take(requested, outcome, &collection)
      running = .refresh(refresh)
      return (id, actions)
    case .load(let load)?: running = .load(load)
    case nil: break
    }
    return nil
  }

  /// What a job has given to be stored is stored, or could not be.
  mutating func stored(
    _ error: SessionError?, for id: JobID, _ collection: inout RemoteCollection
  ) -> Reaction? {
    guard running?.id == id, let job = running.take() else { return nil }
    let (resumed, actions) = job.stored(error, &collection)
    running = resumed
    return (id, actions)
  }

  /// The client reads again, or no more: the walk that runs rests meanwhile.
  mutating func pauseWalk(
    _ isPaused: Bool, _ collection: inout RemoteCollection
  ) -> Reaction? {
    guard case .walk(var walk)? = running else { return nil }
    running = nil  // so that it is changed in place
    let actions = walk.pause(isPaused, &collection)
    running = .walk(walk)
    return (walk.id, actions)
  }

  /// The next page for the job that runs, after the first page has been read again.
  func route(after first: Int, in collection: RemoteCollection) -> Route {
    if case .load(let load)? = running { return load.route(after: first, in: collection) }
    return collection.route(after: first)
  }

  /// Fails the load that runs where the one page that there is leaves nothing to load; nil: it is
  /// another job, or finds out by itself.
  func refuse(after only: Int, in collection: RemoteCollection) -> Reaction? {
    guard case .load(let load)? = running, let error = load.failure(after: only, in: collection)
    else { return nil }
    return (load.id, [load.finish(.failure(error))])
  }

  /// The walk that runs gets this page in the place of the one that it waits for.
  mutating func expect(_ page: Int, _ interested: [JobID]) {
    guard case .walk(var walk)? = running, interested.contains(walk.id) else { return }
    walk.expect(page)
    running = .walk(walk)
  }
}
