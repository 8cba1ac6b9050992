internal import JSON

/// The texts of the messages that the server sends.
enum OutgoingMessage {
  /// The id of a response to something that has none.
  static let noID = Array("null".utf8)

  /// `{"jsonrpc":"2.0","id":1,"result":...}`, or with `error`.
  static func response(_ outcome: Result<JSONFragments, RPCError>, id: [UInt8]) -> JSONFragments {
    let (key, value) =
      switch outcome {
      case .success(let result): (resultKey, result)
      case .failure(let error): (errorKey, JSONFragments(error.text))
      }
    var message = JSONFragments(start + id + key)
    message.append(value)
    message.append(end)
    return message
  }

  /// `{"jsonrpc":"2.0","method":"a","params":...}`, with an id for a request.
  static func call(_ method: String, _ params: JSONFragments, id: Int? = nil) -> JSONFragments {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("jsonrpc", "2.0")
    if let id { writer.member("id", id) }
    writer.member("method", method)
    writer.key("params")
    var message = JSONFragments(writer.bytes)
    message.append(params)
    message.append(end)
    return message
  }

  private static let start = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
  private static let resultKey = Array(#","result":"#.utf8)
  private static let errorKey = Array(#","error":"#.utf8)
  private static let end = Array("}".utf8)
}
