import JSON
import Synchronization
package import System

/// A HAR file that grows by entries and is whole after each:
///
///     {"log":{"version":"1.2","creator":{...},"entries":[
///     {"startedDateTime": ...},
///     {"startedDateTime": ...}
///     ]}}
///
/// An entry and a new last line are written over the last line in one write. If that fails, the old
/// content is restored and nothing more is recorded.
package final class HARWriter: Sendable {
  /// The reason why recording has stopped.
  package enum End: Sendable, Equatable {
    case full(bytesMax: Int)
    case failed(SystemError)
  }

  private struct State {
    /// nil: not opened yet, or ended.
    var descriptor: Int32?
    /// The start of the last line.
    var end = 0
    var isEmpty = true
  }

  package let path: String
  private let creatorVersion: String
  private let replacesFile: Bool
  private let bytesMax: Int
  private let tell: @Sendable (End) -> Void
  /// Guards the file, which is closed while another thread writes.
  private let state = Mutex(State())
  private let queue = SerialQueue(waitingMax: HARWriter.waitingMax)

  /// Most exchanges that wait to be written. If there are more, the network waits.
  static let waitingMax = 64
  /// The text between two entries.
  static let separator: [UInt8] = Array(",\n".utf8)
  private static let lastLine = Array("\n]}}\n".utf8)

  /// `replacesFile`: a file of that name makes room for a new one. `tell` is called once, when
  /// recording ends early.
  package init(
    path: String, creatorVersion: String, replacesFile: Bool = false,
    bytesMax: Int = RecordingLimits.fileBytesMax, tell: @escaping @Sendable (End) -> Void
  ) {
    self.path = path
    self.creatorVersion = creatorVersion
    self.replacesFile = replacesFile
    self.bytesMax = bytesMax
    self.tell = tell
  }

  deinit {
    if let descriptor = state.withLock({ $0.descriptor }) { Descriptor.close(descriptor) }
  }

  /// True when entries are still accepted.
  package var isRecording: Bool { state.withLock { $0.descriptor != nil } }

  /// Makes the file, for its owner only, without entries.
  package func open() throws(RecordingError) {
    if replacesFile, File.isSpecial(path) { throw .notRegular(path: path) }
    do throws(SystemError) {
      let descriptor = try makeFile()
      state.withLock { $0.descriptor = descriptor }
    } catch {
      throw error.isTaken
        ? .taken(path: path) : .unwritable(path: path, reason: error.reason)
    }
  }

  /// A file that replaces one is made next to it, and put in its place.
  private func makeFile() throws(SystemError) -> Int32 {
    let place = replacesFile ? "\(path).\(Process.id).new" : path
    if replacesFile { File.remove(place) }
    let descriptor = try File.open(place, for: .creating)
    do throws(SystemError) {
      let first = firstLine
      try Descriptor.writeAll(descriptor, (first + Self.lastLine)[...], at: 0)
      if replacesFile { try File.move(place, to: path) }
      state.withLock { $0.end = first.count }
      return descriptor
    } catch {
      Descriptor.close(descriptor)
      File.remove(place)
      throw error
    }
  }

  private var firstLine: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("log")
    writer.beginObject()
    writer.member("version", "1.2")
    writer.object("creator") {
      $0.member("name", "paginator")
      $0.member("version", creatorVersion)
    }
    writer.member("comment", "Secrets are masked as ***; everything else is verbatim.")
    writer.key("entries")
    writer.beginArray()
    return writer.bytes
  }

  // MARK: Entries

  /// Does something on the tape's thread, after all that came before.
  func run(_ action: @escaping SerialQueue.Action) { queue.run(action) }

  /// Waits until all exchanges that have ended are in the file; later ones are not recorded.
  package func finish() {
    queue.end()
    state.withLock { state in
      if let descriptor = state.descriptor { Descriptor.close(descriptor) }
      state.descriptor = nil
    }
  }

  /// Adds an entry, a JSON object that is after ``separator``; nothing happens once recording has
  /// ended. An array with room for the last line is not copied.
  func append(_ entry: consuming [UInt8]) {
    entry += Self.lastLine
    if let end = write(entry) { tell(end) }
  }

  private func write(_ lines: [UInt8]) -> End? {
    state.withLock { state -> End? in
      guard let descriptor = state.descriptor else { return nil }
      // No comma is in front of the first one.
      let bytes = lines[(state.isEmpty ? 1 : 0)...]
      let place = state.end
      var end: End?
      if place + bytes.count > bytesMax {
        end = .full(bytesMax: bytesMax)
      } else {
        do throws(SystemError) {
          try Descriptor.writeAll(descriptor, bytes, at: place)
          state.end = place + bytes.count - Self.lastLine.count
          state.isEmpty = false
        } catch {
          // The last line stood there before, so that there is room for it.
          try? Descriptor.writeAll(descriptor, Self.lastLine[...], at: place)
          try? File.truncate(descriptor, to: place + Self.lastLine.count)
          end = .failed(error)
        }
      }
      if end != nil {
        Descriptor.close(descriptor)
        state.descriptor = nil
      }
      return end
    }
  }
}
