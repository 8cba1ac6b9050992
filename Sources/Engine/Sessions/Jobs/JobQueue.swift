import Pagination

/// The jobs of one session in the order in which they came: one runs, the others wait for their
/// turn.
struct JobQueue: Sendable {
  private(set) var running: (any Job)?
  private var waiting: [any Job] = []
  private var lastID = Window.id
  private let waitingMax: Int

  init(waitingMax: Int) { self.waitingMax = waitingMax }

  var isEmpty: Bool { running == nil && waiting.isEmpty }

  var isWalking: Bool { running is Walk }

  /// The walk that runs, or that could begin.
  var walk: Walk? { (running ?? next) as? Walk }

  /// True when the running job keeps arriving pages in memory. A walk that delivers them one by one
  /// does not.
  var holdsPages: Bool { running?.holdsPages != false }

  /// The reaction to a change of the running job; nil if the change concerns no running job.
  typealias Reaction = (job: JobID, actions: [JobAction])

  // MARK: Whose turn it is

  /// The number of a new job or window.
  mutating func nextID() -> JobID {
    lastID += 1
    return lastID
  }

  /// Takes in a job, the last one; gives why it cannot, where too many wait `besides` some.
  mutating func add(_ job: any Job, besides others: Int) -> SessionError? {
    if waiting.count - others >= waitingMax {
      return .limitExceeded(limit: .queuedLoads, maximum: waitingMax)
    }
    waiting.append(job)
    return nil
  }

  /// The job that could begin; nil: none waits, or another one runs.
  var next: (any Job)? { running == nil ? waiting.first : nil }

  /// Begins the `next` job; there has to be one.
  mutating func beginNext(_ collection: inout PagedList) -> Reaction {
    var job = waiting.removeFirst()
    let actions = job.start(&collection)
    running = job
    return (job.id, actions)
  }

  /// Takes out the job that runs: it has ended, or is stopped.
  mutating func takeRunning() -> (any Job)? { running.take() }

  /// Removes a waiting job; nil if there is no job with that id.
  mutating func removeWaiting(_ id: JobID) -> (any Job)? {
    waiting.firstIndex { $0.id == id }.map { waiting.remove(at: $0) }
  }

  mutating func removeAllWaiting() -> [any Job] {
    defer { waiting = [] }
    return waiting
  }

  // MARK: What happens to the job that runs

  /// Passes the outcome of a page to the running job; nil if it is not interested.
  mutating func take(
    _ requested: RequestedPage, _ outcome: PageOutcome, for interested: [JobID],
    _ collection: inout PagedList
  ) -> Reaction? {
    guard let id = running?.id, interested.contains(id),
      let actions = running?.take(requested, outcome, &collection)
    else { return nil }
    return (id, actions)
  }

  /// Takes in the result of storing a job's output, success or failure.
  mutating func stored(
    _ error: SessionError?, for id: JobID, _ collection: inout PagedList
  ) -> Reaction? {
    running?.id == id ? (id, running?.stored(error, &collection) ?? []) : nil
  }

  /// Has the walk that runs react to something else than a page.
  mutating func changeWalk(
    _ collection: inout PagedList,
    _ change: (inout Walk, inout PagedList) -> Void
  ) -> Reaction? {
    guard var walk = running as? Walk else { return nil }
    running = nil  // so that it is changed in place
    change(&walk, &collection)
    let actions = walk.handOver()
    running = walk
    return (walk.id, actions)
  }
}
