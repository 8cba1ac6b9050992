import System

// What the reader's thread waits for.

extension Outbox {
  /// Waits until the backlog has room for another message; false when none is to be read.
  func waitForRoom() -> Bool {
    let limits = limits
    @Sendable func outcome(_ state: inout State) -> Bool? {
      if state.exitCode != nil || state.isBroken { return false }
      if state.hasRoom(limits) { return true }
      state.isAwaited = true
      return nil
    }
    if let isThere = state.withLock(outcome) { return isThere }
    flush()
    return state.wait(outcome)
  }

  /// Waits until every request is answered and every response sent, at most until the deadline;
  /// meanwhile runs what is deferred to this thread.
  func drain(until deadline: Double) {
    while true {
      flush()
      let actions = state.wait(until: deadline) { state -> [@Sendable () -> Void]? in
        if state.exitCode != nil || state.isBroken { return [] }
        if state.deferred.isEmpty, state.unansweredRequests > 0 || state.unsentBytes > 0 {
          state.isAwaited = true
          return nil
        }
        defer { state.deferred = [] }
        return state.deferred
      }
      guard let actions, !actions.isEmpty else { return }
      for action in actions { action() }
    }
  }

  /// Runs the action on the reader's thread, which is draining.
  func runOnReader(_ action: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.deferred.append(action)
      noteProgress(&state)
    }
  }

  /// Says that the reader is to go no further; the first exit code counts.
  func end(exitCode: Int32) {
    state.withLock { state in
      if state.exitCode == nil { state.exitCode = exitCode }
      noteProgress(&state)
    }
  }

  /// Sends what is in the queue as long as the client reads, and nothing more.
  func close() {
    flush()
    state.withLock { $0.isClosed = true }
    state.notify()
    var sentBytes = -1
    while true {
      let progress = state.wait(until: SystemClock.monotonicSeconds + limits.stallSecondsMax) {
        state -> Int? in
        if state.unsentBytes == 0 || state.isBroken { return -1 }
        if state.sentBytes != sentBytes { return state.sentBytes }
        state.isAwaited = true
        return nil
      }
      guard let progress, progress >= 0 else { break }
      sentBytes = progress
    }
    // A writer that is blocked by a client that does not read ends with the process; one that has not
    // begun finds nothing to write.
    let writer = state.withLock { state -> Thread? in
      if state.isWriting { return nil }
      state.pending = OutgoingBytes()
      return state.writer
    }
    writer?.join()
  }
}
