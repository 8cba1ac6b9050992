internal import JSON
import Text

/// Reads the id of a request that is nested too deep to be read as a whole.
///
///     {"jsonrpc":"2.0","id":7,"method":"a","params":[[[[...]]]]}
///
/// gives `7`. Only the outermost object is looked at, and nothing within is checked.
struct TooDeepRequest {
  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private var depth = 0
  private var id: [UInt8]?
  private var hasMethod = false

  /// The id as it was sent; nil where this is not a whole object, has no `method`, or has no id
  /// that is a string, a number or null.
  static func id(in bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var request = TooDeepRequest(bytes)
    return request.read() && request.hasMethod ? request.id : nil
  }

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  /// Goes over the object; false where it does not end.
  private mutating func read() -> Bool {
    skipBlanks()
    guard index < bytes.endIndex, bytes[index] == ASCII.leftBrace else { return false }
    while index < bytes.endIndex {
      switch bytes[index] {
      case ASCII.leftBrace, ASCII.leftBracket:
        depth += 1
        index += 1
      case ASCII.rightBrace, ASCII.rightBracket:
        depth -= 1
        index += 1
        if depth == 0 { return true }
      case ASCII.quote:
        let name = string()
        if depth == 1 { member(name) }
      default: index += 1
      }
    }
    return false
  }

  /// Takes the value of a member of the outermost object, if it is one that counts.
  private mutating func member(_ name: ArraySlice<UInt8>) {
    skipBlanks()
    guard index < bytes.endIndex, bytes[index] == ASCII.colon else { return }
    index += 1
    skipBlanks()
    if name.elementsEqual(Self.methodName) { hasMethod = true }
    guard name.elementsEqual(Self.idName), index < bytes.endIndex else { return }
    let value = bytes[index] == ASCII.quote ? string() : word()
    id = nil
    guard let document = try? JSONDocument(Array(value)) else { return }
    switch document.root.kind {
    case .string, .number, .null: id = document.bytes
    default: break
    }
  }

  /// The string that starts here, its quotes included.
  private mutating func string() -> ArraySlice<UInt8> {
    let start = index
    index += 1
    while index < bytes.endIndex, bytes[index] != ASCII.quote {
      index += bytes[index] == ASCII.backslash ? 2 : 1
    }
    index = min(index + 1, bytes.endIndex)
    return bytes[start..<index]
  }

  /// The number or name that starts here; empty at a bracket or brace.
  private mutating func word() -> ArraySlice<UInt8> {
    let start = index
    while index < bytes.endIndex, !Self.ends.contains(bytes[index]) { index += 1 }
    return bytes[start..<index]
  }

  private mutating func skipBlanks() {
    while index < bytes.endIndex, ASCII.isBlank(bytes[index]) { index += 1 }
  }

  private static let idName = Array("\"id\"".utf8)
  private static let methodName = Array("\"method\"".utf8)
  private static let ends: Set<UInt8> = Set(" \t\r\n,:{}[]\"".utf8)
}
