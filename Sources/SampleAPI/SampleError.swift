/// Why a sample server could not be made.
package enum SampleError: Error, Equatable, Sendable {
  /// The host is no loopback address; the sample API is never offered to a network.
  case notLoopback(host: String)
  case optionOutOfRange(name: String, value: Int, allowed: ClosedRange<Int>)
  /// The port is taken or forbidden; `errno` is the system's reason.
  case couldNotBind(port: Int, errno: Int32)
  /// Another system call failed, for lack of descriptors, memory or threads.
  case systemCallFailed(name: String, errno: Int32)
}
