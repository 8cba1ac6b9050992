import Pagination

/// The process's exit codes.
enum ExitCode {
  static let success: Int32 = 0
  static let failure: Int32 = 1
  static let usage: Int32 = 2
  static let capped: Int32 = 3
  static let suspect: Int32 = 4
  static let partial: Int32 = 5
  static let interrupted: Int32 = 130
  /// As if SIGPIPE had ended the process.
  static let readerGone: Int32 = 141

  static func of(_ verdict: Verdict) -> Int32 {
    switch verdict {
    case .complete: success
    case .capped: capped
    case .suspect: suspect
    case .partial: partial
    case .failed: failure
    }
  }
}
