import Text

/// The words of a command line, read as its command declares them.
///
/// As usual on a command line: `--name value`, `--name=value`, `-n value`, `-nvalue`, flags in one
/// word (`-qv`), and `--` before words that are no options. The last of several values counts,
/// unless an option repeats; an option that names a file is given once.
struct Arguments {
  let command: Command
  /// Words that are no options.
  private(set) var operands: [String] = []
  /// By name; flags have an empty value.
  private var values: [String: [String]] = [:]

  /// Reads the words after the command's name.
  init(_ words: some Collection<String>, of command: Command) throws(UsageError) {
    self.command = command
    var rest = Array(words)[...]
    var hasEnded = false
    while let word = rest.popFirst() {
      if hasEnded || word == "-" || !word.hasPrefix("-") {
        operands.append(word)
      } else if word == "--" {
        hasEnded = true
      } else if word.hasPrefix("--") {
        try takeLong(word.dropFirst(2), &rest)
      } else {
        try takeShort(word.dropFirst(), &rest)
      }
    }
    if !wantsHelp { try checkOperands() }
  }

  private mutating func takeLong(
    _ word: Substring, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let name = word.prefix { $0 != "=" }
    guard let option = command.options.first(where: { $0.name == name }) else {
      throw unknown("--" + name)
    }
    let inline = name.endIndex < word.endIndex ? word[word.index(after: name.endIndex)...] : nil
    try take(option, as: option.long, inline, &rest)
  }

  /// One or more options of one letter: `-qv`, `-o FILE`, `-oFILE`.
  private mutating func takeShort(
    _ letters: Substring, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = command.options.first(where: { $0.short == letter }) else {
        throw unknown("-\(letter)", before: letters)
      }
      let isFlag = option.value == .flag
      try take(option, as: "-\(letter)", isFlag || letters.isEmpty ? nil : letters, &rest)
      if !isFlag { return }
    }
  }

  private mutating func take(
    _ option: Option, as written: String, _ inline: Substring?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    if option.value == .flag {
      guard inline == nil else { throw UsageError("\(written) takes no value") }
      values[option.name, default: []].append("")
      return
    }
    if values[option.name] != nil, option.isGivenOnce {
      throw UsageError("\(written) is given twice; leave one out")
    }
    if option.value == .optionalFile, inline == nil {
      let isValue = rest.first.map { !$0.hasPrefix("-") && !$0.contains("://") } ?? false
      values[option.name, default: []].append(isValue ? rest.removeFirst() : "")
      return
    }
    let needs = "\(written) needs a value: \(option.placeholder ?? "")"
    if inline == nil, let next = rest.first, isOption(next) {
      throw UsageError("\(needs); write \(option.long)=\(next) if \(next) is one")
    }
    guard let value = inline.map(String.init) ?? rest.popFirst() else {
      throw UsageError(needs)
    }
    try option.value.check(value, as: written)
    values[option.name, default: []].append(value)
  }

  /// True when a word can only be one of the command's options.
  private func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("--") else { return false }
    let name = word.dropFirst(2).prefix { $0 != "=" }
    return word == "--" || command.options.contains { $0.name == name }
  }

  private func checkOperands() throws(UsageError) {
    guard let operand = command.operand else {
      if let word = operands.first {
        throw UsageError("\(command.name) takes no argument, but got \"\(word)\"")
      }
      return
    }
    if operands.count > 1, !operand.isRepeatable {
      throw UsageError(
        "\(command.name) takes one \(operand.name), but got \(operands.count)"
          + operandHint)
    }
    if operands.isEmpty, operand.isRequired {
      throw UsageError("\(command.name) needs a \(operand.name): \(operand.help)")
    }
    if let word = operands.first { try operand.kind.check(word, as: operand.name) }
  }

  /// A hint at what several operands that are not URLs are likely to mean: gh's `-q` has a value.
  private var operandHint: String {
    guard command.knowsForeignOptions, isSet(.quiet),
      operands.contains(where: { $0.hasPrefix(".") })
    else { return "" }
    return "; -q is --quiet here: pipe the items into jq"
  }

  /// `letters`: those that follow in the same word.
  private func unknown(_ word: String, before letters: Substring = "") -> UsageError {
    if command.knowsForeignOptions, let foreign = ForeignOption.named(word, for: command) {
      var hints = "unknown option \(word): \(foreign.hint)"
      // One message covers all letters of `-sSL`.
      for letter in foreign.takesValue ? "" : letters {
        if command.options.contains(where: { $0.short == letter }) { continue }
        guard let next = ForeignOption.named("-\(letter)", for: command) else { break }
        hints += "; -\(letter): \(next.hint)"
        if next.takesValue { break }
      }
      return UsageError(hints)
    }
    let near = DidYouMean.names(to: word, in: command.options.map(\.long)).first
    let hint = word.hasPrefix("--") ? near.map { "; did you mean \($0)?" } ?? "" : ""
    return UsageError("unknown option \(word)\(hint)")
  }

  // MARK: What was said

  var wantsHelp: Bool { isSet(.help) }

  var operand: String? { operands.first }

  func isSet(_ option: Option) -> Bool { values[option.name] != nil }

  func text(_ option: Option) -> String? { values[option.name]?.last }

  /// Every value of an option that repeats.
  func texts(_ option: Option) -> [String] { values[option.name] ?? [] }

  /// Checked when it was read.
  func integer(_ option: Option) -> Int? { text(option).flatMap { Int($0) } }

  /// Checked when it was read.
  func seconds(_ option: Option) -> Double? { text(option).flatMap { Double($0) } }
}

extension Option.Value {
  /// Throws where a text is not such a value. `written`: what the command line calls it.
  fileprivate func check(_ text: String, as written: String) throws(UsageError) {
    switch self {
    case .choice(let words):
      guard !words.contains(text) else { return }
      if written == "-f", text.contains("://") || text.contains("=") {
        throw UsageError(
          "-f is --format here, not \"\(text)\"; curl's -f is not needed, as a failed "
            + "request has an exit code, and gh's -f is --param")
      }
      throw UsageError(
        DidYouMean.hint(
          "\(written) must be one of \(words.joined(separator: ", "))", for: text, in: words))
    case .integer(let bounds):
      guard Int(text).map(bounds.contains) != true else { return }
      throw UsageError("\(written) must be a whole number \(Option.Value.words(bounds))")
    case .seconds(let bounds):
      guard Double(text).map(bounds.contains) != true else { return }
      throw UsageError(
        "\(written) must be a number of seconds from \(bounds.lowerBound) to "
          + "\(bounds.upperBound)")
    default: return
    }
  }

  private static func words(_ bounds: ClosedRange<Int>) -> String {
    bounds.upperBound == Int.max
      ? "of at least \(bounds.lowerBound)"
      : "from \(bounds.lowerBound) to \(bounds.upperBound)"
  }
}
