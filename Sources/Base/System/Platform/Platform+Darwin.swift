#if canImport(Darwin)
import Darwin
import MachO

/// The calls and constants that macOS spells in its own way.
enum Platform {
  static let read = Darwin.read
  static let write = Darwin.write
  static let close = Darwin.close
  static let bothDirections = SHUT_RDWR
  static let sendingDirection = SHUT_WR
  static let streamSocketType = SOCK_STREAM
  static let sendFlags: Int32 = 0
  static let windowSizeRequest = UInt(TIOCGWINSZ)

  /// No SIGPIPE when the other side is gone.
  static func silenceSignals(_ descriptor: Int32) {
    var on: Int32 = 1
    _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  static func open(_ path: String, _ flags: Int32, _ mode: UInt32) -> Int32 {
    Darwin.open(path, flags, mode_t(truncatingIfNeeded: mode))
  }

  /// Does nothing: the system's allocator does so.
  static func returnBlocks(from bytes: Int32) {}

  static func modificationTime(_ facts: stat) -> timespec { facts.st_mtimespec }

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
    let seconds = min(seconds, 1e9)
    var time = timespec(
      tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
    pthread_cond_timedwait_relative_np(condition, mutex, &time)
  }

  /// The place for a new thread.
  static var noThread: pthread_t? { nil }

  static func makeSpawnActions() -> posix_spawn_file_actions_t? { nil }

  static func makeSpawnAttributes() -> posix_spawnattr_t? { nil }

  /// The path of this program; "" where the system does not say.
  static var executablePath: String {
    var size = UInt32(4_096)
    var path = [CChar](repeating: 0, count: Int(size))
    guard _NSGetExecutablePath(&path, &size) == 0 else { return "" }
    return String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The variables of the environment, the last nil. The headers of macOS have no `environ`.
  static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    typealias Variables = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    typealias Function = @convention(c) () -> UnsafeMutablePointer<Variables?>
    let everywhere = UnsafeMutableRawPointer(bitPattern: -2)  // RTLD_DEFAULT
    guard let symbol = dlsym(everywhere, "_NSGetEnviron") else { return nil }
    return unsafeBitCast(symbol, to: Function.self)().pointee
  }
}
#endif
