#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A small file that one process at a time reads and replaces, under the system's advisory lock
/// (flock). A symbolic link is followed, so that the file itself is replaced and the link stays.
package final class LockedFile: Sendable {
  /// A system call that failed.
  package struct Failure: Error, Sendable, Hashable {
    /// What could not be done: "open", "read", "write".
    package let action: String
    /// `errno`.
    package let code: Int32

    /// The system's own words: "Permission denied".
    package var reason: String {
      code == Failure.notRegular ? "it is not a regular file" : String(cString: strerror(code))
    }

    /// In place of `errno`: a pipe, a device or a folder.
    fileprivate static let notRegular: Int32 = -1
  }

  /// The file itself, links resolved.
  private let path: String
  private let descriptor: Int32

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Locks the file; nil while another process, or another caller in this one, holds the lock.
  /// It is unlocked when the last reference to it goes.
  package static func lock(_ path: String) throws(Failure) -> LockedFile? {
    guard let resolved = realpath(path, nil) else { throw Failure(action: "open", code: errno) }
    defer { free(resolved) }
    let path = String(cString: resolved)
    while true {
      let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { throw Failure(action: "open", code: errno) }
      guard File.size(of: descriptor) != nil else {
        close(descriptor)
        throw Failure(action: "open", code: Failure.notRegular)
      }
      let file = LockedFile(path: path, descriptor: descriptor)
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        if errno == EINTR { continue }
        guard errno == EWOULDBLOCK else { throw Failure(action: "lock", code: errno) }
        return nil
      }
      // Whoever held the lock before may have put another file in this one's place.
      if file.isCurrent { return file }
    }
  }

  private var isCurrent: Bool {
    var opened = stat()
    var present = stat()
    return fstat(descriptor, &opened) == 0 && stat(path, &present) == 0
      && opened.st_ino == present.st_ino && opened.st_dev == present.st_dev
  }

  /// The file's bytes, at most that many; one more is `EFBIG`.
  package func read(bytesMax: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: min(bytesMax + 1, 65_536))
    while true {
      let count = pread(descriptor, &piece, piece.count, off_t(bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(action: "read", code: errno) }
      bytes += piece[..<count]
      guard bytes.count <= bytesMax else { throw Failure(action: "read", code: EFBIG) }
      if count == 0 { return bytes }
    }
  }

  /// Whether a file can be put in this one's place.
  package func checkReplaceable() throws(Failure) {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) + "/" } ?? "."
    for place in [path, folder] where access(place, W_OK) != 0 {
      throw Failure(action: "write", code: errno)
    }
  }

  /// Puts a file of those bytes in the place of this one at once, mode 0600: at any moment the
  /// path holds either the old bytes or the new ones. The lock ends with it.
  package func replace(with bytes: [UInt8]) throws(Failure) {
    var template = Array((path + ".XXXXXX").utf8CString)
    let copy = mkstemp(&template)
    guard copy >= 0 else { throw Failure(action: "write", code: errno) }
    var sent = 0
    var code: Int32 = fchmod(copy, 0o600) == 0 ? 0 : errno
    while code == 0, sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(copy, $0.baseAddress, $0.count) }
      if count >= 0 { sent += count } else if errno != EINTR { code = errno }
    }
    if code == 0, fsync(copy) != 0 { code = errno }
    close(copy)
    if code == 0, rename(template, path) != 0 { code = errno }
    guard code == 0 else {
      unlink(template)
      throw Failure(action: "write", code: code)
    }
  }
}
