#if canImport(Glibc)
import Glibc

/// The calls and constants that Linux spells in its own way.
enum Platform {
  static let read = Glibc.read
  static let write = Glibc.write
  static let close = Glibc.close
  static let bothDirections = Int32(SHUT_RDWR)
  static let sendingDirection = Int32(SHUT_WR)
  static let streamSocketType = Int32(SOCK_STREAM.rawValue)
  /// No SIGPIPE when the other side is gone.
  static let sendFlags = Int32(MSG_NOSIGNAL)
  static let windowSizeRequest = UInt(TIOCGWINSZ)

  /// Nothing is left to do: `sendFlags` says it.
  static func silenceSignals(_ descriptor: Int32) {}

  static func open(_ path: String, _ flags: Int32, _ mode: UInt32) -> Int32 {
    Glibc.open(path, flags, mode)
  }

  /// Has freed blocks of that many bytes returned to the system.
  static func returnBlocks(from bytes: Int32) {
    guard let symbol = dlsym(nil, "mallopt") else { return }
    typealias Function = @convention(c) (Int32, Int32) -> Int32
    _ = unsafeBitCast(symbol, to: Function.self)(mmapThreshold, bytes)
  }

  /// `M_MMAP_THRESHOLD`, which Glibc's module omits as it does `mallopt`.
  private static let mmapThreshold: Int32 = -3

  static func modificationTime(_ facts: stat) -> timespec { facts.st_mtim }

  /// Identifies the calling thread.
  static var currentThread: UInt { UInt(pthread_self()) }

  /// `F_GETPIPE_SZ`, which Glibc's module omits.
  private static let getPipeSize: Int32 = 1032

  /// The room in a pipe or socket of which the reader has taken everything (pipe(7), unix(7)); 0
  /// where it has not, or where that cannot be known.
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

  /// Makes a condition whose waits go by the monotonic clock.
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
    let moment = SystemClock.monotonicSeconds + min(seconds, 1e9)
    var time = timespec(tv_sec: Int(moment), tv_nsec: Int((moment - moment.rounded(.down)) * 1e9))
    pthread_cond_timedwait(condition, mutex, &time)
  }

  /// The place for a new thread.
  static var noThread: pthread_t { pthread_t() }

  static func makeSpawnActions() -> posix_spawn_file_actions_t { posix_spawn_file_actions_t() }

  static func makeSpawnAttributes() -> posix_spawnattr_t { posix_spawnattr_t() }

  /// The path of this program; "" where the system does not say.
  static var executablePath: String {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : ""
  }

  /// The variables of the environment, the last nil.
  static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { environ }
}
#endif
