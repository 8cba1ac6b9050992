/// The reason why a file cannot be recorded to or replayed. The words are made in `Commands`.
package enum RecordingError: Error, Sendable, Hashable {
  /// There is a file of that name, which is kept.
  case taken(path: String)
  /// The system does not let the file be made or written; in its words.
  case unwritable(path: String, reason: String)
  /// The system does not allow the file to be read, or the file does not exist; in the system's
  /// words.
  case unreadable(path: String, reason: String)
  /// A folder, a pipe, a device.
  case notRegular(path: String)
  /// The name of the compression: `gzip`, `zip`.
  case compressed(path: String, format: String)
  /// No JSON: where it ends to be some, in bytes.
  case notJSON(path: String, offset: Int)
  /// JSON that is not a HAR file: the member that is missing or wrong, such as `log.entries`.
  case notHAR(path: String, member: String)
  case tooLarge(path: String, bytesMax: Int)
  case tooManyEntries(path: String, maximum: Int)
}
