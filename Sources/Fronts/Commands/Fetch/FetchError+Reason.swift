import JSON
import Pagination
import Sessions
import Store
import Wire

extension FetchError {
  static func usage(_ error: UsageError) -> FetchError { .commandLine(error.message) }

  var exitCode: Int32 {
    switch self {
    case .interrupted: ExitCode.interrupted
    case .readerGone: ExitCode.readerGone
    default: ExitCode.failure
    }
  }

  /// The reason as the summary gives it.
  var reason: JSONValue {
    let kind: String
    switch self {
    case .interrupted, .readerGone:
      return EndReason(.cancelled, page: nil).json()
    case .file, .output: kind = "outputFailed"
    case .outputInUse: kind = "outputInUse"
    case .resume: kind = "resumeRejected"
    case .session(let error, _): kind = error.kind
    case .store(_, .engineUnavailable), .values(_, .engineUnavailable):
      kind = "engineUnavailable"
    case .values, .valuesUnreadable: kind = "valuesUnreadable"
    case .store: kind = "storeFailed"
    case .storedRunRejected: kind = "checkpointRejected"
    case .tooSparse: kind = "limitExceeded"
    case .commandLine: kind = "usage"
    }
    return EndReason(.failed, page: nil).json(error: kind)
  }
}
