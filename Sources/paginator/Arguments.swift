/// Reads the words of a command line: options with values (`--name value` or `--name=value`),
/// flags, and what is neither.
struct Arguments {
  private(set) var rest: ArraySlice<String>

  init(_ words: ArraySlice<String>) {
    rest = words
  }

  /// Why a command line cannot be used, in one sentence.
  struct UsageError: Error {
    let message: String
  }

  /// Takes the next word apart; nil at the end.
  mutating func next() -> (name: String, inlineValue: String?)? {
    guard let word = rest.popFirst() else { return nil }
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  /// The value of the option just read.
  mutating func value(
    of name: String, _ inlineValue: String?
  ) throws(UsageError) -> String {
    if let inlineValue { return inlineValue }
    guard let value = rest.popFirst() else {
      throw UsageError(message: "\(name) needs a value")
    }
    return value
  }

  /// The value of the option just read, as a whole number.
  mutating func integer(
    of name: String, _ inlineValue: String?, in bounds: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    let text = try value(of: name, inlineValue)
    guard let number = Int(text), bounds.contains(number) else {
      throw UsageError(
        message: "\(name) needs a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
    }
    return number
  }

  static func unknown(_ word: String) -> UsageError {
    UsageError(message: "there is no \(word.hasPrefix("-") ? "option" : "command") \(word)")
  }
}
