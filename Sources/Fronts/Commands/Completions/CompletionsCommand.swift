import JSON
import Text

extension Command {
  /// `paginator completions`: the script that completes command lines in a shell.
  static let completions = Command(
    name: "completions",
    summary: "Print the script that completes command lines in a shell",
    operand: .init(
      "SHELL", .choice(["bash", "zsh", "fish"]), isRequired: true, "bash, zsh or fish"),
    examples: [
      .init("In ~/.bashrc", "source <(paginator completions bash)"),
      .init("In ~/.zshrc, after compinit", "source <(paginator completions zsh)"),
      .init(
        "Once, for fish",
        "paginator completions fish > ~/.config/fish/completions/paginator.fish"),
    ]
  ) { arguments throws(UsageError) in
    let text =
      switch arguments.operand {
      case "bash": BashCompletions.text
      case "zsh": ZshCompletions.text
      default: FishCompletions.text
      }
    Terminal.write(text)
    return ExitCode.success
  }
}

/// What completes a word.
enum CompletionKind: Equatable {
  /// Nothing can be known.
  case nothing
  case file, profile, command
  case words([String])
}

extension Option {
  /// What completes the value; nil for a flag.
  var completion: CompletionKind? {
    switch value {
    case .flag: nil
    case .text, .integer, .seconds: .nothing
    case .file, .optionalFile, .json: .file
    case .profile: .profile
    case .choice(_, let words), .word(_, let words): .words(words)
    }
  }

  /// All that the option is called: `--output` and `-o`.
  var spellings: [String] { [long] + (short.map { ["-\($0)"] } ?? []) }
}

extension Command.Operand {
  var completion: CompletionKind {
    switch kind {
    case .url: .nothing
    case .file: .file
    case .profile: .profile
    case .command: .command
    case .choice(let words): .words(words)
    }
  }
}

/// Quotes for the three shells, which all know single quotes.
enum ShellQuote {
  /// For bash and zsh.
  static func posix(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }

  static func fish(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
