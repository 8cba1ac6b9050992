import System
import Text

/// The terminal, if there is one.
enum Terminal {
  static let output = Descriptor.standardOutput
  static let errors = Descriptor.standardError

  /// The environment variables that `hasColours` reads.
  static let variables: [ManPage.Entry] = [
    ("NO_COLOR", "If it is set, nothing is written in colour."),
    ("TERM", "If it is dumb or not set, nothing is written in colour."),
  ]

  /// True when a descriptor is a terminal that shows colours.
  static func hasColours(_ descriptor: Int32) -> Bool {
    Descriptor.isTerminal(descriptor) && Process.variable("NO_COLOR") == nil
      && Process.variable("TERM") ?? "dumb" != "dumb"
  }

  /// The style or colour in which a text is shown.
  enum Style: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
  }

  /// Writes a line to standard error, without anything that could harm.
  static func complain(_ line: String) {
    write(ShownText.harmless(line) + "\n", to: errors)
  }

  static func write(_ text: String, to descriptor: Int32) {
    try? Descriptor.writeAll(descriptor, text)
  }

  /// Writes a text to standard output; ends the process where that fails.
  static func show(_ text: String) {
    do throws(SystemError) {
      try Descriptor.writeAll(output, text)
    } catch {
      if error.isReaderGone { Process.exit(ExitCode.readerGone) }
      complain("paginator: standard output cannot be written: \(error.reason)")
      Process.exit(ExitCode.failure)
    }
  }
}

extension String {
  /// The text in a style; where there are no colours, as it is.
  func styled(_ style: Terminal.Style, _ hasColours: Bool) -> String {
    hasColours ? "\u{1B}[\(style.rawValue)m\(self)\u{1B}[0m" : self
  }
}
