import Synchronization

/// A value on its way from the engine's thread to the one that writes.
final class PendingResult<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  /// Gives the value, once.
  func give(_ value: Value) {
    self.value.withLock { $0 = value }
    WakeUp.wake()
  }

  /// Waits for the value; nil: a signal came before.
  func wait() -> Value? {
    while !WakeUp.hasSignal {
      if let value = value.withLock(\.self) { return value }
      _ = WakeUp.wait(nil, seconds: nil)
    }
    return nil
  }
}
