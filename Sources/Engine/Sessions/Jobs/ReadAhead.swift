import HTTP
import Pagination

/// The pages that loads are likely to want next, and which of them are requested early. `Requests`
/// keeps the responses until a job claims them.
///
///     loadNextPage -> page 3, prefetch.pages 2     forward, computed: 4 and 5 at once
///                                                  forward, cursors: 4, then 5 as 4 names it
struct ReadAhead: Sendable {
  /// The direction of loads, away from the page that the last load returned; nil: nothing is
  /// requested before a load has succeeded.
  private var travel: (page: Int, isForward: Bool)?
  /// The pages that have been requested since: each is requested once.
  private var sent: Set<Int> = []
  /// The pages that have come, and those that do not exist, by their numbers.
  private var arrivals: [Int: PageOutcome] = [:]
  /// The API has said that no request is left, and not until when, or not soon enough to wait.
  private var isSpent = false
  /// No load will come any more.
  private var isOver = false

  /// The job ID that represents interest in pages that no job has requested.
  static let id: JobID = -1

  /// The most requests that one session makes ahead at once, regardless of `concurrency`. It is low
  /// so that loads find a connection to the same host.
  static let underWayMax = 12

  // MARK: Loads

  /// Follows a finished load: if it succeeded, requests that are no longer next to its page are
  /// dropped.
  mutating func follow(
    _ target: LoadTarget, hasFailed: Bool, _ requests: inout Requests,
    _ collection: PagedList
  ) -> [Effect] {
    travel = nil
    guard !hasFailed, !isOver,
      let page = collection.currentPage
    else { return [] }
    travel = (page, target != .previous)
    let way = way(collection)
    var dropped: [PendingRequest] = []
    sent = []
    for request in requests.unclaimed {
      if way.contains(where: { $0 == request.requested || request.isHandedOver(as: $0) }) {
        sent.insert(request.page)
      } else {
        dropped.append(request)
      }
    }
    arrivals = arrivals.filter { sent.contains($0.key) }
    return dropped.compactMap { requests.drop(ahead: $0.id).map { .cancel($0.handle) } }
  }

  /// Drops everything, and what the prelude has handed over.
  mutating func dropAll(_ requests: inout Requests) -> [Effect] {
    requests.dropHandedOver()
    return drop(&requests)
  }

  /// Drops everything; nothing is requested before a load has succeeded.
  mutating func drop(_ requests: inout Requests) -> [Effect] {
    travel = nil
    sent = []
    arrivals = [:]
    return requests.ahead.compactMap { request in
      requests.drop(ahead: request.id).map { .cancel($0.handle) }
    }
  }

  /// Drops everything: no load comes any more.
  mutating func end(_ requests: inout Requests) -> [Effect] {
    isOver = true
    return drop(&requests)
  }

  // MARK: Requesting

  /// True when a load has succeeded and its neighbours are of interest.
  var isActive: Bool { travel != nil }

  /// Requests what loads are likely to want next.
  mutating func advance(_ requests: inout Requests, _ collection: PagedList) -> [Effect] {
    var effects: [Effect] = []
    while isActive, let requested = next(requests, collection) {
      // It cannot be made, or does more than read.
      let options = Requests.Options(mayBeUnmodified: true, isShareable: true)
      guard let sending = try? requests.add(requested, for: Self.id, options, in: collection) else {
        travel = nil
        break
      }
      sent.insert(requested.page)
      effects.append(.send(sending))
    }
    return effects
  }

  /// The next page to request; nil: none, or not now.
  private func next(_ requests: Requests, _ collection: PagedList) -> RequestedPage? {
    let settings = collection.settings
    guard sent.count < settings.prefetch.pages, !isSpent, !requests.isRetrying,
      settings.fetching.sender == .server,
      settings.pager.kind != .custom
    else { return nil }
    let bytes = requests.unclaimed.reduce(0) { $0 + ($1.arrived?.body.count ?? 0) }
    guard requests.underWayCount < min(settings.fetching.concurrency, ReadAhead.underWayMax),
      bytes < settings.fetching.http.responseBytesMax
    else { return nil }
    let others = requests.pages
    return way(collection).first { requested in
      !sent.contains(requested.page) && !others.contains(requested.page)
    }
  }

  /// The next pages in the direction of travel, as far as what has come ahead shows.
  private func way(_ collection: PagedList) -> [RequestedPage] {
    guard let travel else { return [] }
    var way: [RequestedPage] = []
    var future = collection
    var last = travel.page
    while way.count < collection.settings.prefetch.pages {
      if let behind = way.last {
        switch arrivals[behind.page] {
        case .page(let page) where page.requested == behind:
          guard future.begin(with: page) else { return way }
        case .pastEnd: return way
        case .page, .notModified, .failure, nil:
          if !future.isComputed { return way }
        }
      }
      guard let requested = future.route(ahead: last, isForward: travel.isForward) else {
        return way
      }
      way.append(requested)
      last = requested.page
    }
    return way
  }

  // MARK: Responses

  /// Takes note of what a response says of the requests that are left.
  mutating func note(_ arrived: ArrivedResponse, isHeld: Bool) {
    isSpent =
      !isHeld
      && RetryPolicy.leavesNone(arrived.response, epochSeconds: arrived.clock.epochSeconds)
  }

  /// Takes in what came for a page that no job has requested: a failure is forgotten.
  mutating func take(
    _ arrived: ArrivedResponse, _ requests: inout Requests, _ collection: PagedList
  ) -> [Effect] {
    let request = arrived.request
    let outcome = collection.outcome(of: arrived)
    switch outcome {
    case .page, .pastEnd: arrivals[request.requested.page] = outcome
    case .failure:
      travel = nil
      return []
    case .notModified: break  // what comes after it is known once it is delivered
    }
    requests.suspend(request, for: .arrived(arrived.response, at: arrived.clock))
    let seconds = collection.settings.prefetch.ageSecondsMax
    return [.expire(request: request.id, request.handle, afterSeconds: seconds)]
  }

  /// A request has failed: nothing more is requested before a load has succeeded.
  mutating func pause() { travel = nil }

  /// Drops a response that came ahead and is too old.
  mutating func expire(_ id: Int, _ requests: inout Requests) {
    if let request = requests.drop(ahead: id) { arrivals[request.page] = nil }
  }

  /// A request would have to wait, and is not sent. False: a job waits for it by now.
  mutating func forgo(_ id: Int, _ requests: inout Requests) -> Bool {
    if requests.isClaimed(id) { return false }
    _ = requests.drop(ahead: id)
    travel = nil
    return true
  }
}

extension PagedList {
  /// The route for requesting the page next to a page ahead of time; nil if none is known within
  /// all limits.
  fileprivate func route(ahead page: Int, isForward: Bool) -> RequestedPage? {
    let isKnownEnd = isForward ? hasNext(after: page) == false : !hasPrevious(before: page)
    guard !isKnownEnd,
      case .success(let requested) = isForward ? route(after: page) : route(before: page)
    else { return nil }
    return allows(requested.page) ? requested : nil
  }
}
