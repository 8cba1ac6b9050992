import JSON
import System
import Text

/// A HAR file that is open for reading: its entries, one by one from the beginning, or each from
/// its place.
///
/// The file is read and not mapped, so that one that someone shortens meanwhile is an error and no
/// signal.
final class HARFile: Sendable {
  let path: String
  private let descriptor: Int32

  /// The number of bytes read at once.
  private static let chunkBytes = 1 << 20

  deinit {
    Descriptor.close(descriptor)
  }

  /// Opens the file, of which nothing but the beginning is looked at.
  init(_ path: String) throws(RecordingError) {
    self.path = path
    descriptor = try mapError(HARFile.unreadable(path), File.openRegular(path))
      .orThrow(RecordingError.notRegular(path: path))
    guard File.size(of: descriptor).map({ $0 <= RecordingLimits.fileBytesMax }) ?? false else {
      throw .tooLarge(path: path, bytesMax: RecordingLimits.fileBytesMax)
    }
    let beginning = try read(at: 0, bytesMax: 4)
    if beginning.starts(with: [0x1F, 0x8B]) { throw .compressed(path: path, format: "gzip") }
    if beginning.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      throw .compressed(path: path, format: "zip")
    }
  }

  /// The folder that the file is in, with a slash at its end; "" for the present one.
  var folder: String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  private func read(at offset: Int, bytesMax: Int) throws(RecordingError) -> [UInt8] {
    try mapError(
      HARFile.unreadable(path), File.bytes(of: descriptor, at: offset, bytesMax: bytesMax))
  }

  private static func unreadable(_ path: String) -> (SystemError) -> RecordingError {
    { .unreadable(path: path, reason: $0.reason) }
  }

  /// The bytes of an entry; nil where the file has changed or cannot be read.
  func bytes(_ range: Range<Int>) -> [UInt8]? {
    guard let bytes = try? read(at: range.lowerBound, bytesMax: range.count),
      bytes.count == range.count
    else { return nil }
    return bytes
  }

  /// Reads all entries from the beginning; see ``HARReading/Take``.
  func readEntries(
    _ plan: JSONPlan, take: HARReading.Take
  ) throws(RecordingError) -> HARReading.Facts {
    let source = Source(self)
    var reading = HARReading(JSONWindow { source.next() })
    do throws(HARReading.Failure) {
      try reading.read(plan, take: take)
    } catch {
      if let failure = source.failure { throw failure }
      switch error {
      case .refused(let error): throw error
      case .noHAR(let member): throw .notHAR(path: path, member: member)
      case .syntax(let error): throw .notJSON(path: path, offset: error.offset)
      }
    }
    if let failure = source.failure { throw failure }
    return reading.facts
  }

  /// The file's bytes, from the first to the last.
  private final class Source {
    private let file: HARFile
    private var position = 0
    /// The error that ended the bytes early.
    private(set) var failure: RecordingError?

    init(_ file: HARFile) {
      self.file = file
    }

    func next() -> [UInt8]? {
      do throws(RecordingError) {
        let chunk = try file.read(at: position, bytesMax: HARFile.chunkBytes)
        position += chunk.count
        guard position <= RecordingLimits.fileBytesMax else {
          throw .tooLarge(path: file.path, bytesMax: RecordingLimits.fileBytesMax)
        }
        return chunk.isEmpty ? nil : chunk
      } catch {
        failure = error
        return nil
      }
    }
  }
}
