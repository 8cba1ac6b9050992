package import Sessions
package import System

/// The reason why pages cannot be fetched into a sink, or no more of them. Its words are made by
/// those who report it.
package enum FetchError: Error {
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
  /// The rows of a page would take far more than the page, as they have so few of the columns.
  case tooSparse(format: String, columns: Int, bytesMax: Int)
  /// The command line cannot be used; the sentence says why.
  case commandLine(String)

  /// The operation that failed on a file.
  package enum Problem: Sendable {
    case read, written
  }

  /// The reason why a resume file cannot be used.
  package enum ResumeProblem: Error {
    /// It is cut, or was never one.
    case damaged
    case otherVersion
    case otherFormat(String)
    /// Another choice or mapping of the items' members is written now.
    case otherItems
    /// It was written with `--output`, and is used without it, or the other way round.
    case otherKindOfOutput
    /// The output does not hold what was written before.
    case outputChanged(path: String, hasBookmark: Bool = false)
    case tooLarge(maximum: Int)
    /// The checkpoint in it belongs to another request.
    case otherRequest(reason: String)
  }
}
