import Testing

@testable import Commands

/// What holds of every command and option that is declared.
struct CommandTableTests {
  @Test(arguments: Command.all)
  func namesAreUnique(command: Command) {
    let names = command.options.map(\.name)
    #expect(Set(names).count == names.count)
    let shorts = command.options.compactMap(\.short)
    #expect(Set(shorts).count == shorts.count)
    #expect(Command.all.count { $0.name == command.name } == 1)
  }

  /// The same letter means the same option in every command.
  @Test func shortNamesMeanOneThing() {
    var names: [Character: String] = [:]
    for option in Command.all.flatMap(\.options) {
      guard let short = option.short else { continue }
      #expect(names[short] == nil || names[short] == option.name)
      names[short] = option.name
    }
  }

  @Test(arguments: Command.all)
  func helpNamesEveryOptionAndFitsTheWidth(command: Command) {
    for columns in [40, 80, 100] {
      let text = HelpText(command, columns: columns).text
      #expect(text.hasSuffix("\n"))
      for option in command.options {
        #expect(text.contains("  " + option.label), "\(option.name) at \(columns)")
      }
      for exit in command.exits { #expect(text.contains("\n  \(exit.code) ")) }
      let lines = text.prefix(upTo: text.firstRange(of: "\nEndpoints")?.lowerBound ?? text.endIndex)
        .split(separator: "\n")
      for line in lines where !line.hasPrefix("  paginator ") && !line.hasPrefix("  # ") {
        #expect(line.count <= columns || columns == 40, "\(line)")
      }
    }
  }

  @Test func theOverviewNamesEveryCommandAndTheServersOptions() {
    let text = HelpText.overview(columns: 80).text
    for command in Command.all { #expect(text.contains("\n  \(command.name) ")) }
    for option in Command.serve.groups.flatMap(\.options) { #expect(text.contains(option.long)) }
  }

  @Test(arguments: Command.all)
  func textsAreSentences(command: Command) {
    for text in [command.summary] + command.options.map(\.purpose) {
      #expect(!text.hasSuffix("."))
      #expect(text.first?.isUppercase == true || !text.first!.isLetter, "\(text)")
    }
  }
}

extension Command: CustomTestStringConvertible {
  public var testDescription: String { name }
}
