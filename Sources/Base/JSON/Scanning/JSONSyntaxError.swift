/// The reason why bytes are not JSON, and the offset.
package struct JSONSyntaxError: Error, Equatable, Sendable {
  /// The kind of the mistake at the offset.
  package enum Reason: Sendable {
    /// A byte that cannot be here.
    case unexpectedByte
    /// The text is cut: it ends where a value has not.
    case unexpectedEnd
    /// A container inside more containers than allowed; the offset is its bracket's.
    case tooDeep
    /// A byte in a string that cannot continue a UTF-8 sequence.
    case invalidUTF8
    /// A byte after a backslash (or in `\u` and four digits) that makes no escape.
    case invalidEscape
    /// A byte that cannot continue a number, as the second 0 of `00`.
    case invalidNumber
    /// A raw byte below 0x20 in a string.
    case controlCharacter
    /// Something other than blanks after the text's value.
    case trailingBytes
    /// More bytes than `JSONDocument.bytesMax`.
    case tooLarge
    /// A list of more elements, each with the values that a plan wants of it, than a pass may pick.
    case tooManyElements
  }

  /// The kind of the mistake.
  package let reason: Reason
  /// 0-based offset of the first wrong byte; the length where the text ends too early.
  package let offset: Int

  /// An error with the given place.
  package init(_ reason: Reason, _ offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
