import JSON
import Text

/// Words as a shell takes them.
enum ShellWord {
  /// As one word for bash, zsh and ksh. What a terminal would not just show becomes escapes of `$'...'`.
  static func quoted(_ text: String) -> String {
    if text.unicodeScalars.contains(where: isControl) { return "$'" + escaped(text) + "'" }
    return isPlain(text) ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }

  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-_./:=,".utf8.contains(byte)
        }
      }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    ShownText.isHarmful(scalar)
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\", "'": result += "\\" + String(scalar)
      case _ where isControl(scalar):
        for byte in String(scalar).utf8 {
          let digits = String(byte, radix: 16)
          result += "\\x" + (digits.count == 1 ? "0" : "") + digits
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
