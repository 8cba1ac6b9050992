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
    var head: [UInt8] = []
    let isShort = value.byteCount < OutgoingBytes.spliceBytesMin
    head.reserveCapacity(start.count + id.count + key.count + 1 + (isShort ? value.byteCount : 0))
    head += start
    head += id
    head += key
    return wrap(head, value)
  }

  /// `{"jsonrpc":"2.0","method":"a","params":...}`, with an id for a request.
  static func call(_ method: String, _ params: JSONFragments, id: Int? = nil) -> JSONFragments {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("jsonrpc", "2.0")
    if let id { writer.member("id", id) }
    writer.member("method", method)
    writer.key("params")
    return wrap(writer.bytes, params)
  }

  /// The head, the value and a closing brace; as one piece where the value is short.
  private static func wrap(_ head: [UInt8], _ value: JSONFragments) -> JSONFragments {
    guard value.byteCount >= OutgoingBytes.spliceBytesMin else {
      var text = head
      text += value.joined()
      text.append(0x7D)
      return JSONFragments(text)
    }
    var message = JSONFragments(head)
    message.append(value)
    message.append([0x7D])
    return message
  }

  private static let start = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
  private static let resultKey = Array(#","result":"#.utf8)
  private static let errorKey = Array(#","error":"#.utf8)
}
