import CLibrary

/// The process's reactions to signals.
package enum Signals {
  /// The signals that request the end of a process: Ctrl-C, `kill`, and a terminal that is closed.
  package static let endings = [SIGINT, SIGTERM, SIGHUP]

  /// Makes a write to a pipe without a reader fail from now on, instead of ending the process.
  package static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

  /// A file that outgrows the process's limit is an error from now on; it does not end the process.
  package static func ignoreFileSizeLimit() { _ = signal(SIGXFSZ, SIG_IGN) }

  /// Calls a handler at a signal, unless the process was started to ignore it (`nohup`). A signal
  /// that the parent left blocked gets through: some start children on threads that hear none.
  ///
  /// The handler may do what signal-safety(7) allows: store an atomic, ``WakeUpPipe/wake()``.
  package static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    let before = signal(number, handler)
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      _ = signal(number, SIG_IGN)
    }
    change(SIG_UNBLOCK, [number])
  }

  /// Does at a signal what the system usually does.
  package static func restore(_ number: Int32) { _ = signal(number, SIG_DFL) }

  /// Waits until one of ``endings`` ends the process, even if the parent has blocked them.
  package static func waitForEnd() -> Never {
    change(SIG_UNBLOCK, endings)
    while true { pause() }
  }

  /// Keeps signals from this thread.
  static func block(_ numbers: [Int32]) { change(SIG_BLOCK, numbers) }

  private static func change(_ how: Int32, _ numbers: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(how, &set, nil)
  }
}
