#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The terminal, if there is one.
enum Terminal {
  static let output = STDOUT_FILENO
  static let errors = STDERR_FILENO

  /// Whether somebody may see what is written to a descriptor.
  static func isThere(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Whether a descriptor is a terminal that shows colours.
  static func hasColours(_ descriptor: Int32) -> Bool {
    guard isatty(descriptor) == 1, getenv("NO_COLOR") == nil else { return false }
    guard let term = getenv("TERM") else { return false }
    return strcmp(term, "dumb") != 0
  }

  /// Writes a line to standard error.
  static func complain(_ line: String) {
    write(line + "\n", to: STDERR_FILENO)
  }

  static func write(_ text: String, to descriptor: Int32 = Terminal.output) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { buffer in
        #if canImport(Glibc)
        Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        #else
        Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
      }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
