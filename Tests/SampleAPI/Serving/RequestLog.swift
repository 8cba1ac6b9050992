import Synchronization

/// The last requests of a server, oldest first, in a ring of fixed size.
///
/// Only bytes are kept; strings are made when someone reads the log.
final class RequestLog: Sendable {
  /// The requests; a full ring is overwritten from its oldest entry on.
  private struct Ring {
    var entries: [SampleRequest] = []
    var oldest = 0
  }

  private let capacity: Int
  private let ring = Mutex(Ring())

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Remembers a request, at most `SampleLimits.loggedBytesMax` bytes of its head and of its body.
  func append(_ request: SampleRequest, connection: Int) {
    guard capacity > 0 else { return }
    var entry = request.cut(to: SampleLimits.loggedBytesMax)
    entry.connection = connection
    ring.withLock { [entry] ring in
      if ring.entries.count < capacity {
        ring.entries.append(entry)
      } else {
        ring.entries[ring.oldest] = entry
        ring.oldest = (ring.oldest + 1) % capacity
      }
    }
  }

  /// Forgets all requests.
  func removeAll() {
    ring.withLock { $0 = Ring() }
  }

  /// The remembered requests, oldest first.
  func requests() -> [SampleRequest] {
    let (entries, oldest) = ring.withLock { ($0.entries, $0.oldest) }
    return Array(entries[oldest...] + entries[..<oldest])
  }
}
