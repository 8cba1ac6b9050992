internal import JSON

/// The table of contents at `/`.
enum IndexEndpoint {
  /// `{"name": ..., "endpoints": [{"path": "/page", "text": ..., "methods": [...]}],
  /// "parameters": {...}, "faults": {...}}`
  static func index() -> Response {
    let text = JSONWriter.object { writer in
      writer.member("name", "Paginator sample API")
      writer.array("endpoints") { writer in
        for endpoint in SampleEndpoints.all {
          writer.object { writer in
            writer.member("path", endpoint.path)
            writer.member("text", endpoint.text)
            writer.member("methods", endpoint.allowedMethods)
          }
        }
        writer.object { writer in
          writer.member("path", TokenEndpoint.path)
          writer.member("text", TokenEndpoint.text)
          writer.member("methods", "POST")
        }
      }
      writer.object("parameters") { writer in
        for option in SampleEndpoints.options {
          writer.key(option.name)
          writer.string(option.text)
        }
      }
      writer.object("faults") { writer in
        writer.key("500")
        writer.string("any status from 200 to 599")
        for fault in SampleFault.allCases {
          writer.key(fault.rawValue)
          writer.string(fault.text)
        }
      }
    }
    return .json(PrettyJSON.text(text))
  }
}

extension SampleEndpoint {
  /// As in an Allow field.
  var allowedMethods: String {
    isPostOnly ? "POST" : "GET, HEAD, POST"
  }
}
