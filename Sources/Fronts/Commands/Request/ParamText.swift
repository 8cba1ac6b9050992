import JSON
import System
import Text

/// Reads what an option holds: a text that is written there, or a file.
enum ParamText {
  /// The greatest size in bytes of a file of params, of headers, of a body or of a mapping.
  static let fileBytesMax = 16 << 20

  /// Longest wait for a pipe that the shell has named (`<(...)`): its writer may ask for a password
  /// first.
  static let pipeSeconds = 60.0

  /// True when an option's value is a JSON object itself, not a file name.
  static func isInline(_ value: String) -> Bool {
    value.first { !$0.isWhitespace } == "{"
  }

  /// Names an option with a JSON object or a file, for messages.
  static func name(_ option: Option, _ value: String) -> String {
    isInline(value) ? option.long : "\(option.long) \(value)"
  }

  /// The JSON object that an option holds, or that its file does.
  static func object(_ option: Option, _ value: String) throws(UsageError) -> JSONObject {
    let name = name(option, value)
    let bytes = isInline(value) ? Array(value.utf8) : try bytes(option, value)
    let document = try mapError(
      {
        UsageError("\(name) is not valid JSON: see \(place($0, bytes, isInline(value)))")
      }, JSONDocument(bytes))
    return try document.value(document.root).objectValue
      .orThrow(UsageError("\(name) must hold a JSON object"))
  }

  /// Describes the place of an error for people: a character if there is only one line, otherwise a
  /// line.
  static func place(_ error: JSONSyntaxError, _ bytes: [UInt8], _ isInline: Bool) -> String {
    let before = bytes.prefix(error.offset)
    let lines = before.count { $0 == UInt8(ascii: "\n") }
    guard isInline, lines == 0 else { return "line \(lines + 1)" }
    return "character \(String(decoding: before, as: UTF8.self).count + 1)"
  }

  /// All bytes of a file; `-` is standard input.
  static func bytes(_ option: Option, _ file: String) throws(UsageError) -> [UInt8] {
    let path = file == "-" ? "/dev/stdin" : file
    let bytes = try mapError(
      { (error: SystemError) in
        UsageError("\(option.long) \(file) cannot be read: \(error.reason)")
      },
      File.contents(
        of: path, bytesMax: fileBytesMax, pipeSeconds: file == "-" ? .infinity : pipeSeconds))
    if let bytes { return bytes }
    throw UsageError("\(option.long) \(file) has more than \(fileBytesMax) bytes")
  }
}
