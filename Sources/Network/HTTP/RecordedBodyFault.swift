/// The reason why the body of a recorded response cannot be used.
package enum RecordedBodyFault: Sendable, Hashable {
  /// `size`: what `content.size` says; nil where it says nothing.
  case missing(size: Int?)
  /// This many bytes are there of those that `content.size` says.
  case cut(bytes: Int, size: Int)
  /// A list of chunks that no one has decompressed, as Polly.JS writes them.
  case compressed
  /// `content.encoding` says Base64, but the text is something else.
  case notBase64
  /// `content._file` is more than the name of a file next to the recording.
  case foreignFile(name: String)
  /// There is no such regular file next to the recording.
  case noFile(name: String)
}
