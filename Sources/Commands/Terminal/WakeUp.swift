import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Wakes the thread that writes: a page has come, or a signal.
///
/// There is one for the process, as signals are. The first Ctrl-C asks for an orderly end, the
/// second one ends the process as if nobody had asked.
enum WakeUp {
  private static let received = Atomic<Int32>(0)
  private static let ends = Platform.pipe()

  /// From now on SIGINT, SIGTERM and SIGHUP ring, and a file that grows over the limit of the
  /// process is an error like any other. False where no descriptor is left.
  static func listen() -> Bool {
    guard ends != nil, !hasSignal else { return false }
    signal(SIGXFSZ, SIG_IGN)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      Platform.handle(number) { number in
        signal(number, SIG_DFL)
        WakeUp.received.store(number, ordering: .relaxed)
        WakeUp.ring()
      }
    }
    return true
  }

  /// Whether a signal has come.
  static var hasSignal: Bool { received.load(ordering: .relaxed) != 0 }

  /// Wakes the thread that waits, or the next one that will.
  static func ring() {
    guard let end = ends?.writing else { return }
    var byte: UInt8 = 1
    let error = errno
    _ = write(end, &byte, 1)
    errno = error
  }

  /// Waits for a ring, for a descriptor to be ready, or for the time to be up. What the descriptor
  /// is ready for; 0: nothing.
  static func wait(_ descriptor: Int32?, for events: Int16 = 0, seconds: Double?) -> Int16 {
    guard let end = ends?.reading else { return 0 }
    var descriptors = [(descriptor: end, events: Int16(POLLIN))]
    if let descriptor { descriptors.append((descriptor, events)) }
    let ready = Platform.wait(descriptors, seconds: seconds)
    if ready[0] != 0 { Platform.drain(end) }
    return descriptor == nil ? 0 : ready[1]
  }
}
