import CLibrary

/// A small file that one process at a time reads and replaces, under the system's advisory lock
/// (flock). A symbolic link is followed, so that the file itself is replaced and the link stays.
package final class LockedFile: Sendable {
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
  ///
  /// The name of the call in errors says what could not be done: "open", "lock", "read", "write".
  package static func lock(_ path: String) throws(SystemError) -> LockedFile? {
    guard let path = File.realPath(path) else { throw .last("open") }
    while true {
      let descriptor = try File.open(path, flags: O_RDONLY | O_NONBLOCK)
      let file = LockedFile(path: path, descriptor: descriptor)
      guard File.size(of: descriptor) != nil else { throw .notRegular }
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        if errno == EINTR { continue }
        guard errno == EWOULDBLOCK else { throw .last("lock") }
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
  package func read(bytesMax: Int) throws(SystemError) -> [UInt8] {
    let bytes = try File.bytes(of: descriptor, at: 0, bytesMax: bytesMax + 1)
    guard bytes.count <= bytesMax else { throw SystemError(call: "read", number: EFBIG) }
    return bytes
  }

  /// Throws unless another file can be put in this one's place.
  package func checkReplaceable() throws(SystemError) {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) + "/" } ?? "."
    for place in [path, folder] where access(place, W_OK) != 0 { throw .last("write") }
  }

  /// Puts a file of those bytes in the place of this one at once, mode 0600: at any moment the
  /// path holds either the old bytes or the new ones. The lock ends with it.
  package func replace(with bytes: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      let draft = try File.makeDraft(of: path)
      try File.finish(draft.path, draft.descriptor, bytes) { () throws(SystemError) in
        try File.move(draft.path, to: path)
      }
    } catch {
      throw SystemError(call: "write", number: error.number)
    }
  }
}
