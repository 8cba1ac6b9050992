/// The reason why the body of a recorded response cannot be used.
package enum RecordedBodyFault: Sendable, Hashable {
  /// `size`: what `content.size` says; nil where it says nothing.
  case missing(size: Int?)
  /// This many bytes are there of those that `content.size` says.
  case cut(bytes: Int, size: Int)
  /// A list of chunks that are still compressed, as Polly.JS writes them.
  case compressed
  /// `content.encoding` says Base64, but the text is something else.
  case notBase64
  /// `content._file` is more than the name of a file next to the recording.
  case foreignFile(name: String)
  /// No such regular file exists next to the recording.
  case noFile(name: String)
}
