import JSON
import Text

/// The script for zsh: to be sourced, or a file `_paginator` on `fpath`.
enum ZshCompletions {
  static var text: String {
    let commands = Command.all.map { command in
      "    " + ShellQuote.posix("\(command.name):\(command.summary)")
    }
    let cases = Command.all.map { command in
      var specs = command.options.flatMap(specs)
      if let operand = command.operand {
        specs.append(ShellQuote.posix("::\(operand.name):\(action(operand.completion))"))
      }
      return "    \(command.name)) _arguments -s -S : \\\n      "
        + specs.joined(separator: " \\\n      ") + " ;;"
    }
    return """
      #compdef paginator
      # Completes paginator in zsh: source <(paginator completions zsh)
      _paginator_profiles() {
        local -a names
        names=(${(f)"$($~program profiles --names 2>/dev/null)"})
        compadd -a names
      }
      _paginator_commands() {
        local -a commands
        commands=(
      \(commands.joined(separator: "\n"))
        )
        _describe -t commands command commands
      }
      _paginator() {
        local program=$words[1] command=$words[2] curcontext=$curcontext state line
        typeset -A opt_args
        if (( CURRENT == 2 )) && [[ $command != -* ]]; then
          _paginator_commands
          return
        fi
        if [[ $command == -* ]]; then
          command=serve
        else
          shift words
          (( CURRENT-- ))
        fi
        case $command in
      \(cases.joined(separator: "\n"))
        esac
      }
      if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
        _paginator "$@"
      elif (( $+functions[compdef] )); then
        compdef _paginator paginator
      fi

      """
  }

  /// One specification for each spelling: `(-o --output)--output=[Write to FILE]:FILE:_files`.
  private static func specs(_ option: Option) -> [String] {
    let others =
      option.isRepeatable ? "*" : "(" + option.spellings.joined(separator: " ") + ")"
    return option.spellings.map { spelling in
      var spec = others + spelling
      if option.completion != nil { spec += spelling.hasPrefix("--") ? "=" : "+" }
      spec += "[" + escaped(option.purpose) + "]"
      if let completion = option.completion, let placeholder = option.placeholder {
        spec += ":" + escaped(placeholder) + ":" + action(completion)
      }
      return ShellQuote.posix(spec)
    }
  }

  private static func action(_ completion: CompletionKind) -> String {
    switch completion {
    case .nothing: " "
    case .file: "_files"
    case .profile: "_paginator_profiles"
    case .command: "_paginator_commands"
    case .words(let words): "(" + words.joined(separator: " ") + ")"
    }
  }

  private static func escaped(_ text: String) -> String {
    ["\\", "[", "]", ":"].reduce(text) { $0.replacing($1, with: "\\" + $1) }
  }
}
