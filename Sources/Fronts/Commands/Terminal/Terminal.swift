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

  static func write(_ text: String, to descriptor: Int32 = Terminal.output) {
    try? Descriptor.writeAll(descriptor, text)
  }
}

extension String {
  /// The text in a style; where there are no colours, as it is.
  func styled(_ style: Terminal.Style, _ hasColours: Bool) -> String {
    hasColours ? "\u{1B}[\(style.rawValue)m\(self)\u{1B}[0m" : self
  }
}
