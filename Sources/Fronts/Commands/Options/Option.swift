/// One option of the command line, declared once: parsing, `--help`, completions, the man page and
/// error messages are made from it.
///
///     Option("output", short: "o", .file("FILE"), "Write the items to FILE")
struct Option: Sendable {
  /// The value that follows the name.
  enum Value: Sendable, Equatable {
    /// Nothing: the option is there or not.
    case flag
    /// Any text, called by a placeholder.
    case text(String)
    case file(String)
    /// A file, or nothing before another option, a URL or the end of the line.
    case optionalFile(String)
    /// The name of a known API.
    case profile(String)
    /// A JSON text, or the file that holds one.
    case json(String)
    /// One of these words.
    case choice(String, [String])
    /// One of these words, or a JSON text.
    case word(String, [String])
    case integer(String, ClosedRange<Int>)
    case seconds(String, ClosedRange<Double>)
  }

  /// Without its dashes.
  let name: String
  let short: Character?
  let value: Value
  let isRepeatable: Bool
  /// One or more sentences, without a full stop at the end.
  let purpose: String

  /// A flag.
  init(_ name: String, short: Character? = nil, _ purpose: String) {
    self.init(name, short: short, .flag, purpose)
  }

  init(
    _ name: String, short: Character? = nil, _ value: Value, repeats: Bool = false,
    _ purpose: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    isRepeatable = repeats
    self.purpose = purpose
  }

  /// As it is written: `--output`.
  var long: String { "--" + name }

  /// True when a second value is a mistake: of two files, one would silently be unused.
  var isGivenOnce: Bool {
    switch value {
    case .file, .optionalFile, .json: !isRepeatable
    case .flag, .text, .profile, .choice, .word, .integer, .seconds: false
    }
  }

  /// The placeholder of its value in help texts; nil for a flag.
  var placeholder: String? {
    switch value {
    case .flag: nil
    case .text(let name), .file(let name), .profile(let name), .json(let name): name
    case .optionalFile(let name): "[\(name)]"
    case .choice(let name, _), .word(let name, _), .integer(let name, _), .seconds(let name, _):
      name
    }
  }

  /// Every command takes it.
  static let help = Option("help", short: "h", "Print this help")
}

/// A title with the options below it.
struct OptionGroup: Sendable {
  let title: String
  let options: [Option]

  init(_ title: String, _ options: [Option]) {
    self.title = title
    self.options = options
  }
}
