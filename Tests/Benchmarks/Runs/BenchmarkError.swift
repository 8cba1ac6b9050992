import System

/// Why there is no measurement.
enum BenchmarkError: Error {
  case usage(String)
  /// No server: neither beside this program nor named by PAGINATOR.
  case serverMissing(path: String)
  case system(String, SystemError)
  /// A child closed its output before it had answered.
  case childEnded(program: String)
  case childFailed(program: String, status: Int32)
  /// A child ran for longer than it may.
  case childTooSlow(program: String, secondsMax: Int)
  /// An answer that is not what was asked for, and so no measurement.
  case unexpectedAnswer(to: String, String)
  /// Both sides were to make the same of an input, and did not.
  case answersDiffer(task: String)

  /// The error as one sentence.
  var explanation: String {
    switch self {
    case .usage(let text): "\(text) (--help tells what there is)"
    case .serverMissing(let path):
      "there is no server at \(path): build it with swift build -c release, or set PAGINATOR"
    case .system(let name, let error): "\(name) failed: \(error.reason)"
    case .childEnded(let program): "\(program) ended in the middle"
    case .childFailed(let program, let status): "\(program) ended with status \(status)"
    case .childTooSlow(let program, let seconds): "\(program) took more than \(seconds) s"
    case .unexpectedAnswer(let method, let text): "\(method) was answered by \(text)"
    case .answersDiffer(let task): "the two sides of \(task) do not give the same"
    }
  }

  /// What a call of the system returns; its failure is that of a measurement.
  static func calling<Value>(
    _ name: String, _ body: () throws(SystemError) -> Value
  ) throws(BenchmarkError) -> Value {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .system(name, error)
    }
  }
}
