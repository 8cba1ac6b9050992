import CLibrary

/// Files by their paths. Descriptors that are opened here are closed in child processes.
package enum File {
  /// The purpose for which a file is opened.
  package enum Access: Sendable {
    case reading
    /// Writing without truncating the file.
    case writing
    case readingAndWriting
    /// A new file; fails where there is one.
    case creating
    /// An empty file in any case.
    case replacing
    /// Every write goes to the end; the file is made where it is missing.
    case appending

    fileprivate var flags: Int32 {
      switch self {
      case .reading: O_RDONLY
      case .writing: O_WRONLY
      case .readingAndWriting: O_RDWR
      case .creating: O_RDWR | O_CREAT | O_EXCL
      case .replacing: O_WRONLY | O_CREAT | O_TRUNC
      case .appending: O_WRONLY | O_CREAT | O_APPEND
      }
    }
  }

  /// Opens a file; one that is made is only for its owner, unless `isForOthers` leaves that to the
  /// process's mask.
  package static func open(
    _ path: String, for access: Access, isForOthers: Bool = false
  ) throws(SystemError) -> Int32 {
    try open(path, flags: access.flags, mode: isForOthers ? 0o666 : 0o600)
  }

  static func open(_ path: String, flags: Int32, mode: UInt32 = 0) throws(SystemError) -> Int32 {
    while true {
      let descriptor = Platform.open(path, flags | O_CLOEXEC, mode)
      if descriptor >= 0 { return descriptor }
      if errno != EINTR { throw .last("open") }
    }
  }

  /// Opens a regular file for reading, without waiting; nil where it is anything else. `isLink`:
  /// the last part of the path may be a symbolic link.
  package static func openRegular(
    _ path: String, isLink: Bool = true
  ) throws(SystemError) -> Int32? {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try open(path, flags: O_RDONLY | O_NONBLOCK | (isLink ? 0 : O_NOFOLLOW))
    } catch {
      if error.number == ENXIO || error.number == ELOOP { return nil }  // a socket, a link
      throw error
    }
    if size(of: descriptor) != nil { return descriptor }
    Descriptor.close(descriptor)
    return nil
  }

  /// Opens for reading, without waiting, what a command line names: a regular file, or a descriptor
  /// that the process has got. Anything else is an error.
  package static func openNamed(_ path: String) throws(SystemError) -> Int32 {
    if isDescriptor(path) { return try open(path, flags: O_RDONLY | O_NONBLOCK) }
    guard let regular = try openRegular(path) else { throw .notRegular }
    return regular
  }

  /// All bytes of a regular file; nil where there are more than this many. Nothing is waited for: a
  /// pipe, a device or a folder is an error.
  ///
  /// `pipeSeconds`: a descriptor that the process has got (`/dev/fd/63`, as a shell names what
  /// `<(...)` writes, or `/dev/stdin`) may be a pipe that ends within this time.
  package static func contents(
    of path: String, bytesMax: Int, pipeSeconds: Double? = nil
  ) throws(SystemError) -> [UInt8]? {
    guard let descriptor = pipeSeconds == nil ? try openRegular(path) : try openNamed(path)
    else { throw .notRegular }
    defer { Descriptor.close(descriptor) }
    if let pipeSeconds, size(of: descriptor) == nil {
      return try stream(descriptor, bytesMax: bytesMax, seconds: pipeSeconds)
    }
    // The size is a hint: a file may grow meanwhile, and those of /proc have none.
    let size = size(of: descriptor) ?? 0
    guard size <= bytesMax else { return nil }
    var bytes: [UInt8] = []
    while bytes.count <= bytesMax {
      let room = max(size - bytes.count, 0) + pieceBytes
      let piece = try self.bytes(
        of: descriptor, at: bytes.count, bytesMax: min(room, bytesMax - bytes.count + 1))
      if piece.isEmpty { return bytes }
      bytes = bytes.isEmpty ? piece : bytes + piece
    }
    return nil
  }

  private static let pieceBytes = 65_536

  /// Opens an existing file or pipe for writing, without waiting; nil for a pipe that has no reader
  /// yet.
  package static func openForWriting(_ path: String) throws(SystemError) -> Int32? {
    do throws(SystemError) {
      return try open(path, flags: O_WRONLY | O_NONBLOCK)
    } catch {
      guard error.number == ENXIO, let facts = facts(of: path), facts.st_mode & S_IFMT == S_IFIFO
      else { throw error }
      return nil
    }
  }

  /// True when a path names a descriptor of this process.
  private static func isDescriptor(_ path: String) -> Bool {
    path == "/dev/stdin"
      || ["/dev/fd/", "/proc/self/fd/"].contains { prefix in
        path.hasPrefix(prefix) && Int32(path.dropFirst(prefix.count)) != nil
      }
  }

  /// The bytes of a pipe until its end; nil if there are more than `bytesMax`.
  private static func stream(
    _ descriptor: Int32, bytesMax: Int, seconds: Double
  ) throws(SystemError) -> [UInt8]? {
    let deadline = SystemClock.monotonicSeconds + seconds
    var bytes: [UInt8] = []
    while true {
      let left = deadline - SystemClock.monotonicSeconds
      guard left > 0 else { throw SystemError(call: "read", number: ETIMEDOUT) }
      guard Poll.wait(descriptor, for: .reading, seconds: left) else { continue }
      guard let chunk = try Descriptor.chunk(descriptor) else { return bytes }
      guard chunk.count <= bytesMax - bytes.count else { return nil }
      bytes += chunk
    }
  }

  /// At most this many bytes of an open file from an offset on; fewer only at its end.
  package static func bytes(
    of descriptor: Int32, at offset: Int, bytesMax: Int
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: bytesMax) { buffer, count in
      let room = UnsafeMutableRawBufferPointer(buffer)
      while count < bytesMax {
        let rest = UnsafeMutableRawBufferPointer(rebasing: room[count...])
        let step = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + count))
        if step > 0 {
          count += step
        } else if step == 0 {
          return
        } else if errno != EINTR {
          failure = .last("read")
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Makes a file of these bytes in one step, for its owner only: after a crash it is either the
  /// old one or this one. A draft with `.new` after the name is next to it meanwhile.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let draft = path + ".new"
    try finish(draft, open(draft, for: .replacing), bytes) { () throws(SystemError) in
      try move(draft, to: path)
    }
  }

  /// Fills a draft, and gives it its place; closes it, and removes it where anything of that fails.
  static func finish(
    _ draft: String, _ opened: @autoclosure () throws(SystemError) -> Int32, _ bytes: [UInt8],
    _ place: () throws(SystemError) -> Void
  ) throws(SystemError) {
    do throws(SystemError) {
      let descriptor = try opened()
      defer { Descriptor.close(descriptor) }
      try Descriptor.writeAll(descriptor, bytes[...])
      try synchronize(descriptor)
      try place()
    } catch {
      remove(draft)
      throw error
    }
  }

  /// Makes an empty file of a name that none has next to a path, for its owner only.
  static func makeDraft(of path: String) throws(SystemError) -> (path: String, descriptor: Int32) {
    var draft = Array((path + ".XXXXXX").utf8CString)
    let descriptor = mkstemp(&draft)
    guard descriptor >= 0 else { throw .last("mkstemp") }
    let name = String(decoding: draft.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return (name, descriptor)
  }

  /// Makes a new file of these bytes in one step, for its owner only; fails where there is one.
  package static func create(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let draft = try makeDraft(of: path)
    defer { remove(draft.path) }
    try finish(draft.path, draft.descriptor, bytes) { () throws(SystemError) in
      guard link(draft.path, path) == 0 else { throw .last("link") }
    }
  }

  /// True when something exists at the path. Follows links.
  package static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Makes the folders that lead to a file where they are missing, for their owner only.
  package static func makeFolders(of path: String) throws(SystemError) {
    for slash in path.indices.dropFirst() where path[slash] == "/" {
      if mkdir(String(path[..<slash]), 0o700) != 0, errno != EEXIST { throw .last("mkdir") }
    }
  }

  /// Gives a file that is there other bytes; it keeps its mode, its owner and its links. That is one
  /// step, unless the file has several names or its folder takes no other file.
  package static func rewrite(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    guard let target = realPath(path) else { throw .last("realpath") }
    guard let facts = facts(of: target) else { throw .last("stat") }
    let draft = target + ".new"
    if facts.st_nlink == 1, let descriptor = try? open(draft, for: .replacing) {
      if fchown(descriptor, facts.st_uid, facts.st_gid) == 0 {
        return try finish(draft, descriptor, bytes) { () throws(SystemError) in
          guard fchmod(descriptor, facts.st_mode & 0o7777) == 0 else { throw .last("chmod") }
          try move(draft, to: target)
        }
      }
      Descriptor.close(descriptor)
      remove(draft)
    }
    let descriptor = try open(target, for: .writing)
    defer { Descriptor.close(descriptor) }
    try Descriptor.writeAll(descriptor, bytes[...], at: 0)
    try truncate(descriptor, to: bytes.count)
    try synchronize(descriptor)
  }

  /// Gives a file another name in one step; a file of that name goes.
  package static func move(_ path: String, to target: String) throws(SystemError) {
    guard rename(path, target) == 0 else { throw .last("rename") }
  }

  /// True when the path leads to anything but a regular file. Follows links.
  package static func isSpecial(_ path: String) -> Bool {
    kind(of: path).map { $0 != .file } ?? false
  }

  /// Throws unless ``replace(_:with:)`` can make a draft beside the file. That of another process stays.
  package static func checkReplacing(_ path: String) throws(SystemError) {
    let draft = "\(path).\(getpid())"
    Descriptor.close(try open(draft, for: .replacing))
    remove(draft)
  }

  /// Removes a file, if there is one.
  package static func remove(_ path: String) { _ = unlink(path) }

  /// The kind of a file system entry.
  package enum Kind: Sendable {
    case file, folder
    /// A pipe, a device or the like.
    case other
  }

  /// The kind of what the path leads to; nil if there is nothing, or it cannot be seen. Follows links.
  package static func kind(of path: String) -> Kind? {
    guard let facts = facts(of: path) else { return nil }
    return switch facts.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  }

  /// True when this process may change the file, or make files in the folder.
  package static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// Makes sure that what was written survives a crash of the machine.
  package static func synchronize(_ descriptor: Int32) throws(SystemError) {
    // Pipes and devices have nothing to synchronize.
    guard fsync(descriptor) != 0, errno != EINVAL, errno != EROFS else { return }
    throw .last("fsync")
  }

  /// Cuts an open file off.
  package static func truncate(_ descriptor: Int32, to bytes: Int) throws(SystemError) {
    while ftruncate(descriptor, off_t(bytes)) != 0 {
      if errno != EINTR { throw .last("ftruncate") }
    }
  }

  /// The identity and state of a file, to notice that it was changed or replaced.
  package struct Stamp: Sendable, Hashable {
    let device: UInt64
    let inode: UInt64
    /// It is a symbolic link.
    package let isLink: Bool
    package let size: Int
    /// Nanoseconds since 1970.
    let modified: Int
  }

  /// The stamp of the file that the path leads to; nil if it does not exist. Follows links.
  package static func stamp(of path: String) -> Stamp? { facts(of: path).map(stamp) }

  /// The stamp of what is at a path itself, links not followed; nil where nothing does.
  package static func identity(of path: String) -> Stamp? {
    var facts = stat()
    return lstat(path, &facts) == 0 ? stamp(facts) : nil
  }

  private static func stamp(_ facts: stat) -> Stamp {
    let time = Platform.modificationTime(facts)
    return Stamp(
      device: UInt64(truncatingIfNeeded: facts.st_dev),
      inode: UInt64(truncatingIfNeeded: facts.st_ino),
      isLink: facts.st_mode & S_IFMT == S_IFLNK, size: Int(facts.st_size),
      modified: Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec))
  }

  /// The system's record of what the path leads to; nil if there is nothing. Follows links.
  private static func facts(of path: String) -> stat? {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts : nil
  }

  /// The path without links, `.` and `..`; nil where it leads nowhere.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The place of a regular file, or of one that is not there yet: equal for every spelling of it.
  package enum Place: Hashable, Sendable {
    case file(device: UInt64, inode: UInt64)
    indirect case missing(name: String, folder: Place)
  }

  /// The place that a path leads to; nil where that is a pipe, a device or the like, or where its
  /// folder is missing. Follows links.
  package static func place(of path: String) -> Place? {
    guard let facts = facts(of: path) else {
      let slash = path.lastIndex(of: "/")
      let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
      let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
      return self.facts(of: folder).map { .missing(name: name, folder: place($0)) }
    }
    return facts.st_mode & S_IFMT == S_IFREG ? place(facts) : nil
  }

  private static func place(_ facts: stat) -> Place {
    .file(
      device: UInt64(truncatingIfNeeded: facts.st_dev),
      inode: UInt64(truncatingIfNeeded: facts.st_ino))
  }

  /// The bytes of a regular file; nil for anything else.
  package static func size(of descriptor: Int32) -> Int? {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(facts.st_size)
  }

  /// True for the null device, whose writers never wait.
  package static func isNullDevice(_ descriptor: Int32) -> Bool {
    var (facts, null) = (stat(), stat())
    return fstat(descriptor, &facts) == 0 && stat("/dev/null", &null) == 0
      && facts.st_mode & S_IFMT == S_IFCHR && facts.st_rdev == null.st_rdev
  }

  /// Locks the file until it is closed or the process ends. Returns false if another process holds
  /// the lock.
  package static func lock(_ descriptor: Int32) -> Bool {
    flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }
}
