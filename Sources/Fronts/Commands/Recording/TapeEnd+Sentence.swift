import Recording
import System

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
