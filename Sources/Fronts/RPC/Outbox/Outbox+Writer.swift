import System

// The thread that writes what cannot be written at once.

extension Outbox {
  /// Has the writer take the queue; starts it when it is first needed.
  func wakeWriter(_ state: inout State) {
    state.isWriterWanted = true
    // Where the system has no thread left, the next flush tries again.
    if state.writer == nil { state.writer = try? Thread { self.writeQueue() } }
    self.state.notify()
  }

  /// The writer's life: takes all of the queue, writes it, and waits for more.
  private func writeQueue() {
    while var bytes = nextBytes() {
      while !bytes.isEmpty {
        switch bytes.write(to: output, bytesMax: Self.writeBytesMax) {
        case .written(let count):
          let actions = state.withLock { account(count, &$0) }
          for action in actions { action() }
        case .full:
          _ = Poll.wait(output, for: .writing)
        case .failed:
          markBroken()
          bytes = OutgoingBytes()
        }
      }
    }
  }

  /// Waits for the bytes to write next; nil at the end.
  private func nextBytes() -> OutgoingBytes? {
    state.wait { state -> OutgoingBytes?? in
      state.isWriting = false
      if state.isWriterWanted, !state.pending.isEmpty {
        state.isWriting = true
        defer { state.pending = OutgoingBytes() }
        return state.pending
      }
      state.isWriterWanted = false
      if state.isClosed { return .some(nil) }
      return nil
    }
  }
}
