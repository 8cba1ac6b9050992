import Text

/// One command of the program, declared once: its words, its options and what it does.
struct Command: Sendable {
  /// A word that is not an option.
  struct Operand: Sendable {
    let name: String
    let kind: Option.Value
    var isRequired = false
    /// True when several words may be given.
    var isRepeatable = false
    let help: String
  }

  /// An exit code with its meaning; `word`: one or two words, such as `complete`.
  typealias Exit = (code: Int32, word: String, meaning: String)
  /// A command line with what it is good for.
  typealias Example = (purpose: String, line: String)

  let name: String
  /// One line, without a full stop.
  let summary: String
  var operand: Operand?
  var groups: [OptionGroup] = []
  /// Paragraphs below the options.
  var notes: [String] = []
  var exits: [Exit] = []
  var examples: [Example] = []
  /// More text below everything else, made on demand.
  var appendix: (@Sendable () -> String)?
  /// Carries out the command and gives the exit code.
  let run: @Sendable (Arguments) throws(UsageError) -> Int32

  /// True when users of curl or gh are likely to try their options: the command sends requests to a
  /// URL.
  var knowsForeignOptions: Bool { operand?.kind == .url }

  /// All options, `--help` last.
  var options: [Option] { groups.flatMap(\.options) + [.help] }

  /// Every command, in the order in which help lists them.
  static let all: [Command] = [
    .fetch, .detect, .profiles, .recordings, .serve, .mcp, .demo, .sampleAPI, .completions, .man,
    .version, .help,
  ]

  /// Other words for commands.
  static let aliases = ["--help": "help", "-h": "help", "--version": "version", "-V": "version"]

  static func named(_ name: String) -> Command? {
    let name = aliases[name] ?? name
    return all.first { $0.name == name }
  }

  static func unknown(_ name: String) -> UsageError {
    let near = DidYouMean.names(to: name, in: all.map(\.name)).first
    return UsageError("unknown command \(name)" + (near.map { "; did you mean \($0)?" } ?? ""))
  }
}
