import CLibrary

/// This process, and others by their ids.
package enum Process {
  /// The value of an environment variable; nil where it is missing or empty.
  package static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The id of this process.
  package static var id: Int32 { getpid() }

  /// The path of the executable that runs; "" where the system does not say.
  package static var executablePath: String { Platform.executablePath }

  /// True when a process with that id exists.
  package static func isAlive(_ id: Int32) -> Bool { kill(id, 0) == 0 || errno != ESRCH }

  /// Returns large blocks of memory to the system as soon as they are freed. Else the C library keeps
  /// blocks of up to 32 MB, among which later ones leave gaps.
  package static func returnLargeBlocks() { Platform.returnBlocks(from: largeBlockMin) }

  private static let largeBlockMin: Int32 = 4 << 20

  /// Ends another process at once.
  package static func end(_ id: Int32) { _ = kill(id, SIGKILL) }

  /// Flushes printed output and ends this process. Handlers that C libraries registered with `atexit`
  /// do not run, as they would destroy what other threads still use.
  package static func exit(_ code: Int32) -> Never {
    fflush(nil)
    _exit(code)
  }

  /// Ends this process without any more ado.
  package static func exitNow(_ code: Int32) -> Never { _exit(code) }
}
