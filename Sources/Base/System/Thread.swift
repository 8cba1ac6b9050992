import CLibrary

/// A thread of the system that runs one closure.
///
/// SIGPIPE is blocked on it, so that writing to a closed connection is an error and no signal.
package struct Thread: Sendable {
  /// The closure on its way to the thread.
  private final class Work {
    private var run: (() -> Void)?
    private let state: Guarded<State>

    init(_ run: @escaping @Sendable () -> Void, _ state: Guarded<State>) {
      self.run = run
      self.state = state
    }

    /// Runs on the new thread. What the closure holds is released before the thread counts as
    /// ended.
    func perform() {
      state.withLock { $0.number = Platform.currentThread }
      Signals.block([SIGPIPE])
      run?()
      run = nil
      state.withLock { $0 = State(number: nil, hasEnded: true) }
      state.notify()
    }
  }

  private struct State {
    /// The thread's number; nil before it runs and after its end.
    var number: UInt?
    var hasEnded = false
  }

  private let state: Guarded<State>

  /// Starts the thread; throws where the system has none left. `stackBytes`: nil takes the
  /// system's usual size.
  package init(stackBytes: Int? = nil, _ run: @escaping @Sendable () -> Void) throws(SystemError) {
    state = Guarded(State())
    let number = Thread.start(Work(run, state), stackBytes: stackBytes)
    guard number == 0 else { throw SystemError(call: "pthread_create", number: number) }
  }

  /// Runs the work on a new, detached thread. Returns 0 or an error number.
  private static func start(_ work: Work, stackBytes: Int?) -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if let stackBytes { pthread_attr_setstacksize(&attributes, stackBytes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = Platform.noThread
    let retained = Unmanaged.passRetained(work)
    let number = pthread_create(
      &thread, &attributes,
      {
        Thread.perform($0)
        return nil
      }, retained.toOpaque())
    if number != 0 { retained.release() }
    return number
  }

  private static func perform(_ work: UnsafeMutableRawPointer?) {
    if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().perform() }
  }

  /// True when the caller runs on this thread.
  package var isCurrent: Bool { state.withLock { $0.number } == Platform.currentThread }

  /// Waits until the closure has returned. On the thread itself it returns at once.
  package func join() {
    guard !isCurrent else { return }
    state.wait { $0.hasEnded ? () : nil }
  }

  /// A number of the calling thread that no other running thread has.
  package static var currentNumber: UInt { Platform.currentThread }
}
