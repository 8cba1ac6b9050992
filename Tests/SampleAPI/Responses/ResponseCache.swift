import Synchronization

/// Finished responses by what they depend on, bounded by their total size: when that is
/// reached, all are dropped.
final class ResponseCache: Sendable {
  /// A response and the session whose requests it counts for.
  struct Entry: Sendable {
    let response: Response
    let session: String
  }

  /// The kept responses, and their total size.
  private struct Table {
    var entries: [[UInt8]: Entry] = [:]
    var byteCount = 0
  }

  private let bytesMax: Int
  private let table = Mutex(Table())

  init(bytesMax: Int = SampleLimits.cachedBytesMax) {
    self.bytesMax = bytesMax
  }

  /// Returns the kept response to a request with this key; nil if nothing is kept.
  func entry(_ key: [UInt8]) -> Entry? {
    table.withLock { $0.entries[key] }
  }

  /// Keeps a response, unless it is too large.
  func keep(_ entry: Entry, for key: [UInt8]) {
    let bytes = entry.response.body.count + entry.response.headerLines.count + key.count + 256
    guard bytes <= min(SampleLimits.cachedResponseBytesMax, bytesMax) else { return }
    table.withLock { table in
      if table.byteCount + bytes > bytesMax { table = Table() }
      if table.entries.updateValue(entry, forKey: key) == nil { table.byteCount += bytes }
    }
  }
}
