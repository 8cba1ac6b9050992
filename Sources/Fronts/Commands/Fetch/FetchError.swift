import JSON
import Pagination
import Sessions
import Store
import System
import Wire

/// The reason why `paginator fetch` ends before the end of the walk. The words are made in
/// `Sentences`.
enum FetchError: Error {
  /// A file cannot be opened, read or written.
  case file(path: String, Problem, SystemError)
  /// Standard output takes nothing any more.
  case output(SystemError)
  /// Whoever read standard output has gone.
  case readerGone
  /// SIGINT, SIGTERM or SIGHUP came.
  case interrupted
  /// The resume file cannot be used.
  case resume(path: String, ResumeProblem)
  /// Another process writes the same output.
  case outputInUse(path: String)
  /// The session refused or failed.
  case session(SessionError, page: Int?)
  /// The file that the values of --each come from cannot be read.
  case valuesUnreadable(path: String, SystemError)
  /// The rows that they come from cannot be read.
  case values(path: String, StoreError)
  /// A page cannot be stored.
  case store(path: String, StoreError)
  /// A stored run cannot be continued.
  case storedRunRejected(path: String, run: Int, reason: String)
  /// The rows of a page would take far more than the page.
  case tooSparse(OutputFormat, ItemWriter.TooSparse)
  /// A bookmark has no value where one is needed.
  case usage(UsageError)

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
    case .usage: kind = "usage"
    }
    return EndReason(.failed, page: nil).json(error: kind)
  }

  /// The operation that failed on a file.
  enum Problem {
    case read, written
  }

  /// The reason why a resume file cannot be used.
  enum ResumeProblem: Error {
    /// It is cut, or was never one.
    case damaged
    case otherVersion
    case otherFormat(String)
    /// It was written with `--output`, and is used without it, or the other way round.
    case otherKindOfOutput
    /// The output does not hold what was written before.
    case outputChanged(path: String)
    case tooLarge(maximum: Int)
    /// The checkpoint in it belongs to another request.
    case otherRequest(reason: String)
  }
}
