import Pagination

/// Work that runs or waits for its turn: the loads, walks and refreshes of one session run in the
/// order in which they came.
indirect enum Job: Sendable {
  case load(PageLoad)
  case walk(Walk)
  case refresh(PageRefresh)

  /// What a job leads to next.
  indirect enum Action: Sendable {
    case request(RequestedPage, Requests.Options)
    /// The pages that are under way for it are of no use.
    case withdraw
    case notify(PageEvent)
    /// Items are stored before anything else is reported about their page, or a walk reports.
    case effect(Effect)
    /// It has ended. `failure`: what the state says of it; `end`: that of a walk.
    case finish(
      SessionSnapshot.FailedPage?, end: WalkEnd?, reply: @Sendable (SessionSnapshot) -> Reply)
  }

  var id: JobID {
    switch self {
    case .load(let load): load.id
    case .walk(let walk): walk.id
    case .refresh(let refresh): refresh.id
    }
  }

  /// The page that it is to load, where that is one and known.
  var page: Int? {
    if case .load(let load) = self { load.page } else { nil }
  }

  /// Begins the work: the job as it is then, and what it leads to.
  consuming func started(_ collection: inout RemoteCollection) -> (job: Job, actions: [Action]) {
    switch consume self {
    case .load(var load):
      let action = load.start(&collection)
      return (.load(load), [action])
    case .walk(var walk):
      let actions = walk.start(&collection)
      return (.walk(walk), actions)
    case .refresh(var refresh):
      let actions = refresh.start(collection)
      return (.refresh(refresh), actions)
    }
  }

  /// What it has given to be stored is stored, or could not be.
  consuming func stored(
    _ error: SessionError?, _ collection: inout RemoteCollection
  ) -> (job: Job, actions: [Action]) {
    switch consume self {
    case .load(let load): return (.load(load), [load.stored(error, &collection)])
    case .walk(var walk):
      let actions = walk.stored(error, &collection)
      return (.walk(walk), actions)
    case .refresh(let refresh): return (.refresh(refresh), [])
    }
  }

  /// Fails the work.
  func reply(_ error: SessionError, _ snapshot: SessionSnapshot) -> Reply {
    switch self {
    case .load(let load): load.reply(.failure(error), snapshot)
    case .walk(let walk): walk.reply(error, page: nil, snapshot)
    case .refresh(let refresh): refresh.reply(.failure(error), snapshot)
    }
  }
}

extension Result {
  /// The error; nil where there is none.
  var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
