import JSON
import Text

/// Writes compact JSON with line breaks and two blanks for each level.
enum PrettyJSON {
  /// `{"a":[1,2]}` becomes five lines; `[]` and `{}` stay as they are. The text must be valid.
  static func text(_ compact: [UInt8]) -> [UInt8] {
    var pretty: [UInt8] = []
    pretty.reserveCapacity(compact.count * 2)
    var (depth, isInString, isEscaped) = (0, false, false)
    var previous: UInt8 = 0
    for byte in compact {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        pretty.append(byte)
        previous = byte
        continue
      }
      let isClosing = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
      if isClosing { depth -= 1 }

      let follows = previous == UInt8(ascii: "{") || previous == UInt8(ascii: "[")
      if isClosing ? !follows : follows || previous == ASCII.comma {
        pretty.append(ASCII.lineFeed)
        pretty += repeatElement(ASCII.space, count: 2 * depth)
      }
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
      isInString = byte == UInt8(ascii: "\"")
      pretty.append(byte)
      if byte == ASCII.colon { pretty.append(ASCII.space) }
      previous = byte
    }
    pretty.append(ASCII.lineFeed)
    return pretty
  }
}
