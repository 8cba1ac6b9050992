import Recording
import System

extension Tape.End {
  /// What standard error is told when recording ends before the program does.
  func sentence(path: String) -> String {
    let reason =
      switch self {
      case .full(let bytesMax): "it would be over \(bytesMax) bytes"
      case .failed(let error): "it cannot be written: \(error.reason)"
      }
    return "paginator: no more is recorded in \(path): \(reason); what came before is there"
  }
}
