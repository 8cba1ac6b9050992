internal import Synchronization
import System

/// Notices that the connection can no longer be used: the output's reader is gone, or a parent
/// process has died. One thread, which sleeps without time-outs until there is a parent to watch.
final class PeerWatch: Sendable {
  /// Whom to watch, and whether to continue.
  private struct State {
    var parents: [Int32] = []
    var isStopped = false
    var thread: Thread?
  }

  private let output: Int32
  private let checkSeconds: Double
  private let wake = try? WakeUpPipe()
  /// Guards what the watching thread and those who instruct it share.
  private let state = Mutex(State())

  init(output: Int32, checkSeconds: Double) {
    self.output = output
    self.checkSeconds = checkSeconds
  }

  /// Starts to watch; `onGone` is called at most once, on the watching thread.
  func start(onGone: @escaping @Sendable () -> Void) {
    guard let wake else { return }
    let thread = try? Thread { self.watch(wake, onGone) }
    state.withLock { $0.thread = thread }
  }

  /// Watches a process too, if it is alive now.
  func add(parent pid: Int32) {
    guard pid > 0, Process.isAlive(pid) else { return }
    state.withLock { $0.parents.append(pid) }
    wake?.wake()
  }

  /// Ends the watching; `onGone` is not called any more after this has returned.
  func stop() {
    let thread = state.withLock { state in
      state.isStopped = true
      return state.thread
    }
    wake?.wake()
    thread?.join()
  }

  private func watch(_ wake: WakeUpPipe, _ onGone: () -> Void) {
    while true {
      let (parents, isStopped) = state.withLock { ($0.parents, $0.isStopped) }
      if isStopped { return }
      let ready = Poll.wait(
        [(output, []), (wake.descriptor, .reading)],
        seconds: parents.isEmpty ? nil : checkSeconds)
      if !ready[1].isEmpty { wake.drain() }
      if !ready[0].isEmpty || !parents.allSatisfy(Process.isAlive) { return onGone() }
    }
  }
}
