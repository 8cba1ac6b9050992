import Recording
import System

extension RecordingError {
  /// Says what is wrong and what to do, in one sentence without its full stop.
  var sentence: String {
    switch self {
    case .taken(let path):
      "the recording \(path) exists and is kept; choose another name, or use --record-over"
    case .unwritable(let path, let reason): "the recording \(path) cannot be written: \(reason)"
    case .unreadable(let path, let reason): "the recording \(path) cannot be read: \(reason)"
    case .notRegular(let path): "the recording \(path) is not a regular file"
    case .compressed(let path, let format):
      "the recording \(path) is compressed with \(format); decompress it first"
    case .notJSON(let path, let offset): "the recording \(path) is not JSON, at byte \(offset)"
    case .notHAR(let path, let member): "the recording \(path) is not a HAR: it has no \(member)"
    case .tooLarge(let path, let maximum): "the recording \(path) is over \(maximum) bytes"
    case .tooManyEntries(let path, let maximum):
      "the recording \(path) has more than \(maximum) entries"
    }
  }
}

extension UsageError {
  static func recording(_ error: RecordingError) -> UsageError { UsageError(error.sentence) }
}

extension HARWriter.End {
  /// The line on standard error when recording ends before the program does.
  func sentence(path: String) -> String {
    let reason =
      switch self {
      case .full(let bytesMax): "it would be over \(bytesMax) bytes"
      case .failed(let error): "it cannot be written: \(error.reason)"
      }
    return "paginator: recording to \(path) has ended: \(reason); earlier entries are kept"
  }
}

extension Replayer.Facts {
  /// Says what the recording lacks; nil if nothing.
  var loss: String? {
    switch tear {
    case nil: nil
    case .entry: "the last entry of \(path) is incomplete, and is omitted"
    case .end:
      "\(path) ends after its last entry, which is complete; later entries are missing"
    }
  }
}
