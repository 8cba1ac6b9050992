/// One option of the command line, declared once: parsing, the params of `open`, `--help`,
/// completions, the man page and error messages are made from it.
///
///     Option("per-page", "N", .integer(1...1_000), param: "perPage", "Items per page")
struct Option: Sendable {
  /// The kind of the option's value, or of an argument without a name.
  enum Value: Sendable, Equatable {
    /// Nothing: the option is there or not.
    case flag
    case text
    case url
    case file
    /// A file, or nothing before another option, a URL or the end of the line.
    case optionalFile
    /// The name of a known API.
    case profile
    /// The name of a command.
    case command
    /// A JSON text, or the file that holds one.
    case json
    /// One of these words.
    case choice([String])
    /// One of these words, or a JSON text.
    case word([String])
    case integer(ClosedRange<Int>)
    case seconds(ClosedRange<Double>)
  }

  /// Without its dashes.
  let name: String
  let short: Character?
  /// The placeholder of its value in help texts; nil for a flag.
  let placeholder: String?
  let value: Value
  /// The param of `open` that it sets, as a path; nil: none, or none alone.
  let param: String?
  let isRepeatable: Bool
  /// One or more sentences, without a full stop at the end.
  let purpose: String

  /// A flag.
  init(_ name: String, short: Character? = nil, _ purpose: String) {
    self.init(name, short: short, nil, .flag, purpose)
  }

  init(
    _ name: String, short: Character? = nil, _ placeholder: String?, _ value: Value,
    param: String? = nil, repeats: Bool = false, _ purpose: String
  ) {
    self.name = name
    self.short = short
    self.placeholder = placeholder
    self.value = value
    self.param = param
    isRepeatable = repeats
    self.purpose = purpose
  }

  /// As it is written: `--output`.
  var long: String { "--" + name }

  /// True when a second value is a mistake: of two files, one would silently be unused.
  var isGivenOnce: Bool { [.file, .optionalFile, .json].contains(value) && !isRepeatable }

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
