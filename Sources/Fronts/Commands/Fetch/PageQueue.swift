import Sessions
import Synchronization
import System

/// The pages on their way from the walk to the output: filled by the engine's thread, emptied by
/// the one that writes.
///
/// The session sees it as the client: one that cannot respond, and that is as slow as the output,
/// so that the walk waits for it and memory use stays flat.
final class PageQueue: BackpressureHost {
  /// One step of the walk; steps come in order.
  enum Step {
    case page(WalkPage)
    /// The list of a value has ended.
    case part(SeriesPart)
  }

  /// Everything that has arrived since the writing thread last looked.
  struct Arrivals {
    var steps: [Step] = []
    var progress: WalkProgress?
    var waiting: Waiting?
    /// The walk has ended, and these were its last pages.
    var result: Result<WalkSummary, LoadFailure>?

    /// True when the walk ended on its own.
    var isComplete: Bool { if case .success = result { true } else { false } }
  }

  /// A request has to wait before it is sent.
  struct Waiting {
    var cause: WalkProgress.Waiting
    /// On the monotonic clock.
    var untilSeconds: Double
  }

  private let state = Mutex(Arrivals())
  /// Of pages that have not been written.
  let unread = UnreadBytes()
  private let scheduler: any Scheduler

  init(scheduler: any Scheduler) {
    self.scheduler = scheduler
  }

  // MARK: The walk's side

  func deliver(_ page: WalkPage) { add(.page(page), bytes: page.content.bytes) }

  func end(_ part: SeriesPart) { add(.part(part), bytes: 0) }

  private func add(_ step: Step, bytes: Int) {
    unread.add(bytes)
    let isFirst = state.withLock { arrivals in
      arrivals.steps.append(step)
      return arrivals.steps.count == 1
    }
    // Whoever has not yet heard of an earlier one will find this one too.
    if isFirst { WakeUp.wake() }
  }

  func report(_ progress: WalkProgress) {
    let now = scheduler.monotonicSeconds
    state.withLock { arrivals in
      arrivals.progress = progress
      if let waiting = progress.waiting {
        arrivals.waiting = Waiting(cause: waiting, untilSeconds: now + waiting.seconds)
      } else if arrivals.waiting?.untilSeconds == .infinity {
        arrivals.waiting = nil
      }
    }
    if progress.waiting != nil { WakeUp.wake() }
  }

  func finish(_ result: Result<WalkSummary, LoadFailure>) {
    state.withLock { $0.result = result }
    WakeUp.wake()
  }

  // MARK: The writer's side

  /// All that has come; empty where nothing has.
  func take() -> Arrivals {
    state.withLock { arrivals in
      defer { arrivals = Arrivals() }
      return arrivals
    }
  }

  /// Releases a page that has been written.
  func didWrite(_ page: WalkPage) { unread.add(-page.content.bytes) }
}
