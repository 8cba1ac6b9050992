import JSON
import Pagination
import Sessions

/// Why `paginator fetch` ends without having come to the end of the walk. The words are made in
/// `FetchWords`.
enum FetchError: Error {
  /// A file cannot be opened, read or written.
  case file(path: String, Problem, errno: Int32)
  /// Standard output takes nothing any more.
  case output(errno: Int32)
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

  /// The reason as the summary gives it.
  var reason: JSONValue {
    let kind: String
    switch self {
    case .interrupted, .readerGone:
      return EndReason(.cancelled, page: nil, evidence: JSONObject()).json
    case .file, .output: kind = "outputFailed"
    case .outputInUse: kind = "outputInUse"
    case .resume: kind = "resumeRejected"
    case .session(let error, _): kind = error.kind
    }
    return EndReason(.failed, page: nil, field: "error", value: .string(kind)).json
  }

  /// What could not be done with a file.
  enum Problem {
    case read, written
  }

  /// Why a resume file cannot be used.
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
