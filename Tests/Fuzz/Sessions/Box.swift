import Synchronization

/// The latest value that a callback was given.
final class Box<Value: Sendable>: Sendable {
  private let kept = Mutex<Value?>(nil)

  var value: Value? { kept.withLock { $0 } }

  func take(_ value: Value) { kept.withLock { $0 = value } }

  func update(_ change: (Value?) -> Value) { kept.withLock { $0 = change($0) } }
}
