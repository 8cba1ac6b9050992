/// The limits of a recording.
package enum RecordingLimits {
  /// Bytes of a file: recording stops there, and a longer one is not replayed.
  package static let fileBytesMax = 500 << 20
  /// Exchanges in a file that is replayed.
  package static let entriesMax = 1_000_000
}
