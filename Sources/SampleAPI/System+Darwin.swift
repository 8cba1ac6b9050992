#if canImport(Darwin)
import Darwin

/// What macOS spells in its own way.
enum System {
  static let bothDirections = SHUT_RDWR
  static let sendingDirection = SHUT_WR
  static let streamSocketType = SOCK_STREAM
  static let sendFlags: Int32 = 0

  /// No SIGPIPE when the other side is gone.
  static func silenceSignals(_ descriptor: Int32) {
    var on: Int32 = 1
    _ = setsockopt(
      descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  static func bindDescriptor(
    _ descriptor: Int32, _ name: UnsafePointer<sockaddr>, _ size: socklen_t
  ) -> Int32 {
    bind(descriptor, name, size)
  }

  static func closeDescriptor(_ descriptor: Int32) {
    _ = close(descriptor)
  }

  /// The thread that was started and 0, or nil and the reason.
  static func startedThread(
    _ attributes: inout pthread_attr_t, _ work: UnsafeMutableRawPointer
  ) -> (pthread_t?, Int32) {
    var handle: pthread_t?
    let result = pthread_create(
      &handle, &attributes,
      { work in
        ServerThread.run(work)
        return nil
      }, work)
    return (result == 0 ? handle : nil, result)
  }
}
#endif
