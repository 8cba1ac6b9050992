internal import JSON

/// The table of contents at `/`.
enum IndexEndpoint {
  /// `{"name": ..., "endpoints": [{"path": "/page", "text": ..., "methods": [...]}],
  /// "parameters": {...}, "faults": {...}}`
  static func index() -> Response {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("name", "Paginator sample API")
    writer.key("endpoints")
    writer.beginArray()
    for endpoint in SampleEndpoints.all {
      writer.beginObject()
      writer.member("path", endpoint.path)
      writer.member("text", endpoint.text)
      writer.member("methods", endpoint.allowedMethods)
      writer.endObject()
    }
    writer.beginObject()
    writer.member("path", TokenEndpoint.path)
    writer.member("text", TokenEndpoint.text)
    writer.member("methods", "POST")
    writer.endObject()
    writer.endArray()
    writer.key("parameters")
    writer.beginObject()
    for option in SampleEndpoints.options {
      writer.key(option.name)
      writer.string(option.text)
    }
    writer.endObject()
    writer.key("faults")
    writer.beginObject()
    writer.key("500")
    writer.string("any status from 200 to 599")
    for fault in SampleFault.all {
      writer.key(fault.name.rawValue)
      writer.string(fault.text)
    }
    writer.endObject()
    writer.endObject()
    return .json(PrettyJSON.text(writer.bytes))
  }
}

extension SampleEndpoint {
  /// As in an Allow field.
  var allowedMethods: String {
    isPostOnly ? "POST" : "GET, HEAD, POST"
  }
}
