import CResources
import JSON

/// The tools as `tools/list` describes them: `protocol/mcp.json`.
enum ToolList {
  /// The tools in a revision's words; always the same.
  static func tools(_ revision: Revision) -> JSONValue {
    .array(
      all.map { tool in
        var tool = tool
        if !revision.hasAnnotations { tool["annotations"] = nil }
        if !revision.hasStructure { tool["outputSchema"] = nil }
        return .object(tool)
      })
  }

  private static let all: [JSONObject] = {
    var count = 0
    let bytes = paginator_tools(&count)
    guard let document = try? JSONDocument(Array(UnsafeBufferPointer(start: bytes, count: count)))
    else { preconditionFailure("mcp.json is not JSON") }
    return document.value(document.root).arrayValue?.compactMap(\.objectValue) ?? []
  }()
}
