import Profiles
import Server
import Text

/// The words that can be at the end of a command line: what `paginator __complete WORD...` prints
/// for the scripts of `paginator completions`. The last word is the one to complete; it may be empty.
///
///     $ paginator __complete fetch --format ''
///     ndjson
///     json
///
/// One word per line, with a description after a tab. Shells choose among them. `:file` stands for
/// file names, `:value SECONDS` for a value that only the user knows.
enum CommandLineWords {
  static let command = "__complete"

  static func lines(_ given: some Sequence<String>) -> [String] {
    // Where = breaks words, it is one itself.
    var words = given.filter { $0 != "=" }
    var last = given.suffix(1) == ["="] ? "" : words.popLast() ?? ""
    if last.hasPrefix("--"), let sign = last.firstIndex(of: "=") {
      words.append(String(last[..<sign]))
      last = String(last[last.index(after: sign)...])
    }
    guard let first = words.first else {
      return last.hasPrefix("-") ? aliases + options(.serve, besides: []) : commands
    }
    guard let command = Command.named(first) ?? (first.hasPrefix("-") ? .serve : nil) else {
      return []
    }
    let takesOptions = !words.contains("--")
    if takesOptions, let option = words.last.flatMap(command.option(awaitingValueAfter:)),
      option.value != .optionalFile || !last.hasPrefix("-")
    {
      return choices(option.value, option.placeholder)
    }
    guard takesOptions, last.hasPrefix("-") else {
      return command.operand.map { choices($0.kind, $0.name) } ?? []
    }
    let name = String(last.prefix(2))
    if name != "--", last != name, let option = command.option(awaitingValueAfter: name) {
      return choices(option.value, option.placeholder).map { $0.hasPrefix(":") ? $0 : name + $0 }
    }
    return options(command, besides: words)
  }

  /// The words for a value. `name`: its placeholder.
  private static func choices(_ value: Option.Value, _ name: String?) -> [String] {
    switch value {
    case .flag: []
    case .text, .url, .integer, .seconds: [":value \(name ?? "")"]
    case .file, .optionalFile, .json: [":file"]
    case .profile: profiles
    case .command: commands
    case .choice(let words), .word(let words): words
    }
  }

  private static var profiles: [String] {
    CommandProfiles.catalog().library.all.map { line($0.name, $0.title) }
  }

  private static var commands: [String] { Command.all.map { line($0.name, $0.summary) } }

  /// Those that the server does not have as options of its own.
  private static var aliases: [String] {
    Command.aliases.sorted { $0.key < $1.key }.filter { $0.value != Command.help.name }
      .map { line($0.key, Command.named($0.value)?.summary ?? "") }
  }

  /// The options that may still be given.
  private static func options(_ command: Command, besides words: [String]) -> [String] {
    let given = Set(words.map { $0.prefix { $0 != "=" } }.map(String.init))
    return command.options.filter { $0.isRepeatable || given.isDisjoint(with: $0.spellings) }
      .flatMap { option in option.spellings.map { line($0, option.purpose) } }
  }

  private static func line(_ word: String, _ description: String) -> String {
    ShownText.harmless(word) + "\t" + ShownText.harmless(description)
  }
}

extension Option {
  /// All that the option is called: `--output` and `-o`.
  var spellings: [String] { [long] + (short.map { ["-\($0)"] } ?? []) }
}

extension Command {
  /// The option whose value comes after a word: `--output`, `-o`, `-qo`.
  fileprivate func option(awaitingValueAfter word: String) -> Option? {
    let takers = options.filter { $0.value != .flag }
    if word.hasPrefix("--") { return takers.first { $0.long == word } }
    let flags = options.filter { $0.value == .flag }.map(\.short)
    guard word.hasPrefix("-"), word.dropFirst().dropLast().allSatisfy(flags.contains) else {
      return nil
    }
    return takers.first { $0.short == word.last }
  }
}
