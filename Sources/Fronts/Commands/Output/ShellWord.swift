import Text

/// Words as a shell takes them.
enum ShellWord {
  /// As one word for bash, zsh and ksh. What a terminal would not just show becomes escapes of `$'...'`.
  static func quoted(_ text: String) -> String {
    if text.unicodeScalars.contains(where: ShownText.isHarmful) {
      return "$'" + escaped(text) + "'"
    }
    return isPlain(text) ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }

  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        ASCII.isAlphanumeric(byte) || "-_./:=,".utf8.contains(byte)
      }
  }

  private static func escaped(_ text: String) -> String {
    let quoted = text.replacingScalars(where: { $0 == "\\" || $0 == "'" }) { "\\\($0)" }
    return quoted.replacingScalars(where: ShownText.isHarmful) { scalar in
      scalar.utf8.map { ($0 < 0x10 ? "\\x0" : "\\x") + String($0, radix: 16) }.joined()
    }
  }
}
