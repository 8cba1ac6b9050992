import Store
import System
import Text

/// The destination of the items: a file that is written in place, or a stream (standard output, a
/// pipe).
///
/// A file holds whole lines after each write, and whole pages: what a failing one has left of its
/// bytes is cut off again. `bytes` counts what a resumed walk keeps; in JSON, the closing
/// bracket is after it.
struct OutputFile {
  private let descriptor: Int32
  /// nil: standard output.
  private let path: String?
  private let isRegular: Bool
  /// The file was not there before.
  private let isNew: Bool
  /// Nothing has been written yet, and an earlier file's bytes are still there.
  private var isUntouched = true
  private(set) var bytes: Int
  /// The bytes after `bytes` that complete the file.
  private var tail: [UInt8] = []
  /// A stream took only a part of a line, and takes nothing more.
  private var isBroken = false

  /// The seconds that a reader may take for the rest of a line, once the walk was interrupted.
  static let graceSeconds = 1.0
  /// The seconds between checks whether someone reads a pipe.
  private static let readerSeconds = 0.05
  /// The number of bytes at the end of a file that identify it.
  private static let endingBytes = 1_024

  /// Standard output.
  init() {
    descriptor = Descriptor.standardOutput
    path = nil
    isRegular =
      File.size(of: Descriptor.standardOutput) != nil
      || File.isNullDevice(Descriptor.standardOutput)
    isNew = false
    bytes = 0
  }

  /// A file. It is created where it is missing; what is there stays until the first write.
  /// `kept`: how many bytes of it a resume file says are to be kept, which have that `ending`.
  init(path: String, keeping kept: Int?, ending: String?) throws(FetchError) {
    self.path = path
    bytes = kept ?? 0
    let opened: (descriptor: Int32, isNew: Bool)?
    do throws(SystemError) {
      opened = try OutputFile.open(path, mayCreate: (kept ?? 0) == 0)
    } catch {
      if let kept, kept > 0, error.isMissing {
        throw .resume(path: path, .outputChanged(path: path))
      }
      throw .file(path: path, .written, error)
    }
    guard let opened else { throw .interrupted }
    (descriptor, isNew) = opened
    let size = File.size(of: descriptor)
    isRegular = size != nil
    guard let size else { return }
    guard File.lock(descriptor) else { throw .outputInUse(path: path) }
    guard let kept, kept > 0 else { return }
    let isSame = size >= kept && (ending == nil || self.ending == ending)
    guard isSame else { throw .resume(path: path, .outputChanged(path: path)) }
  }

  /// Opens a file for writing; nil if a signal came before anyone read the named pipe.
  private static func open(
    _ path: String, mayCreate: Bool
  ) throws(SystemError) -> (descriptor: Int32, isNew: Bool)? {
    if mayCreate {
      do throws(SystemError) {
        return (try File.open(path, for: .creating, isForOthers: true), true)
      } catch  where error.isTaken {
        // It is opened as it is.
      }
    }
    // Opened for reading too, a pipe would never notice that its reader has gone.
    var opened = try File.openForWriting(path)
    while opened == nil, !WakeUp.hasSignal {
      _ = WakeUp.wait(nil, seconds: readerSeconds)
      opened = try File.openForWriting(path)
    }
    guard let descriptor = opened else { return nil }
    guard File.size(of: descriptor) != nil,
      let both = try? File.open(path, for: .readingAndWriting)
    else { return (descriptor, false) }
    Descriptor.close(descriptor)
    return (both, false)
  }

  /// A digest of the last bytes that are kept, to know the file by; nil where it cannot be read.
  var ending: String? {
    guard isFile else { return nil }
    let first = max(0, bytes - OutputFile.endingBytes)
    guard let last = try? File.bytes(of: descriptor, at: first, bytesMax: bytes - first),
      last.count == bytes - first
    else { return nil }
    var fingerprint = Fingerprint()
    fingerprint.add(last)
    return String(fingerprint.value, radix: 16)
  }

  /// True when writes go to a place in a file, so that a tail can be overwritten.
  var isFile: Bool { path != nil && isRegular }

  /// The descriptor of standard output if it is a pipe or the like, whose reader may go; else nil.
  var stream: Int32? { path == nil && !isRegular ? descriptor : nil }

  /// Cuts off what is after the bytes that are kept, and closes it with a tail.
  mutating func begin(tail: [UInt8]) throws(FetchError) {
    guard isFile, bytes > 0 else { return }
    try write([], tail: tail)
  }

  /// Writes a page in one or more pieces. If one fails, a file has nothing of the page.
  mutating func writePage(
    _ body: (inout OutputFile) throws(FetchError) -> Void
  ) throws(FetchError) {
    let before = self
    do throws(FetchError) {
      try body(&self)
    } catch {
      if isFile, bytes > before.bytes {
        try? File.truncate(descriptor, to: before.bytes)
        self = before
      }
      throw error
    }
  }

  /// Writes whole lines and, in a file, the tail that makes it whole.
  mutating func write(_ lines: [UInt8], tail: [UInt8]) throws(FetchError) {
    guard isFile else {
      if !lines.isEmpty { try writeStream(lines[...]) }
      return
    }
    do throws(SystemError) {
      if isUntouched { try File.truncate(descriptor, to: bytes) }
      isUntouched = false
      let whole = tail.isEmpty ? lines : lines + tail
      try Descriptor.writeAll(descriptor, whole[...], at: bytes)
      bytes += lines.count
      self.tail = tail
    } catch {
      try? File.truncate(descriptor, to: bytes)
      throw .file(path: path ?? "", .written, error)
    }
  }

  /// Closes a stream with the tail; a file has it already, unless nothing was written.
  mutating func finish(tail: [UInt8]) throws(FetchError) {
    if isFile {
      if isUntouched { try write([], tail: tail) }
    } else if !tail.isEmpty, !isBroken {
      try writeStream(tail[...])
    }
  }

  /// Makes sure that what was written survives a crash.
  func synchronize() throws(FetchError) {
    guard isFile else { return }
    try mapError({ FetchError.file(path: path ?? "", .written, $0) }, File.synchronize(descriptor))
  }

  /// Makes a file whole again after a failure, and removes one in which nothing was written.
  func leave() {
    guard isFile, let path else { return }
    if isUntouched {
      if isNew { File.remove(path) }
    } else if !tail.isEmpty {
      try? Descriptor.writeAll(descriptor, tail[...], at: bytes)
    }
  }

  /// Closes the file, for processes that continue.
  func close() { if path != nil { Descriptor.close(descriptor) } }

  // MARK: Streams

  /// Writes all bytes, as much at once as does not block, so that a signal is always heard.
  private mutating func writeStream(_ part: ArraySlice<UInt8>) throws(FetchError) {
    var rest = part
    isBroken = true
    while !rest.isEmpty {
      var piece = rest
      if !isRegular {
        let hasSignal = WakeUp.hasSignal
        let ready = WakeUp.wait(
          descriptor, for: .writing, seconds: hasSignal ? OutputFile.graceSeconds : nil)
        if ready.isEmpty, hasSignal { throw .interrupted }
        if ready.isEmpty { continue }
        piece = rest.prefix(Descriptor.bytesAtOnce(descriptor, of: rest.count))
      }
      do throws(SystemError) {
        try Descriptor.writeAll(descriptor, piece)
      } catch {
        if path == nil, error.isReaderGone { throw .readerGone }
        if let path { throw .file(path: path, .written, error) }
        throw .output(error)
      }
      rest = rest.dropFirst(piece.count)
      bytes += piece.count
    }
    isBroken = false
  }
}
