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
    let tools = JSONValue(json: Array(UnsafeBufferPointer(start: bytes, count: count)))?.arrayValue
    guard let tools else { preconditionFailure("mcp.json is not a JSON array") }
    return tools.compactMap(\.objectValue)
  }()
}
