import JSON
import System
import Text

/// The terminal, if there is one.
enum Terminal {
  static let output = Descriptor.standardOutput
  static let errors = Descriptor.standardError

  /// Whether someone may see what is written to a descriptor.
  static func isThere(_ descriptor: Int32) -> Bool { Descriptor.isTerminal(descriptor) }

  /// Whether a descriptor is a terminal that shows colours.
  static func hasColours(_ descriptor: Int32) -> Bool {
    guard isThere(descriptor), Process.variable("NO_COLOR") == nil else { return false }
    guard let term = Process.variable("TERM") else { return false }
    return term != "dumb"
  }

  /// Writes a line to standard error, without anything that could harm.
  static func complain(_ line: String) {
    write(ShownText.harmless(line) + "\n", to: errors)
  }

  static func write(_ text: String, to descriptor: Int32 = Terminal.output) {
    try? Descriptor.writeAll(descriptor, text)
  }
}
