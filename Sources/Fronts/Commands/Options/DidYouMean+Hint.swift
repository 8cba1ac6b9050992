import Text

extension DidYouMean {
  /// A message with the nearest name, where there is one.
  static func hint(_ message: String, for word: String, in names: some Sequence<String>) -> String {
    guard let name = self.names(to: word, in: names).first else {
      return "\(message), not \"\(word)\""
    }
    return "\(message), not \"\(word)\"; did you mean \(name)?"
  }
}
