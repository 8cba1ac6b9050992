extension Command {
  /// `paginator help`, `paginator --help`: explains the program, or one of its commands.
  static let help = Command(
    name: "help",
    summary: "Print help, or the help of a command",
    operand: .init(name: "COMMAND", kind: .command, help: "Explain this command")
  ) { arguments throws(UsageError) in
    guard let name = arguments.operand else {
      Terminal.show(HelpText.overview().text)
      return ExitCode.success
    }
    guard let command = Command.named(name) else { throw Command.unknown(name) }
    Terminal.show(HelpText(command).text)
    return ExitCode.success
  }
}
