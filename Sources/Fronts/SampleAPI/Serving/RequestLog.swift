import Synchronization

/// The last requests of a server, oldest first, in a ring of fixed size.
///
/// Only bytes are kept; strings are made when someone reads the log.
final class RequestLog: Sendable {
  /// One remembered request.
  private struct Entry {
    let request: IncomingRequest
    let connection: Int
  }

  /// The requests; a full ring is overwritten from its oldest entry on.
  private struct Ring {
    var entries: [Entry] = []
    var oldest = 0
  }

  private let capacity: Int
  private let ring = Mutex(Ring())

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Remembers a request, at most `SampleLimits.loggedBytesMax` bytes of its head and of its body.
  func append(_ request: IncomingRequest, connection: Int) {
    guard capacity > 0 else { return }
    let entry = Entry(request: request.cut(to: SampleLimits.loggedBytesMax), connection: connection)
    ring.withLock { ring in
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
    return (entries[oldest...] + entries[..<oldest]).map { entry in
      SampleRequest(
        method: entry.request.text(entry.request.method),
        target: entry.request.text(entry.request.target),
        headers: entry.request.headers.map {
          .init(name: entry.request.text($0.name), value: entry.request.text($0.value))
        },
        body: entry.request.body, connection: entry.connection)
    }
  }
}
