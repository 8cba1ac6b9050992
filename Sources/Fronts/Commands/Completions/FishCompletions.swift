/// The script for fish.
enum FishCompletions {
  static var text: String {
    var lines = [
      "# Completes paginator in fish: paginator completions fish | source",
      "function __paginator_profiles",
      "  set -l program (commandline -opc)[1]",
      "  command -q $program; and command $program profiles --names 2>/dev/null",
      "end",
      "complete -c paginator -f",
    ]
    for command in Command.all {
      let summary = ShellQuote.fish(command.summary)
      lines.append(
        "complete -c paginator -n __fish_use_subcommand -a \(command.name) -d \(summary)")
    }
    lines.append("complete -c paginator -n __fish_use_subcommand -s V -l version -d 'Version'")
    for command in Command.all {
      let isChosen = "-n '__fish_seen_subcommand_from \(command.name)'"
      if let words = words(command.operand?.completion) {
        lines.append("complete -c paginator \(isChosen) -a \(ShellQuote.fish(words))")
      }
      for option in command.options {
        var line = "complete -c paginator \(isChosen)"
        if let short = option.short { line += " -s \(short)" }
        line += " -l \(option.name)"
        switch option.completion {
        case nil: break
        case .file: line += " -r -F"
        case let completion:
          line += " -x"
          if let words = words(completion) { line += " -a \(ShellQuote.fish(words))" }
        }
        lines.append(line + " -d \(ShellQuote.fish(option.purpose))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func words(_ completion: CompletionKind?) -> String? {
    switch completion {
    case nil, .nothing, .file: nil
    case .profile: "(__paginator_profiles)"
    case .command: Command.all.map(\.name).joined(separator: " ")
    case .words(let words): words.joined(separator: " ")
    }
  }
}
