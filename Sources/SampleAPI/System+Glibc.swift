#if canImport(Glibc)
import Glibc

/// What Linux spells in its own way.
enum System {
  static let bothDirections = Int32(SHUT_RDWR)
  static let sendingDirection = Int32(SHUT_WR)
  static let streamSocketType = Int32(SOCK_STREAM.rawValue)
  /// No SIGPIPE when the other side is gone.
  static let sendFlags = Int32(MSG_NOSIGNAL)

  /// Nothing is left to do: `sendFlags` says it.
  static func silenceSignals(_ descriptor: Int32) {}

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
    var handle = pthread_t()
    let result = pthread_create(
      &handle, &attributes,
      { work in
        if let work { ServerThread.run(work) }
        return nil
      }, work)
    return (result == 0 ? handle : nil, result)
  }
}
#endif
