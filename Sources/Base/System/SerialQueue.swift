/// Runs actions one after the other on a thread of its own, so that neither a reader nor the network
/// waits for them.
///
/// The thread starts with the first action, sleeps while there are none, and ends with the queue,
/// after it has run the actions already added.
package final class SerialQueue: Sendable {
  package typealias Action = @Sendable () -> Void

  private struct State {
    var waiting: [Action] = []
    var thread: Thread?
    var hasEnded = false
  }

  private let state = Guarded(State())
  private let waitingMax: Int

  /// `waitingMax`: how many actions wait at most, besides those that the thread has taken; adding
  /// more blocks. Without it the caller bounds them.
  package init(waitingMax: Int = .max) {
    self.waitingMax = waitingMax
  }

  deinit { stop() }

  /// Runs an action once, after all that came before; inside this call where the system has no
  /// thread left, and after the end.
  package func run(_ action: @escaping Action) {
    let isAdded = state.wait { [state, waitingMax] content -> Bool? in
      if content.hasEnded { return false }
      if content.thread == nil { content.thread = try? Thread { SerialQueue.run(state) } }
      guard let thread = content.thread else { return false }
      // The thread itself would wait forever.
      guard content.waiting.count < waitingMax || thread.isCurrent else { return nil }
      content.waiting.append(action)
      return true
    }
    if isAdded { state.notify() } else { action() }
  }

  /// Ends the thread, and waits until all that was added is done.
  package func end() { stop()?.join() }

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
    while let actions = take(state) {
      state.notify()
      for action in actions { action() }
    }
  }

  /// All that waits; nil: nothing comes any more.
  private static func take(_ state: Guarded<State>) -> [Action]? {
    state.wait { state -> [Action]?? in
      if state.waiting.isEmpty { return state.hasEnded ? .some(nil) : nil }
      defer { state.waiting = [] }
      return state.waiting
    }
  }
}
