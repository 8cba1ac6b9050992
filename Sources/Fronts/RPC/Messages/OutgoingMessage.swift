internal import JSON

/// The texts of the messages that the server sends.
enum OutgoingMessage {
  /// The id of a response to something that has none.
  static let noID = Array("null".utf8)

  /// `{"jsonrpc":"2.0","id":1,"result":...}`, or with `error`.
  static func response(_ outcome: Result<JSONFragments, RPCError>, id: [UInt8]) -> JSONFragments {
    switch outcome {
    case .success(let result): message("result", result) { $0.raw("id", id) }
    case .failure(let error): message("error", JSONFragments(error.text)) { $0.raw("id", id) }
    }
  }

  /// `{"jsonrpc":"2.0","method":"a","params":...}`, with an id for a request.
  static func call(_ method: String, _ params: JSONFragments, id: Int? = nil) -> JSONFragments {
    message("params", params) { writer in
      if let id { writer.member("id", id) }
      writer.member("method", method)
    }
  }

  /// A message whose last member is spliced in, after those that `write` adds.
  private static func message(
    _ key: StaticString, _ value: JSONFragments, _ write: (inout JSONWriter) -> Void
  ) -> JSONFragments {
    var message = JSONFragments()
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("jsonrpc", "2.0")
    write(&writer)
    writer.key(key)
    writer.move(to: &message)
    message.append(value)
    writer.endObject()
    writer.move(to: &message)
    return message
  }
}
