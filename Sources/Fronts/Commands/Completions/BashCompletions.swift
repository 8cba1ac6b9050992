/// The script for bash, from 3.2 on, without the package bash-completion.
enum BashCompletions {
  static var text: String {
    var cases: [String] = []
    for command in Command.all {
      for option in command.options {
        guard let completion = option.completion else { continue }
        let patterns = option.spellings.map { "\(command.name):\($0)" }.joined(separator: "|")
        cases.append("    \(patterns)) \(action(completion)); return ;;")
      }
    }
    let names = Command.all.map { command in
      "      \(command.name)) words=\(list(command.options.flatMap(\.spellings))) ;;"
    }
    let operands = Command.all.compactMap { command in
      command.operand.map { "    \(command.name)) \(action($0.completion)) ;;" }
    }
    let first = Command.all.map(\.name)
    let flags = Command.aliases.keys.sorted() + Command.serve.options.map(\.long)
    return """
      # Completes paginator in bash: source <(paginator completions bash)
      _paginator_complete() { COMPREPLY=($(compgen "$@" -- "$cur" 2>/dev/null)); }
      _paginator_files() { compopt -o filenames 2>/dev/null; _paginator_complete -f; }
      _paginator_profiles() {
        _paginator_complete -W "$("$program" profiles --names 2>/dev/null)"
      }
      _paginator() {
        local IFS=$'\\n' program=${COMP_WORDS[0]} cur=${COMP_WORDS[COMP_CWORD]}
        local command=${COMP_WORDS[1]} option='' words=''
        COMPREPLY=()
        if (( COMP_CWORD == 1 )); then
          if [[ $cur == -* ]]; then words=\(list(flags)); else words=\(list(first)); fi
          _paginator_complete -W "$words"
          return
        fi
        # --format=c is three words, as = breaks words.
        if [[ $cur == = ]]; then
          option=${COMP_WORDS[COMP_CWORD-1]} cur=''
        elif [[ ${COMP_WORDS[COMP_CWORD-1]} == = ]]; then
          option=${COMP_WORDS[COMP_CWORD-2]}
        else
          option=${COMP_WORDS[COMP_CWORD-1]}
        fi
        [[ $command == -* ]] && command=serve
        case $command:$option in
      \(cases.joined(separator: "\n"))
        esac
        if [[ $cur == -* ]]; then
          case $command in
      \(names.joined(separator: "\n"))
          esac
          _paginator_complete -W "$words"
          return
        fi
        case $command in
      \(operands.joined(separator: "\n"))
        esac
      }
      complete -F _paginator paginator

      """
  }

  private static func action(_ completion: CompletionKind) -> String {
    switch completion {
    case .nothing: ":"
    case .file: "_paginator_files"
    case .profile: "_paginator_profiles"
    case .command: "_paginator_complete -W \(list(Command.all.map(\.name)))"
    case .words(let words): "_paginator_complete -W \(list(words))"
    }
  }

  /// Words as bash takes them where lines separate them.
  private static func list(_ words: [String]) -> String {
    "$'" + words.joined(separator: "\\n") + "'"
  }
}
