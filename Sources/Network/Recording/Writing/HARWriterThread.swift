import System

/// Does what recording takes on a thread of its own, in order, so that the network continues
/// meanwhile.
///
/// The thread starts with the first work, sleeps while there is none, and ends with this value.
final class HARWriterThread: Sendable {
  /// How much waits at most, besides what the thread has taken; whoever adds more has to wait.
  static let waitingMax = 64

  typealias Work = @Sendable () -> Void

  private struct State {
    var waiting: [Work] = []
    var thread: Thread?
    var hasEnded = false
  }

  private let state = Guarded(State())

  deinit { stop() }

  /// Does something after all that came before; inside this call where the system has no thread
  /// left, and after the end.
  func add(_ work: @escaping Work) {
    let isAdded = state.wait { [state = self.state] content -> Bool? in
      if content.hasEnded { return false }
      if content.thread == nil {
        content.thread = try? Thread { HARWriterThread.run(state) }
      }
      guard let thread = content.thread else { return false }
      // Whoever is that thread would wait for itself.
      guard content.waiting.count < HARWriterThread.waitingMax || thread.isCurrent else {
        return nil
      }
      content.waiting.append(work)
      return true
    }
    if isAdded { state.notify() } else { work() }
  }

  /// Ends the thread, and waits until all that was added is done.
  func end() { stop()?.join() }

  @discardableResult
  private func stop() -> Thread? {
    let thread = state.withLock { state in
      state.hasEnded = true
      return state.thread
    }
    state.notify()
    return thread
  }

  private static func run(_ state: Guarded<State>) {
    while let work = take(state) {
      state.notify()
      for work in work { work() }
    }
  }

  /// All that waits; nil: nothing comes any more.
  private static func take(_ state: Guarded<State>) -> [Work]? {
    state.wait { state -> [Work]?? in
      if state.waiting.isEmpty { return state.hasEnded ? .some(nil) : nil }
      defer { state.waiting = [] }
      return state.waiting
    }
  }
}
