package import JSON
import Text

/// The error object of a response: `{"code": -32601, "message": "...", "data": {"kind": ...}}`.
package struct RPCError: Error, Sendable, Equatable {
  /// The number that JSON-RPC, LSP or the application gives the problem.
  package var code: Int
  /// One plain sentence that says what to do next.
  package var message: String
  /// JSON text of an object, in the server's errors with `kind` and `retryable`; nil if a client's
  /// response has none.
  package var data: [UInt8]?

  /// An error with the given parts.
  package init(code: Int, message: String, data: [UInt8]?) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// A non-retryable error; `more` adds members to `data`.
  package init(
    code: Int, kind: String, _ message: String, more: (inout JSONWriter) -> Void = { _ in }
  ) {
    let data = JSONWriter.object(reservingCapacity: 64) { writer in
      writer.member("kind", kind)
      writer.member("retryable", false)
      more(&writer)
    }
    self.init(code: code, message: message, data: data)
  }

  /// The JSON text of the object.
  package var text: [UInt8] {
    JSONWriter.object(reservingCapacity: 64 + message.utf8.count + (data?.count ?? 0)) { writer in
      writer.member("code", code)
      writer.member("message", message)
      if let data { writer.raw("data", data) }
    }
  }

  // MARK: The errors of the protocol itself

  /// A text that is not JSON; the offset is that of its first wrong byte, its length where it is
  /// cut.
  package static func parseError(offset: Int) -> RPCError {
    RPCError(
      code: -32700, kind: "parseError",
      "Send a JSON text in UTF-8: this one is invalid from byte \(offset) on."
    ) { $0.member("offset", offset) }
  }

  /// Bytes that are no message in headers framing, or a wrong length.
  package static let framing = RPCError(
    code: -32700, kind: "framing",
    "Send \"Content-Length: \", the number of bytes of the JSON text, an empty line and the text.")

  /// Input that ended inside a message or a header.
  package static let truncated = RPCError(
    code: -32700, kind: "framing", "Send the whole message before you close the input.")

  /// A JSON text that is not a message; `advice` says what to send.
  package static func invalidRequest(_ advice: String) -> RPCError {
    RPCError(code: -32600, kind: "invalidRequest", advice)
  }

  /// A message over the limit, or a batch whose response would be.
  package static func messageTooLarge(maximum: Int) -> RPCError {
    RPCError(
      code: -32600, kind: "messageTooLarge",
      "Send less at once: neither a message nor the answer to a batch may have more than "
        + "\(maximum) bytes."
    ) { $0.member("maximum", maximum) }
  }

  /// A message nested deeper than the limit.
  package static func tooDeep(maximum: Int) -> RPCError {
    RPCError(
      code: -32600, kind: "tooDeep",
      "Nest objects and arrays at most \(maximum) levels deep."
    ) { $0.member("maximum", maximum) }
  }

  /// A request with an unknown method; `nearest`: the one that was probably meant.
  package static func methodNotFound(_ method: String, nearest: String? = nil) -> RPCError {
    RPCError(
      code: -32601, kind: "methodNotFound",
      "Unknown method \"\(excerpt(method))\"."
        + (nearest.map { " Did you mean \"\($0)\"?" } ?? ""))
  }

  /// Params that a method does not accept; `path` leads from them to what is wrong.
  package static func invalidParams(path: String, _ message: String) -> RPCError {
    RPCError(code: -32602, kind: "invalidParams", message) { $0.member("path", path) }
  }

  /// A request that was given up by the server without a response.
  package static let internalError = RPCError(
    code: -32603, kind: "internalError",
    "Report this: the server lost the request without an answer.")

  /// A request that `$/cancelRequest` has named.
  package static let requestCancelled = RPCError(
    code: -32800, kind: "requestCancelled", "The request was cancelled as you asked.")

  /// A request to the client after it has closed the input: no response can come.
  package static let inputEnded = RPCError(
    code: -32603, kind: "inputEnded", "Keep the input open until the answers have been sent.")

  /// The beginning of a text from outside, on one line.
  private static func excerpt(_ text: String) -> String {
    ShownText.harmless(String(text.unicodeScalars.prefix(excerptCharactersMax)))
  }

  private static let excerptCharactersMax = 100
}
