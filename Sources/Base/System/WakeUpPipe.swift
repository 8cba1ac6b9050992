import CLibrary

/// Wakes a thread that waits for descriptors: a pipe, so that a wake-up before the wait is not
/// lost, no lock is needed, and a signal handler may do it.
package final class WakeUpPipe: Sendable {
  /// Is ready for reading from a wake-up until ``drain()``.
  package let descriptor: Int32
  private let writing: Int32

  /// Throws where no descriptor is left.
  package init() throws(SystemError) {
    (descriptor, writing) = try Descriptor.pipe()
    for end in [descriptor, writing] { Descriptor.setNonBlocking(end) }
  }

  deinit {
    Descriptor.close(descriptor)
    Descriptor.close(writing)
  }

  /// Wakes the thread that waits, or the next one that will.
  package func wake() {
    var byte: UInt8 = 1
    let number = errno
    _ = Platform.write(writing, &byte, 1)
    errno = number
  }

  /// Waits for a wake-up, which stays; false when the time is up.
  package func wait(seconds: Double? = nil) -> Bool {
    Poll.wait(descriptor, for: .reading, seconds: seconds)
  }

  /// Takes the wake-ups that have come.
  package func drain() {
    var bytes = [UInt8](repeating: 0, count: 256)
    while Platform.read(descriptor, &bytes, bytes.count) == bytes.count {}
  }
}
