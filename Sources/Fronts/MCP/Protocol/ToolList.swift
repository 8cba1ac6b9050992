import JSON

/// The tools as `tools/list` describes them.
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
    guard let document = try? JSONDocument(Array(text.utf8)) else {
      preconditionFailure("the list of tools is no JSON")
    }
    return document.value(document.root).arrayValue?.compactMap(\.objectValue) ?? []
  }()

  private static let text = #"""
    [
      {"name": "page",
       "description": "Items of a paged HTTP API (JSON). Repeat with the cursor in next until next is null; only complete: true means that nothing is missing. For many items use fetch.",
       "inputSchema": {"type": "object", "properties": {
         "url": {"type": "string", "description": "The list's URL"},
         "cursor": {"type": "string", "description": "next of an earlier result, in place of url"},
         "profile": {"type": "string", "description": "A known API, such as github; without it the paging is detected"},
         "parameters": {"type": "object", "description": "Query parameters"},
         "fields": {"type": "array", "items": {"type": "string"}, "description": "Key paths to keep, such as user.login"},
         "max_items": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 50}},
         "additionalProperties": false},
       "outputSchema": {"type": "object", "properties": {
         "items": {"type": "array"}, "returned": {"type": "integer"},
         "total": {"type": ["integer", "null"]}, "next": {"type": ["string", "null"]},
         "complete": {"type": "boolean"}, "why": {"type": "string"}},
         "required": ["items", "returned", "total", "next", "complete", "why"]},
       "annotations": {"readOnlyHint": true, "openWorldHint": true}},
      {"name": "fetch",
       "description": "Write all items of a paged HTTP API to a file, and say whether they are complete. Returns counts, columns and the first items.",
       "inputSchema": {"type": "object", "properties": {
         "url": {"type": "string"}, "cursor": {"type": "string"}, "profile": {"type": "string"},
         "parameters": {"type": "object"},
         "fields": {"type": "array", "items": {"type": "string"}},
         "max_items": {"type": "integer", "minimum": 1},
         "to": {"type": "string", "description": "A file: x.ndjson, x.csv or x.sqlite"},
         "table": {"type": "string", "description": "Of x.sqlite; items unless given"},
         "identity": {"type": "array", "items": {"type": "string"}, "description": "Key paths that identify an item"},
         "each": {"type": "array", "description": "Values: one list for each, with {item} or {item.KEYPATH} in url or parameters; its items have the value as _item"}},
         "required": ["to"], "additionalProperties": false},
       "outputSchema": {"type": "object", "properties": {
         "verdict": {"enum": ["complete", "capped", "suspect", "partial", "failed"]},
         "items": {"type": "integer"}, "pages": {"type": "integer"},
         "duplicates": {"type": "integer"}, "columns": {"type": "array", "items": {"type": "string"}},
         "first": {"type": "array"}, "why": {"type": "string"}, "proof": {"type": "string"}},
         "required": ["verdict", "items", "pages", "duplicates", "columns", "first", "why"]},
       "annotations": {"readOnlyHint": false, "destructiveHint": false, "openWorldHint": true}},
      {"name": "detect",
       "description": "Find out how an HTTP API pages. page and fetch of the result are arguments for these tools.",
       "inputSchema": {"type": "object", "properties": {"url": {"type": "string"}},
         "required": ["url"], "additionalProperties": false},
       "outputSchema": {"type": "object", "properties": {
         "strategy": {"type": ["string", "null"]}, "confirmed": {"type": "boolean"},
         "why": {"type": "string"}, "page": {"type": "object"}, "fetch": {"type": "object"}},
         "required": ["strategy", "confirmed", "why", "page", "fetch"]},
       "annotations": {"readOnlyHint": true, "openWorldHint": true}}
    ]
    """#
}
