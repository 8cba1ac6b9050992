import Pagination

/// Work that runs or waits for its turn: the loads, walks and refreshes of one session run in the
/// order in which they came.
indirect enum Job: Sendable {
  case load(PageLoad)
  case walk(Walk)
  case refresh(PageRefresh)

  /// What a job leads to next, whatever it is.
  indirect enum Action {
    case request(RequestedPage, Requests.Terms)
    /// The pages that are under way for it are of no use.
    case withdraw
    case tell(PageEvent)
    /// These items are stored before anything else is reported about their page.
    case store(PageContent, Range<Int>)
    case deliver(WalkOrder, WalkPage)
    case report(WalkOrder, WalkProgress)
    /// It has ended. `failure`: what the state says of it; `end`: that of a walk.
    case finish(SessionSnapshot.FailedPage?, end: WalkEnd?, reply: (SessionSnapshot) -> Reply)
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
      return (.load(load), [load.plain(action)])
    case .walk(var walk):
      let actions = walk.start(&collection)
      return (.walk(walk), actions.map(walk.plain))
    case .refresh(var refresh):
      let actions = refresh.start(collection)
      return (.refresh(refresh), actions.map(refresh.plain))
    }
  }

  /// What it has given to be stored is stored, or could not be.
  consuming func stored(
    _ error: SessionError?, _ collection: inout RemoteCollection
  ) -> (job: Job, actions: [Action]) {
    switch consume self {
    case .load(let load):
      let action = load.stored(error, &collection)
      return (.load(load), [load.plain(action)])
    case .walk(var walk):
      let actions = walk.stored(error, &collection)
      return (.walk(walk), actions.map(walk.plain))
    case .refresh(let refresh): return (.refresh(refresh), [])
    }
  }

  /// Fails the work.
  func reply(_ error: SessionError, _ snapshot: SessionSnapshot) -> Reply {
    switch self {
    case .load(let load): load.reply(.failure(error), snapshot)
    case .walk(let walk): walk.reply(.failed(error, page: nil), snapshot)
    case .refresh(let refresh): refresh.reply(.failure(error), snapshot)
    }
  }

  /// The next page after the first page has been read again.
  func route(after first: Int, in collection: RemoteCollection) -> Route {
    if case .load(let load) = self { return load.route(after: first, in: collection) }
    return collection.route(after: first)
  }
}

extension PageLoad {
  func plain(_ action: Action) -> Job.Action {
    switch action {
    case .request(let requested):
      .request(
        requested,
        Requests.Terms(parameters: parameters, mayBeUnmodified: true, isShareable: true))
    case .store(let content, let items): .store(content, items)
    case .finish(let result): .finish(result.failure(page), end: nil) { reply(result, $0) }
    }
  }
}

extension Walk {
  func plain(_ action: Action) -> Job.Action {
    switch action {
    case .request(let requested): .request(requested, Requests.Terms())
    case .withdraw: .withdraw
    case .tell(let event): .tell(event)
    case .store(let content, let items): .store(content, items)
    case .deliver(let page): .deliver(order, page)
    case .report(let progress): .report(order, progress)
    case .finish(let outcome): .finish(outcome.failure, end: outcome.end) { reply(outcome, $0) }
    }
  }
}

extension PageRefresh {
  func plain(_ action: Action) -> Job.Action {
    switch action {
    case .request(let requested, let held):
      .request(requested, Requests.Terms(held: held, mayBeUnmodified: true))
    case .tell(let event): .tell(event)
    case .finish(let result): .finish(result.failure(page), end: nil) { reply(result, $0) }
    }
  }
}

extension Result where Failure == SessionError {
  /// The error; nil where there is none.
  var failure: SessionError? { if case .failure(let error) = self { error } else { nil } }

  fileprivate func failure(_ page: Int?) -> SessionSnapshot.FailedPage? {
    if case .failure(let error) = self {
      SessionSnapshot.FailedPage(error: error, page: page)
    } else {
      nil
    }
  }
}
