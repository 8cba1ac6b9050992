import JSON
import Mapping
import Sessions
import Synchronization

/// The pages on their way from the walk to the output: filled by the engine's thread, emptied by
/// the one that writes.
///
/// To the session it is the client: one that can answer nothing, and that is slow when the output
/// is, so that the walk waits for it and memory stays flat.
final class PageQueue: SessionHost {
  /// What has come since the writing thread last looked.
  struct Arrivals {
    var pages: [WalkPage] = []
    var progress: WalkProgress?
    var waiting: Waiting?
    /// The walk has ended, and these were its last pages.
    var result: Result<WalkSummary, LoadFailure>?

    /// Whether the walk has come to an end of its own.
    var isComplete: Bool { if case .success = result { true } else { false } }
  }

  /// A request has to wait before it is sent.
  struct Waiting {
    var cause: WalkProgress.Waiting
    /// On the monotonic clock.
    var untilSeconds: Double
  }

  private struct State {
    var arrivals = Arrivals()
    var bytes = 0
    var waiting: (below: Int, action: @Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let scheduler: any Scheduler

  init(scheduler: any Scheduler) {
    self.scheduler = scheduler
  }

  // MARK: The walk's side

  func deliver(_ page: WalkPage) {
    let isFirst = state.withLock { state in
      state.arrivals.pages.append(page)
      state.bytes += page.content.bytes
      return state.arrivals.pages.count == 1
    }
    // Whoever has not yet heard of an earlier one will find this one too.
    if isFirst { WakeUp.wake() }
  }

  func report(_ progress: WalkProgress) {
    let now = scheduler.monotonicSeconds
    state.withLock { state in
      state.arrivals.progress = progress
      if let waiting = progress.waiting {
        state.arrivals.waiting = Waiting(
          cause: waiting, untilSeconds: now + waiting.seconds)
      } else if state.arrivals.waiting?.untilSeconds == .infinity {
        state.arrivals.waiting = nil
      }
    }
    if progress.waiting != nil { WakeUp.wake() }
  }

  func finish(_ result: Result<WalkSummary, LoadFailure>) {
    state.withLock { $0.arrivals.result = result }
    WakeUp.wake()
  }

  // MARK: The writer's side

  /// All that has come; empty where nothing has.
  func take() -> Arrivals {
    state.withLock { state in
      defer { state.arrivals = Arrivals() }
      return state.arrivals
    }
  }

  /// A page has been written and is let go.
  func letGo(_ page: WalkPage) {
    let action = state.withLock { state -> (@Sendable () -> Void)? in
      state.bytes -= page.content.bytes
      guard let waiting = state.waiting, state.bytes < waiting.below else { return nil }
      state.waiting = nil
      return waiting.action
    }
    action?()
  }

  // MARK: The host

  var abilities: HostAbilities { HostAbilities() }

  var unsentBytes: Int { state.withLock { $0.bytes } }

  func whenUnsent(below bytes: Int, _ action: @escaping @Sendable () -> Void) {
    let isNow = state.withLock { state in
      if state.bytes < bytes { return true }
      state.waiting = (bytes, action)
      return false
    }
    if isNow { action() }
  }

  func notify(_ event: SessionEvent) {}

  func extractPage(
    _ request: JSONFragments, completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void
  ) {
    completion(.failure(PageQueue.nobody))
  }

  func fetch(
    _ request: JSONFragments, completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void
  ) {
    completion(.failure(PageQueue.nobody))
  }

  func credentials(
    _ request: JSONFragments, completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void
  ) {
    completion(.failure(PageQueue.nobody))
  }

  private static let nobody = HostError(detail: "nobody is there to ask")
}

extension PageContent {
  /// How much memory it holds, without what every page needs.
  fileprivate var bytes: Int { (document?.bytes.count ?? 0) + (mapped?.bytes.count ?? 0) }
}
