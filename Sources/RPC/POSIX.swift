// The only file of this module with unsafe calls, beside its platform file: pointers are lent to
// the system for the time of one call, and threads and locks live in memory of their own.

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The system calls that a connection needs; each handles EINTR itself.
enum POSIX {
  /// How a write went.
  enum WriteOutcome: Equatable {
    case written(Int)
    /// The descriptor does not block and takes nothing at the moment.
    case full
    /// Nobody reads any more.
    case failed
  }

  /// A part of some bytes that is to be written.
  struct Piece: Sendable {
    var bytes: [UInt8]
    var range: Range<Int>
  }

  /// Most bytes that a pipe which can be written to takes without blocking.
  static let pipeBytes = Int(PIPE_BUF)
  /// Most pieces of one write.
  static let piecesMax = 16

  /// Reads what is there into the buffer, waiting for it; 0 at the end of input, and when the
  /// descriptor is broken.
  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int {
    while true {
      let count = buffer.withUnsafeMutableBytes {
        systemRead(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: wait(descriptor, for: POLLIN)
      default: return 0
      }
    }
  }

  /// Writes bytes with one call.
  static func write(_ descriptor: Int32, _ bytes: [UInt8]) -> WriteOutcome {
    while true {
      let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if let outcome = outcome(count) { return outcome }
    }
  }

  /// Writes pieces with one call, at most `piecesMax` of them and `bytesMax` bytes.
  static func write(
    _ descriptor: Int32, _ pieces: ArraySlice<Piece>, bytesMax: Int
  ) -> WriteOutcome {
    var vectors: [iovec] = []
    return write(descriptor, pieces.prefix(piecesMax), bytesMax: bytesMax, &vectors)
  }

  /// Holds one piece after the other in place, and then writes them all.
  private static func write(
    _ descriptor: Int32, _ pieces: ArraySlice<Piece>, bytesMax: Int, _ vectors: inout [iovec]
  ) -> WriteOutcome {
    guard bytesMax > 0, let piece = pieces.first else { return write(descriptor, vectors) }
    return piece.bytes.withUnsafeBytes { bytes in
      let part = UnsafeRawBufferPointer(rebasing: bytes[piece.range].prefix(bytesMax))
      vectors.append(
        iovec(iov_base: UnsafeMutableRawPointer(mutating: part.baseAddress), iov_len: part.count))
      return write(descriptor, pieces.dropFirst(), bytesMax: bytesMax - part.count, &vectors)
    }
  }

  private static func write(_ descriptor: Int32, _ vectors: [iovec]) -> WriteOutcome {
    while true {
      let count = writev(descriptor, vectors, Int32(vectors.count))
      if let outcome = outcome(count) { return outcome }
    }
  }

  /// What a write's return value means; nil where it is to be tried again.
  private static func outcome(_ count: Int) -> WriteOutcome? {
    if count >= 0 { return .written(count) }
    return switch errno {
    case EINTR: nil
    case EAGAIN: .full
    default: .failed
    }
  }

  /// Whether a write of so many bytes returns at once (also where it will fail), if nobody else
  /// writes there.
  static func takesAtOnce(_ descriptor: Int32, _ count: Int) -> Bool {
    guard count <= pipeBytes else { return count <= emptyBufferBytes(descriptor) }
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// Waits until the descriptor can be written to.
  static func waitUntilWritable(_ descriptor: Int32) {
    wait(descriptor, for: POLLOUT)
  }

  private static func wait(_ descriptor: Int32, for events: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    _ = poll(&request, 1, -1)
  }

  /// Waits until the output's reader has gone, a byte can be read from `wake`, or the time is up.
  static func watch(
    _ output: Int32, wake: Int32, seconds: Double?
  ) -> (hasHungUp: Bool, isWoken: Bool) {
    var requests = [
      pollfd(fd: output, events: 0, revents: 0),
      pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&requests, 2, seconds.map { Int32(($0 * 1000).rounded(.up)) } ?? -1)
    guard count > 0 else { return (false, false) }
    return (requests[0].revents != 0, requests[1].revents != 0)
  }

  /// A pipe that child processes do not inherit, or nil where there are no more descriptors.
  static func makePipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Closes a descriptor of our own.
  static func close(_ descriptor: Int32) {
    _ = systemClose(descriptor)
  }

  /// Ends the process without any more ado.
  @Sendable static func exitNow(_ code: Int32) {
    _exit(code)
  }

  /// Whether there is a process with that id.
  static func isAlive(_ pid: Int32) -> Bool {
    kill(pid, 0) == 0 || errno != ESRCH
  }

  /// A write to a pipe that nobody reads shall fail, not end the process.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Seconds on a clock that only goes forward.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// A value that one thread at a time may touch, and whose changes can be waited for.
///
/// `@unchecked Sendable`: `value` is only touched between locking and unlocking `mutex`.
final class Guarded<Value>: @unchecked Sendable {
  private var value: Value
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    POSIX.initialize(changed)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// What `body` returns, with the value to itself; threads that wait look again after `notify`.
  @inline(__always)
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&value)
  }

  /// The first result of `body` that is not nil; it is called now and after each `notify`.
  func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      pthread_cond_wait(changed, mutex)
    }
  }

  /// The same up to a moment of `POSIX.now`; nil when that has come.
  func wait<Result>(until deadline: Double, _ body: (inout Value) -> Result?) -> Result? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      let seconds = deadline - POSIX.now
      guard seconds > 0 else { return nil }
      POSIX.wait(changed, mutex, seconds: seconds)
    }
  }

  /// Lets the threads that wait look again.
  func notify() {
    pthread_cond_broadcast(changed)
  }
}

/// A thread that runs one closure.
struct SystemThread: Sendable {
  /// The closure on its way to the thread.
  final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  private let hasEnded: Guarded<Bool>

  /// Starts the thread; nil where the system has none left.
  init?(_ run: @escaping @Sendable () -> Void) {
    let hasEnded = Guarded(false)
    self.hasEnded = hasEnded
    let isStarted = POSIX.start(
      Work {
        run()
        hasEnded.withLock { $0 = true }
        hasEnded.notify()
      })
    guard isStarted else { return nil }
  }

  /// Waits until the closure has returned.
  func join() {
    hasEnded.wait { $0 ? () : nil }
  }
}
