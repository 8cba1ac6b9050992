internal import Synchronization

/// Notices that nobody can use the connection any more: the output's reader has gone, or a parent
/// process has died. One thread, which sleeps without time-outs until there is a parent to watch.
final class PeerWatch: Sendable {
  /// Whom to watch, and whether to go on.
  private struct State {
    var parents: [Int32] = []
    var isStopped = false
    var thread: SystemThread?
  }

  private let output: Int32
  private let checkSeconds: Double
  private let wake: (reading: Int32, writing: Int32)?
  /// Guards what the watching thread and those who instruct it share.
  private let state = Mutex(State())

  init(output: Int32, checkSeconds: Double) {
    self.output = output
    self.checkSeconds = checkSeconds
    self.wake = POSIX.makePipe()
  }

  deinit {
    guard let wake else { return }
    POSIX.close(wake.reading)
    POSIX.close(wake.writing)
  }

  /// Starts to watch; `onGone` is called at most once, on the watching thread.
  func start(onGone: @escaping @Sendable () -> Void) {
    guard let wake else { return }
    let thread = SystemThread { self.watch(wake.reading, onGone) }
    state.withLock { $0.thread = thread }
  }

  /// Watches a process too, if it is alive now.
  func add(parent pid: Int32) {
    guard pid > 0, POSIX.isAlive(pid) else { return }
    state.withLock { $0.parents.append(pid) }
    poke()
  }

  /// Ends the watching; `onGone` is not called any more after this has returned.
  func stop() {
    let thread = state.withLock { state in
      state.isStopped = true
      return state.thread
    }
    poke()
    thread?.join()
  }

  private func poke() {
    if let wake { _ = POSIX.write(wake.writing, [0]) }
  }

  private func watch(_ wake: Int32, _ onGone: () -> Void) {
    var byte: [UInt8] = [0]
    while true {
      let (parents, isStopped) = state.withLock { ($0.parents, $0.isStopped) }
      if isStopped { return }
      let seen = POSIX.watch(
        output, wake: wake, seconds: parents.isEmpty ? nil : checkSeconds)
      if seen.isWoken { _ = POSIX.read(wake, into: &byte) }
      if seen.hasHungUp || !parents.allSatisfy(POSIX.isAlive) { return onGone() }
    }
  }
}
