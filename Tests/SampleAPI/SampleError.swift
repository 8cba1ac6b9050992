import System

/// The reason why a sample server could not be made.
package enum SampleError: Error, Equatable, Sendable {
  /// The host is not a loopback address; the sample API is never offered to a network.
  case notLoopback(host: String)
  case optionOutOfRange(name: String, value: Int, allowed: ClosedRange<Int>)
  /// The port is taken or forbidden; `errno` is the system's reason.
  case couldNotBind(port: Int, errno: Int32)
  /// Another system call failed, for lack of descriptors, memory or threads.
  case systemCallFailed(name: String, errno: Int32)
}

extension SampleError {
  /// The error of a system call on the way to a server at that port.
  init(_ error: SystemError, port: Int) {
    self =
      error.call == "bind"
      ? .couldNotBind(port: port, errno: error.number)
      : .systemCallFailed(name: error.call, errno: error.number)
  }
}
