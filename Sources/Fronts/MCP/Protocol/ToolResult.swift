import JSON
import Text

/// The result of a tool call.
struct ToolResult: Sendable {
  /// Most bytes of what a model reads of a result, an error or a notification.
  static let bytesMax = 24_576
  /// Most bytes of a sentence in a result, which may need twice as many in JSON, and of an error.
  static let sentenceBytesMax = 1_500
  static let errorBytesMax = 4_096

  /// As JSON; nil where there is nothing but words.
  var structure: [UInt8]?
  /// Text for people and models, if there is no structure.
  var text = ""
  /// The file that was written.
  var file: FileOrder?

  /// The result of `tools/call` in a revision's words.
  func json(_ revision: Revision, server: JSONValue) -> [UInt8] {
    var words = structure.map { String(decoding: $0, as: UTF8.self) } ?? text
    if let file, !revision.hasStructure { words += "\n\(file.path)" }
    return JSONWriter.object(reservingCapacity: 2 * words.utf8.count + 256) { writer in
      if revision.isStateless {
        writer.member("resultType", "complete")
        writer.member("_meta", .object([RequestEnvelope.serverName: server]))
      }
      writer.array("content") { writer in
        writer.value(["type": "text", "text": .string(words)])
        if let file, revision.hasStructure { writer.value(ToolResult.link(to: file)) }
      }
      if let structure, revision.hasStructure {
        writer.raw("structuredContent", structure)
      }
      writer.member("isError", structure == nil)
    }
  }

  private static func link(to file: FileOrder) -> JSONValue {
    let names = file.path.split(separator: "/", omittingEmptySubsequences: false)
    let path = names.map { PercentCoding.encode(String($0)) }.joined(separator: "/")
    return [
      "type": "resource_link", "uri": .string("file://" + path), "name": .string(file.name),
      "mimeType": .string(file.kind.mimeType),
    ]
  }
}
