import JSON

/// What a tool has come to.
struct ToolResult: Sendable {
  /// As JSON; nil where there is nothing but words.
  var structure: [UInt8]?
  /// For people and models, where there is no structure, or the call failed.
  var text = ""
  var isError = false
  /// The file that was written.
  var file: FileLink?

  /// A file as a client may open it.
  struct FileLink: Sendable {
    let path: String
    let name: String
    let mimeType: String
  }

  /// A sentence that says what to do.
  static func failure(_ sentence: String) -> ToolResult {
    ToolResult(text: PlainText.escaped(sentence), isError: true)
  }

  /// The result of `tools/call` in a revision's words.
  func json(_ revision: Revision, server: JSONValue) -> [UInt8] {
    var words = structure.map { String(decoding: $0, as: UTF8.self) } ?? text
    if let file, !revision.hasStructure { words += "\n\(file.path)" }
    var writer = JSONWriter(reservingCapacity: 2 * words.utf8.count + 256)
    writer.beginObject()
    if revision.isStateless {
      writer.member("resultType", "complete")
      writer.key("_meta")
      writer.value(.object([RequestEnvelope.serverName: server]))
    }
    writer.key("content")
    writer.beginArray()
    writer.value(["type": "text", "text": .string(words)])
    if let file, revision.hasStructure { writer.value(file.json) }
    writer.endArray()
    if let structure, revision.hasStructure {
      writer.key("structuredContent")
      writer.raw(structure)
    }
    writer.member("isError", isError)
    writer.endObject()
    return writer.bytes
  }
}

extension ToolResult.FileLink {
  fileprivate var json: JSONValue {
    [
      "type": "resource_link", "uri": .string("file://" + PlainText.percentEncoded(path)),
      "name": .string(name), "mimeType": .string(mimeType),
    ]
  }
}
