#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A bell that one thread waits for and others ring: a pipe, so that a ring before the wait is not
/// lost and no lock is needed.
final class Alarm: Sendable {
  private let readEnd: Int32
  private let writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "no file descriptor is left for a pipe")
    readEnd = ends[0]
    writeEnd = ends[1]
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Wakes the thread that waits, or the next one that will.
  func ring() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// Waits for a ring, at most so many seconds; nil: for ever.
  func wait(seconds: Double?) {
    var descriptor = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    let milliseconds = seconds.map { Int32(min($0 * 1_000 + 1, 1_000_000)) } ?? -1
    guard poll(&descriptor, 1, milliseconds) > 0 else { return }
    var bytes: [UInt8] = Array(repeating: 0, count: 64)
    while read(readEnd, &bytes, bytes.count) == bytes.count {}
  }
}

/// Threads of the system.
enum Thread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a detached thread.
  static func start(_ body: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Glibc)
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context)
    #else
    var thread: pthread_t?
    let result = pthread_create(
      &thread, nil,
      { context in
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context)
    #endif
    precondition(result == 0, "no thread can be started")
    #if canImport(Glibc)
    pthread_detach(thread)
    #else
    if let thread { pthread_detach(thread) }
    #endif
  }
}
