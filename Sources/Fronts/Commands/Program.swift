import System
import Text

/// The program that the executable runs: chooses the command.
package enum Program {
  package static let version = "0.1.0"

  /// Runs a command line, the name of the program first, and ends the process.
  package static func run(_ commandLine: [String]) -> Never {
    Descriptor.openStandard()
    Signals.ignoreBrokenPipes()
    Process.returnLargeBlocks()
    if commandLine.dropFirst().first == CommandLineWords.command {
      let lines = CommandLineWords.lines(commandLine.dropFirst(2))
      Terminal.show(lines.map { $0 + "\n" }.joined())
      Process.exit(ExitCode.success)
    }
    var subject = "paginator"
    do throws(UsageError) {
      let (command, words) = try choose(commandLine.dropFirst())
      if words.count < commandLine.count - 1 { subject += " " + command.name }
      let arguments = try Arguments(words, of: command)
      if arguments.wantsHelp {
        Terminal.show(HelpText(command).text)
        Process.exit(ExitCode.success)
      }
      try NamedFiles(arguments).check()
      Process.exit(try command.run(arguments))
    } catch {
      Terminal.complain("paginator: \(error.message) (see \(subject) --help)")
      Process.exit(ExitCode.usage)
    }
  }

  /// The command that words mean, and its own words. Without a command, the server is meant.
  static func choose(
    _ words: ArraySlice<String>
  ) throws(UsageError) -> (command: Command, words: ArraySlice<String>) {
    guard let first = words.first else { return (.serve, words) }
    if let command = Command.named(first) { return (command, words.dropFirst()) }
    if first.hasPrefix("-") { return (.serve, words) }
    if first.contains("://") {
      throw UsageError("to fetch a URL, write paginator fetch '\(first)'")
    }
    if let whole = SchemelessURL.whole(first) {
      throw UsageError("to fetch a URL, write paginator fetch \(ShellWord.quoted(whole))")
    }
    throw Command.unknown(first)
  }
}
