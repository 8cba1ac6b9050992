internal import JSON

/// Limits on what a connection accepts, keeps and waits for.
package struct RPCLimits: Sendable {
  /// Most bytes of one message: a body or a line. More is refused without being kept; what is
  /// over `messageBytesCeiling` counts as that.
  package var messageBytesMax = 64 << 20
  /// Most bytes of a header block without the empty line that ends it.
  package var headerBytesMax = 64 << 10
  /// Most containers that may be open at once in a message.
  package var depthMax = 512
  /// Most messages in one batch.
  package var batchMessagesMax = 65_536
  /// The size of unanswered requests and unsent messages, in bytes, at which reading of input
  /// stops.
  package var backlogBytesMax = 8 << 20
  /// Bytes that an unanswered request adds to that backlog, besides its own.
  package var requestOverheadBytes = 512
  /// Longest wait, after the end of input, for the responses to what was accepted.
  package var drainSecondsMax = 60.0
  /// Seconds that a reader may take nothing before the rest is dropped at `exit`.
  package var stallSecondsMax = 0.5
  /// Time between two looks at whether a parent still lives.
  package var parentCheckSeconds = 0.5

  /// The largest `messageBytesMax`: a text and as much before it in one buffer can be addressed.
  package static let messageBytesCeiling = JSONDocument.bytesMax / 2

  /// The defaults.
  package init() {}
}
