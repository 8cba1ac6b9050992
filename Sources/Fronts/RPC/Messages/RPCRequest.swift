package import JSON

/// A request or a notification as a handler sees it.
package struct RPCRequest: Sendable {
  /// The method's name, escapes resolved.
  package let method: String
  /// An object or a non-empty array; absent where it was missing, `null` or `[]`.
  package let params: JSONSlice
  /// The message that the params are a part of.
  package let document: JSONDocument
}

/// Handles requests; called on the reader's thread, in the order of arrival.
package protocol RPCHandler: AnyObject, Sendable {
  /// True when an array of messages is a batch; if false, it is refused as a whole.
  var takesBatches: Bool { get }
  /// True when the notification `$/cancelRequest` gives up a request.
  var takesCancelRequests: Bool { get }
  /// Answers the request, now or later from any thread.
  func handle(_ request: RPCRequest, _ reply: RPCReply)
  /// Takes note; nothing is ever answered.
  func handle(_ notification: RPCRequest)
  /// No message comes any more; what was accepted is still to be answered.
  func inputEnded()
}

extension RPCHandler {
  /// As JSON-RPC 2.0 has it.
  package var takesBatches: Bool { true }

  /// As in LSP.
  package var takesCancelRequests: Bool { true }

  /// Does nothing.
  package func inputEnded() {}
}
