import Synchronization
import System

/// Wakes the thread that writes: a page has come, or a signal.
///
/// There is one for the process, as for signals. The first Ctrl-C requests an orderly end; the
/// second one ends the process as if signals were not handled.
enum WakeUp {
  private static let received = Atomic<Int32>(0)
  private static let pipe = try? WakeUpPipe()

  /// From now on SIGINT, SIGTERM and SIGHUP wake, and a file that grows over the limit of the
  /// process is an error like any other. False, which is said, where no descriptor is left.
  static func listen() -> Bool {
    guard pipe != nil, !hasSignal else {
      Terminal.complain("paginator: no file descriptor is left for a pipe")
      return false
    }
    Signals.ignoreFileSizeLimit()
    for number in Signals.endings {
      Signals.handle(number) { number in
        Signals.restore(number)
        WakeUp.received.store(number, ordering: .relaxed)
        WakeUp.wake()
      }
    }
    return true
  }

  /// True when a signal has come.
  static var hasSignal: Bool { received.load(ordering: .relaxed) != 0 }

  /// Wakes the thread that waits, or the next one that will.
  static func wake() { pipe?.wake() }

  /// Waits for a wake-up, for a descriptor to be ready, or for the time to be up. What the
  /// descriptor is ready for; empty: nothing.
  static func wait(
    _ descriptor: Int32?, for readiness: Readiness = Readiness(), seconds: Double?
  ) -> Readiness {
    guard let pipe else { return [] }
    // poll(2) passes over a descriptor of -1.
    let ready = Poll.wait(
      [(pipe.descriptor, .reading), (descriptor ?? -1, readiness)], seconds: seconds)
    if !ready[0].isEmpty { pipe.drain() }
    return ready[1]
  }
}
