// The only file of `paginator fetch` with unsafe calls: pointers are lent to the system for the
// time of one call.

import Server

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The system calls that `paginator fetch` needs; each handles EINTR itself, and gives the number
/// of the error where it fails.
enum Platform {
  /// Most bytes that a pipe which can be written to takes without blocking.
  static let pipeBytes = Int(PIPE_BUF)

  struct Failure: Error {
    let errno: Int32
  }

  /// Opens a file; it is closed in child processes.
  static func open(_ path: String, _ flags: Int32, mode: mode_t) throws(Failure) -> Int32 {
    while true {
      let descriptor = systemOpen(path, flags | O_CLOEXEC, mode)
      if descriptor >= 0 { return descriptor }
      if errno != EINTR { throw Failure(errno: errno) }
    }
  }

  /// What tells one state of a file from another; nil where there is no such file.
  static func stamp(of path: String) -> ProfileCatalog.Stamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if os(Linux)
    let modified = status.st_mtim
    #else
    let modified = status.st_mtimespec
    #endif
    return ProfileCatalog.Stamp(
      modified: Int(modified.tv_sec) &* 1_000_000_000 &+ Int(modified.tv_nsec),
      size: Int(status.st_size), inode: UInt64(status.st_ino))
  }

  /// All bytes of a file, which may be a pipe; nil where there are more than so many.
  static func contents(of path: String, bytesMax: Int) throws(Failure) -> [UInt8]? {
    let descriptor = try open(path, O_RDONLY, mode: 0)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= bytesMax {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes += chunk[..<count]
      } else if count == 0 {
        return bytes
      } else if errno != EINTR {
        throw Failure(errno: errno)
      }
    }
    return nil
  }

  /// Writes all bytes; to a place in the file where one is given.
  static func write(
    _ descriptor: Int32, _ bytes: ArraySlice<UInt8>, at place: Int? = nil
  ) throws(Failure) {
    var rest = bytes
    while !rest.isEmpty {
      let offset = place.map { off_t($0 + rest.startIndex - bytes.startIndex) }
      let count = rest.withUnsafeBytes { buffer in
        if let offset { return pwrite(descriptor, buffer.baseAddress, buffer.count, offset) }
        return systemWrite(descriptor, buffer.baseAddress, buffer.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 {
        throw Failure(errno: ENOSPC)
      } else if errno == EAGAIN {
        _ = wait([(descriptor, Int16(POLLOUT))], seconds: nil)
      } else if errno != EINTR {
        throw Failure(errno: errno)
      }
    }
  }

  /// Makes sure that what was written survives a crash of the machine.
  static func synchronize(_ descriptor: Int32) throws(Failure) {
    // Pipes and devices have nothing to synchronize.
    guard fsync(descriptor) != 0, errno != EINVAL, errno != EROFS else { return }
    throw Failure(errno: errno)
  }

  static func truncate(_ descriptor: Int32, to bytes: Int) throws(Failure) {
    while ftruncate(descriptor, off_t(bytes)) != 0 {
      if errno != EINTR { throw Failure(errno: errno) }
    }
  }

  /// The size of a regular file; nil for anything else.
  static func size(of descriptor: Int32) -> Int? {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(facts.st_size)
  }

  /// A part of a file; nil where it cannot be read, or is not all there.
  static func contents(of descriptor: Int32, in range: Range<Int>) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let count = bytes.withUnsafeMutableBytes {
      pread(descriptor, $0.baseAddress, $0.count, off_t(range.lowerBound))
    }
    return count == range.count ? bytes : nil
  }

  /// Whether nobody else has locked the file; now we have, until the process ends.
  static func lock(_ descriptor: Int32) -> Bool {
    flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  static func rename(_ old: String, to new: String) throws(Failure) {
    guard systemRename(old, new) == 0 else { throw Failure(errno: errno) }
  }

  /// Waits until one of the descriptors is ready, or the time is up; what each is ready for.
  static func wait(
    _ descriptors: [(descriptor: Int32, events: Int16)], seconds: Double?
  ) -> [Int16] {
    var requests = descriptors.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
    let milliseconds = seconds.map { Int32(clamping: Int(($0 * 1_000).rounded(.up))) } ?? -1
    let count = poll(&requests, nfds_t(requests.count), milliseconds)
    return count > 0 ? requests.map(\.revents) : requests.map { _ in 0 }
  }

  /// Both ends of a pipe that never blocks; nil where no descriptor is left.
  static func pipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard systemPipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }

  /// Takes what has come through a pipe that does not block.
  static func drain(_ descriptor: Int32) {
    var bytes: [UInt8] = Array(repeating: 0, count: 256)
    while read(descriptor, &bytes, bytes.count) == bytes.count {}
  }

  /// Calls a handler at a signal, unless the process was told to ignore it (`nohup`). A signal
  /// that the parent left blocked gets through: some start children on threads that hear none.
  static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    let before = signal(number, handler)
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      signal(number, SIG_IGN)
    }
    var numbers = sigset_t()
    sigemptyset(&numbers)
    sigaddset(&numbers, number)
    pthread_sigmask(SIG_UNBLOCK, &numbers, nil)
  }

  /// How many characters fit into a line of the terminal; nil where it does not say.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Ends the process without any more ado.
  static func leave(_ code: Int32) -> Never {
    _exit(code)
  }

  static var processID: Int { Int(getpid()) }

  /// Waits until a signal ends the process, also where the parent has left signals blocked.
  static func waitForSignals() -> Never {
    var numbers = sigset_t()
    sigemptyset(&numbers)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&numbers, number) }
    pthread_sigmask(SIG_UNBLOCK, &numbers, nil)
    while true { pause() }
  }

  /// What a function of a library gives that takes nothing; nil where either is missing.
  static func word(_ function: String, of library: String) -> String? {
    typealias Function = @convention(c) () -> UnsafePointer<CChar>?
    guard let library = dlopen(library, RTLD_NOW | RTLD_LOCAL),
      let symbol = dlsym(library, function)
    else { return nil }
    return unsafeBitCast(symbol, to: Function.self)().map { String(cString: $0) }
  }

  /// What the system says of an error.
  static func message(_ number: Int32) -> String {
    String(cString: strerror(number))
  }

  /// The value of an environment variable.
  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}

private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

private func systemRename(_ old: String, _ new: String) -> Int32 { rename(old, new) }

private func systemPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }
