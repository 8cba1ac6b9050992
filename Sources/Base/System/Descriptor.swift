import CLibrary

/// Bytes from and to descriptors. Every call continues after a signal.
package enum Descriptor {
  package static let standardInput: Int32 = 0
  package static let standardOutput: Int32 = 1
  package static let standardError: Int32 = 2

  /// Most bytes that a pipe which can be written to takes without blocking.
  package static let pipeBytes = Int(PIPE_BUF)

  /// The outcome of a single write.
  package enum WriteOutcome: Equatable, Sendable {
    case written(Int)
    /// The descriptor does not block and takes nothing at the moment.
    case full
    /// No one reads any more.
    case failed
  }

  // MARK: Reading

  /// The next available bytes, at most this many; waits for the first. Nil at the end of input.
  package static func chunk(
    _ descriptor: Int32, bytesMax: Int = 65_536
  ) throws(SystemError) -> [UInt8]? {
    while true {
      var (read, number): (Int, Int32) = (0, 0)
      let bytes = [UInt8](unsafeUninitializedCapacity: bytesMax) { buffer, count in
        read = Platform.read(descriptor, buffer.baseAddress, buffer.count)
        number = errno
        count = max(0, read)
      }
      if read >= 0 { return read > 0 ? bytes : nil }
      switch number {
      case EINTR: continue
      case EAGAIN: _ = Poll.wait(descriptor, for: .reading)
      default: throw SystemError(call: "read", number: number)
      }
    }
  }

  // MARK: Writing

  /// Writes all bytes, waiting where the descriptor does not block; to a place in the file where
  /// one is given.
  package static func writeAll(
    _ descriptor: Int32, _ bytes: ArraySlice<UInt8>, at place: Int? = nil
  ) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let offset = place.map { off_t($0 + rest.startIndex - bytes.startIndex) }
      let count = rest.withUnsafeBytes { buffer in
        if let offset { return pwrite(descriptor, buffer.baseAddress, buffer.count, offset) }
        return Platform.write(descriptor, buffer.baseAddress, buffer.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 {
        throw SystemError(call: "write", number: ENOSPC)
      } else if errno == EAGAIN {
        _ = Poll.wait(descriptor, for: .writing)
      } else if errno != EINTR {
        throw .last("write")
      }
    }
  }

  /// Writes all of a text.
  package static func writeAll(_ descriptor: Int32, _ text: String) throws(SystemError) {
    try writeAll(descriptor, Array(text.utf8)[...])
  }

  /// Writes bytes with one call, as much as the descriptor takes.
  package static func write(_ descriptor: Int32, _ bytes: [UInt8]) -> WriteOutcome {
    while true {
      let count = bytes.withUnsafeBytes { Platform.write(descriptor, $0.baseAddress, $0.count) }
      if let outcome = outcome(count) { return outcome }
    }
  }

  /// Writes pieces with one call, at most ``piecesMax`` of them and `bytesMax` bytes.
  package static func write(
    _ descriptor: Int32, _ pieces: ArraySlice<Piece>, bytesMax: Int
  ) -> WriteOutcome {
    var vectors: [iovec] = []
    return write(descriptor, pieces.prefix(piecesMax), bytesMax: bytesMax, &vectors)
  }

  /// A part of some bytes that is to be written.
  package struct Piece: Sendable {
    package var bytes: [UInt8]
    package var range: Range<Int>

    package init(bytes: [UInt8], range: Range<Int>) {
      self.bytes = bytes
      self.range = range
    }
  }

  /// Most pieces of one write.
  package static let piecesMax = 16

  /// Holds one piece after the other in place, and then writes them all.
  private static func write(
    _ descriptor: Int32, _ pieces: ArraySlice<Piece>, bytesMax: Int, _ vectors: inout [iovec]
  ) -> WriteOutcome {
    guard bytesMax > 0, let piece = pieces.first else {
      while true {
        let count = writev(descriptor, vectors, Int32(vectors.count))
        if let outcome = outcome(count) { return outcome }
      }
    }
    return piece.bytes.withUnsafeBytes { bytes in
      let part = UnsafeRawBufferPointer(rebasing: bytes[piece.range].prefix(bytesMax))
      vectors.append(
        iovec(iov_base: UnsafeMutableRawPointer(mutating: part.baseAddress), iov_len: part.count))
      return write(descriptor, pieces.dropFirst(), bytesMax: bytesMax - part.count, &vectors)
    }
  }

  /// The meaning of a write's return value; nil if the write must be tried again.
  private static func outcome(_ count: Int) -> WriteOutcome? {
    if count >= 0 { return .written(count) }
    return switch errno {
    case EINTR: nil
    case EAGAIN: .full
    default: .failed
    }
  }

  /// True when a write of this many bytes returns at once (even if it fails), provided that there
  /// is no other writer.
  package static func takesAtOnce(_ descriptor: Int32, _ count: Int) -> Bool {
    guard count <= pipeBytes else { return count <= Platform.emptyBufferBytes(descriptor) }
    return Poll.wait(descriptor, for: .writing, seconds: 0)
  }

  /// The number of bytes, at most `count`, that a writable descriptor accepts without blocking,
  /// provided that there is no other writer.
  package static func bytesAtOnce(_ descriptor: Int32, of count: Int) -> Int {
    count <= pipeBytes ? count : min(count, max(pipeBytes, Platform.emptyBufferBytes(descriptor)))
  }

  // MARK: Descriptors themselves

  /// Both ends of a pipe that child processes do not inherit.
  package static func pipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard makePipe(&ends) == 0 else { throw .last("pipe") }
    for end in ends { keepFromChildren(end) }
    return (ends[0], ends[1])
  }

  /// True when the process or the system has no descriptor left.
  package static var areUsedUp: Bool {
    let descriptor = fcntl(standardInput, F_DUPFD_CLOEXEC, 0)
    guard descriptor < 0 else {
      close(descriptor)
      return false
    }
    // EINVAL: a limit of 0. EBADF says nothing: standard input may be closed.
    return errno == EMFILE || errno == ENFILE || errno == EINVAL
  }

  /// Closes a descriptor of our own.
  package static func close(_ descriptor: Int32) { _ = Platform.close(descriptor) }

  /// Closes a descriptor in child processes: an inherited one would keep a connection open.
  package static func keepFromChildren(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Lets reads and writes return at once.
  package static func setNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Opens the standard descriptors that are closed, so that no file or socket of this process becomes
  /// one of them. Input and output fail then; messages go nowhere.
  package static func openStandard() {
    for (descriptor, flags) in [
      (standardInput, O_WRONLY), (standardOutput, O_RDONLY), (standardError, O_RDWR),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is this one, as those below it are open.
      _ = Platform.open("/dev/null", flags, 0)
    }
  }

  /// Moves standard output to a descriptor of its own, which is returned, and lets descriptor 1 be
  /// standard error from now on; nil where no descriptor is left.
  package static func moveStandardOutput() -> Int32? {
    let moved = fcntl(standardOutput, F_DUPFD_CLOEXEC, 3)
    guard moved >= 0, dup2(standardError, standardOutput) >= 0 else { return nil }
    return moved
  }

  /// True when the descriptor is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The width of a terminal in characters; nil if it does not report one.
  package static func columns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, Platform.windowSizeRequest, &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }
}

private func makePipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }
