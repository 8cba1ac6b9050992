#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// What the systems spell apart.

#if canImport(Glibc)
extension POSIX {
  static let systemRead = Glibc.read
  static let systemWrite = Glibc.write
  static let systemClose = Glibc.close

  /// Identifies the calling thread.
  static var currentThread: UInt { UInt(pthread_self()) }

  /// `F_GETPIPE_SZ` of Linux, which Glibc's module leaves out.
  private static let getPipeSize: Int32 = 1032

  /// The room in a pipe or socket of which the reader has taken everything (pipe(7), unix(7)); 0
  /// where it has not, or where that can't be known.
  static func emptyBufferBytes(_ descriptor: Int32) -> Int {
    var waiting: Int32 = 0
    let pipeBytes = fcntl(descriptor, getPipeSize)
    if pipeBytes > 0 {
      return ioctl(descriptor, UInt(FIONREAD), &waiting) == 0 && waiting == 0 ? Int(pipeBytes) : 0
    }
    var sendBytes: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &sendBytes, &size) == 0,
      ioctl(descriptor, UInt(TIOCOUTQ), &waiting) == 0, waiting == 0
    else { return 0 }
    // The system counts its own bookkeeping in, up to as much again for each part of a message.
    return Int(sendBytes) / 4
  }

  /// Makes a condition whose waits go by the clock of `now`.
  static func initialize(_ condition: UnsafeMutablePointer<pthread_cond_t>) {
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  /// Waits for the condition, with the mutex locked, at most for the given time.
  static func wait(
    _ condition: UnsafeMutablePointer<pthread_cond_t>,
    _ mutex: UnsafeMutablePointer<pthread_mutex_t>, seconds: Double
  ) {
    let moment = now + seconds
    var time = timespec(
      tv_sec: Int(moment), tv_nsec: Int((moment - moment.rounded(.down)) * 1e9))
    pthread_cond_timedwait(condition, mutex, &time)
  }

  /// Runs the work on a new thread; false where the system has none left.
  static func start(_ work: SystemThread.Work) -> Bool {
    var thread = pthread_t()
    let reference = Unmanaged.passRetained(work).toOpaque()
    let status = pthread_create(
      &thread, nil,
      { reference in
        guard let reference else { return nil }
        Unmanaged<SystemThread.Work>.fromOpaque(reference).takeRetainedValue().run()
        return nil
      }, reference)
    if status == 0 { pthread_detach(thread) }
    return status == 0
  }
}
#else
extension POSIX {
  static let systemRead = Darwin.read
  static let systemWrite = Darwin.write
  static let systemClose = Darwin.close

  /// Identifies the calling thread.
  static var currentThread: UInt { UInt(bitPattern: pthread_self()) }

  /// The room in a pipe or socket of which the reader has taken everything: not known here.
  static func emptyBufferBytes(_ descriptor: Int32) -> Int { 0 }

  /// Makes a condition.
  static func initialize(_ condition: UnsafeMutablePointer<pthread_cond_t>) {
    pthread_cond_init(condition, nil)
  }

  /// Waits for the condition, with the mutex locked, at most for the given time.
  static func wait(
    _ condition: UnsafeMutablePointer<pthread_cond_t>,
    _ mutex: UnsafeMutablePointer<pthread_mutex_t>, seconds: Double
  ) {
    var time = timespec(
      tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
    pthread_cond_timedwait_relative_np(condition, mutex, &time)
  }

  /// Runs the work on a new thread; false where the system has none left.
  static func start(_ work: SystemThread.Work) -> Bool {
    var thread: pthread_t?
    let reference = Unmanaged.passRetained(work).toOpaque()
    let status = pthread_create(
      &thread, nil,
      { reference in
        Unmanaged<SystemThread.Work>.fromOpaque(reference).takeRetainedValue().run()
        return nil
      }, reference)
    if status == 0, let thread { pthread_detach(thread) }
    return status == 0
  }
}
#endif
