extension Command {
  /// `paginator completions`: the script that completes command lines in a shell.
  static let completions = Command(
    name: "completions",
    summary: "Print the script that completes command lines in a shell",
    operand: .init(
      name: "SHELL", kind: .choice(["bash", "zsh", "fish"]), isRequired: true,
      help: "bash, zsh or fish"),
    examples: [
      ("In ~/.bashrc", "source <(paginator completions bash)"),
      ("In ~/.zshrc, after compinit", "source <(paginator completions zsh)"),
      ("Once, for fish", "paginator completions fish > ~/.config/fish/completions/paginator.fish"),
    ]
  ) { arguments throws(UsageError) in
    Terminal.show(arguments.operand == "bash" ? bash : arguments.operand == "zsh" ? zsh : fish)
    return ExitCode.success
  }

  /// From 3.2 on, without the package bash-completion. `--format=c` is three words, as = breaks them.
  private static let bash = """
    # Completes paginator in bash: source <(paginator completions bash)
    _paginator() {
      local IFS=$'\\n' cur=${COMP_WORDS[COMP_CWORD]} words
      words=$("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1)
      COMPREPLY=()
      [[ $cur == = ]] && cur=''
      case $words in
        :file) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")) ;;
        :value*) ;;
        *) COMPREPLY=($(compgen -W "$words" -- "$cur")) ;;
      esac
    }
    complete -F _paginator paginator

    """

  /// To be sourced, or a file `_paginator` on `fpath`.
  private static let zsh = """
    #compdef paginator
    # Completes paginator in zsh: source <(paginator completions zsh)
    _paginator() {
      local program=$words[1]
      local -a lines
      lines=(${(f)"$($~program __complete "${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)"})
      compset -P 1 '--*='
      case $lines[1] in
        :file) compset -P '-?'; _files ;;
        :value*) _message -e values "${lines[1]#:value }" ;;
        ?*) lines=("${(@)${(@)lines//:/\\\\:}/$'\\t'/:}"); _describe -t values value lines ;;
      esac
    }
    if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
      _paginator "$@"
    elif (( $+functions[compdef] )); then
      compdef _paginator paginator
    fi

    """

  private static let fish = """
    # Completes paginator in fish: paginator completions fish | source
    function __paginator_complete
      set -l words (commandline -opc)
      set -l program $words[1]
      set -e words[1]
      set -l word (commandline -ct)
      command -q $program; or return
      set -l lines (command $program __complete $words "$word" 2>/dev/null)
      set -l option (string match -r -- '^--[^=]*=' "$word")
      switch "$lines[1]"
        case :file
          set lines (__fish_complete_path (string replace -- "$option" '' "$word"))
        case ':value*'
          return
      end
      printf '%s\\n' "$option"$lines
    end
    complete -c paginator -f -a '(__paginator_complete)'

    """
}
