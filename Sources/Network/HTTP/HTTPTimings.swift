/// The durations of the steps of an exchange, in milliseconds.
package struct HTTPTimings: Sendable, Hashable {
  /// Over a new connection: looking up the name; nil over one that was kept.
  package var lookup: Double?
  /// Over a new connection: making it, its TLS handshake included.
  package var connect: Double?
  /// Over a new connection: the TLS handshake.
  package var handshake: Double?
  /// From the connection until the request was about to be sent.
  package var blocked = 0.0
  /// From then until the first byte of the response.
  package var wait: Double
  /// From then until its last byte.
  package var receive = 0.0

  /// Nothing is known but how long it took.
  package init(wait: Double) { self.wait = wait }
}

extension HTTPTimings {
  /// The steps from libcurl's moments, each in microseconds from the start; 0 for one that did not
  /// come. `isNew`: over a new connection.
  init(
    lookup: Int64, connect: Int64, handshake: Int64, ready: Int64, firstByte: Int64, total: Int64,
    isNew: Bool
  ) {
    func milliseconds(_ end: Int64, since start: Int64) -> Double {
      Double(max(0, end - start)) / 1_000
    }
    let standing = max(connect, handshake)
    if isNew {
      self.lookup = milliseconds(lookup, since: 0)
      self.connect = milliseconds(standing, since: lookup)
      if handshake > 0 { self.handshake = milliseconds(handshake, since: connect) }
    }
    blocked = milliseconds(ready, since: isNew ? standing : 0)
    wait = milliseconds(firstByte, since: ready)
    receive = milliseconds(total, since: max(ready, firstByte))
  }
}
