import CLibrary

/// A value that one thread at a time may touch, and whose changes can be waited for.
///
/// `@unchecked Sendable`: `value` is only touched between locking and unlocking `mutex`.
package final class Guarded<Value>: @unchecked Sendable {
  private var value: Value
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    Platform.initialize(changed)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Returns the result of `body`, which has exclusive access to the value. Waiting threads look
  /// again after `notify`.
  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&value)
  }

  /// The first result of `body` that is not nil; it is called now and after each `notify`.
  package func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
    while true {
      if let result = wait(until: .infinity, body) { return result }
    }
  }

  /// The same up to a moment of ``SystemClock/monotonicSeconds``; nil when that has come.
  package func wait<Result>(until deadline: Double, _ body: (inout Value) -> Result?) -> Result? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      let seconds = deadline - SystemClock.monotonicSeconds
      guard seconds > 0 else { return nil }
      Platform.wait(changed, mutex, seconds: seconds)
    }
  }

  /// Lets the threads that wait look again.
  package func notify() {
    pthread_cond_broadcast(changed)
  }
}
