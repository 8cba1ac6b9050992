import Pagination

/// Work that runs or waits for its turn: the loads, walks and refreshes of one session run in the
/// order in which they came.
protocol Job: Sendable {
  associatedtype Value
  var id: JobID { get }
  /// The page that it is to load, where that is one and known.
  var page: Int? { get }
  var completion: @Sendable (Result<Value, LoadFailure>) -> Void { get }

  /// The pages that arrive for it stay in memory.
  var holdsPages: Bool { get }

  mutating func start(_ collection: inout PagedList) -> [JobAction]
  /// Takes in the outcome of a page; a load does so once the collection has taken it in.
  mutating func take(
    _ requested: RequestedPage, _ outcome: PageOutcome, _ collection: inout PagedList
  ) -> [JobAction]
  /// Takes in the result of storing the job's output, success or failure.
  mutating func stored(_ error: SessionError?, _ collection: inout PagedList) -> [JobAction]
}

extension Job {
  var page: Int? { nil }
  var holdsPages: Bool { true }

  mutating func stored(
    _ error: SessionError?, _ collection: inout PagedList
  ) -> [JobAction] { [] }

  /// Ends the work that runs with an error.
  func fail(_ error: SessionError) -> [JobAction] {
    let failure = SessionSnapshot.FailedPage(error: error, page: page)
    return [.finish(failure) { reply(error, page: page, $0) }]
  }

  func reply(_ error: SessionError, page: Int?, _ snapshot: SessionSnapshot) -> Reply {
    let failure = LoadFailure(error: error, page: page, snapshot: snapshot)
    return { [completion] in completion(.failure(failure)) }
  }
}

/// The next step of a job.
indirect enum JobAction: Sendable {
  case request(RequestedPage, Requests.Options)
  /// The pages that are under way for it are of no use.
  case withdraw
  case notify(PageEvent)
  /// Items are stored before anything else is reported about their page, or a walk reports.
  case effect(Effect)
  /// It has ended. `failure`: what the state says of it; `end`: that of a walk.
  case finish(
    SessionSnapshot.FailedPage?, end: WalkEnd? = nil, reply: @Sendable (SessionSnapshot) -> Reply)
}

extension Result {
  /// The error; nil if there is none.
  package var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
