import System

/// The `--help` text of a command, or of the program: made from the declarations, as wide as the
/// terminal.
struct HelpText {
  private(set) var text = ""
  private let columns: Int
  private let isBold: Bool

  /// The width at which lines are broken: that of the terminal, within bounds in which lines are
  /// easy to read.
  static let columnsDefault = 80
  private static let columnsBounds = 40...100
  /// The widest name of an option next to which its help begins.
  private static let labelMax = 25

  /// Of one command.
  init(_ command: Command, columns: Int? = nil) {
    self.init(columns: columns)
    add(command.summary + ".\n")
    addTitle("Usage")
    let operand = command.operand.map { $0.isRequired ? " \($0.name)" : " [\($0.name)]" } ?? ""
    add("  paginator \(command.name) [OPTIONS]\(operand)\n")
    if let operand = command.operand { add("\n" + row(operand.name, operand.help)) }
    for group in command.groups { addOptions(group) }
    if command.groups.isEmpty {
      addOptions(OptionGroup("Options", [.help]))
    } else {
      add("\n" + row(Option.help.label, Option.help.purpose))
    }
    for note in command.notes { add("\n" + wrapped(note, indent: 0)) }
    addExits(command.exits)
    addExamples(command.examples)
    if let appendix = command.appendix {
      let text = appendix()
      add("\n" + text + (text.hasSuffix("\n") ? "" : "\n"))
    }
  }

  /// Of the whole program.
  static func overview(columns: Int? = nil) -> HelpText {
    var help = HelpText(columns: columns)
    help.add("Paginator pages through HTTP APIs for editors, scripts and automation.\n")
    help.addTitle("Usage")
    help.add("  paginator COMMAND [OPTIONS]\n")
    help.addTitle("Commands")
    for command in Command.all {
      let operand = command.operand.map { " " + $0.name } ?? ""
      help.add(help.row(command.name + operand, command.summary))
    }
    help.add("\n" + help.row("-h, --help", "Print this help, or the help of a command"))
    help.add(help.row("-V, --version", "Print the version"))
    help.addOptions(
      OptionGroup(
        "Options of serve, the default command",
        Command.serve.groups.flatMap(\.options)))
    return help
  }

  private init(columns: Int?) {
    let bounds = HelpText.columnsBounds
    let wide = columns ?? Descriptor.columns(Terminal.output) ?? HelpText.columnsDefault
    self.columns = min(max(wide, bounds.lowerBound), bounds.upperBound)
    isBold = columns == nil && Terminal.hasColours(Terminal.output)
  }

  // MARK: Parts

  private mutating func add(_ more: String) { text += more }

  private mutating func addTitle(_ title: String) {
    add("\n\(title.styled(.bold, isBold))\n")
  }

  private mutating func addOptions(_ group: OptionGroup) {
    addTitle(group.title)
    for option in group.options { add(row(option.label, option.purpose)) }
  }

  private mutating func addExits(_ exits: [Command.Exit]) {
    guard !exits.isEmpty else { return }
    addTitle("Exit codes")
    let width = exits.map(\.word.count).max() ?? 0
    for exit in exits {
      let code = String(exit.code)
      let label = "  " + code.padded(to: 3) + "  " + exit.word.padded(to: width) + "  "
      add(label + wrapped(exit.meaning, indent: label.count).dropFirst(label.count))
    }
  }

  private mutating func addExamples(_ examples: [Command.Example]) {
    guard !examples.isEmpty else { return }
    addTitle("Examples")
    for (place, example) in examples.enumerated() {
      add((place > 0 ? "\n" : "") + "  # \(example.purpose)\n  \(example.line)\n")
    }
  }

  /// A name with its help next to it, or below it where the name is too long for that.
  private func row(_ label: String, _ help: String) -> String {
    let indent = min(HelpText.labelMax, columns / 3) + 3
    let name = "  " + label
    let lines = wrapped(help, indent: indent)
    guard name.count + 2 <= indent else { return name + "\n" + lines }
    return name.padded(to: indent) + lines.dropFirst(indent)
  }

  /// A text in lines of at most the width, each with blanks before it.
  private func wrapped(_ text: String, indent: Int) -> String {
    let blanks = String(repeating: " ", count: indent)
    return text.wrapped(to: columns, first: blanks, rest: blanks).map { $0 + "\n" }.joined()
  }
}

extension String {
  /// The words in lines of at most that many characters, with these before the first line and before
  /// all others.
  func wrapped(to columns: Int, first: String, rest: String) -> [String] {
    var lines = [first]
    var isEmpty = true
    for word in split(separator: " ") {
      if !isEmpty, lines[lines.count - 1].count + 1 + word.count > columns {
        lines.append(rest)
        isEmpty = true
      }
      lines[lines.count - 1] += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines
  }
}

extension Option {
  /// `-o, --output FILE`; without a short name, as much room for one.
  var label: String {
    let names = short.map { "-\($0), " } ?? "    "
    return names + long + (placeholder.map { " " + $0 } ?? "")
  }
}
