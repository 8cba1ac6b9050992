import CLibrary

/// The kinds of readiness of a descriptor.
package struct Readiness: OptionSet, Sendable, Hashable {
  package let rawValue: Int16

  package init(rawValue: Int16) { self.rawValue = rawValue }

  package static let reading = Readiness(rawValue: Int16(POLLIN))
  package static let writing = Readiness(rawValue: Int16(POLLOUT))
  /// The other side has gone, or the descriptor is invalid. Reported even if not requested.
  package static let broken = Readiness(rawValue: Int16(POLLERR | POLLHUP | POLLNVAL))
}

/// Waiting for descriptors.
package enum Poll {
  /// Waits until one of the descriptors is ready for the events named with it, is broken or has
  /// lost its other side, or the time is up. What each is ready for, by their order; empty:
  /// nothing.
  ///
  /// A signal ends the wait early.
  package static func wait(
    _ descriptors: [(descriptor: Int32, readiness: Readiness)], seconds: Double? = nil
  ) -> [Readiness] {
    var requests = descriptors.map {
      pollfd(fd: $0.descriptor, events: $0.readiness.rawValue, revents: 0)
    }
    let milliseconds = seconds.map { Int32(max(0, min(($0 * 1_000).rounded(.up), 1e9))) } ?? -1
    let count = poll(&requests, nfds_t(requests.count), milliseconds)
    return requests.map { count > 0 ? Readiness(rawValue: $0.revents) : [] }
  }

  /// True when one descriptor gets ready in time.
  package static func wait(
    _ descriptor: Int32, for readiness: Readiness, seconds: Double? = nil
  ) -> Bool {
    wait([(descriptor, readiness)], seconds: seconds)[0] != []
  }
}
