internal import JSON

/// The table of contents at `/`.
enum IndexEndpoint {
  /// `{"name": ..., "endpoints": [{"path": "/page", "text": ..., "methods": [...]}],
  /// "parameters": {...}, "faults": {...}}`
  static func index() -> Response {
    let endpoints =
      SampleEndpoints.all.map { ($0.path, $0.text, $0.allowedMethods) }
      + [(TokenEndpoint.path, TokenEndpoint.text, "POST")]
    let faults =
      [("500", "any status from 200 to 599")] + SampleFault.allCases.map { ($0.rawValue, $0.text) }
    let index: JSONValue = [
      "name": "Paginator sample API",
      "endpoints": .array(
        endpoints.map { path, text, methods in
          ["path": .string(path), "text": .string(text), "methods": .string(methods)]
        }),
      "parameters": .object(
        JSONObject(SampleEndpoints.options.map { ($0.name, .string($0.text)) })),
      "faults": .object(JSONObject(faults.map { ($0, .string($1)) })),
    ]
    return .json(PrettyJSON.text(index))
  }
}
