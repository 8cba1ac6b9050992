import System

/// What this program does when it has started itself as a child.
enum ChildTask {
  static let option = "--child"

  /// The command line of a child.
  static func words(_ task: String, _ arguments: String...) -> [String] {
    [Process.executablePath, option, task] + arguments
  }

  static func run(_ words: ArraySlice<String>) throws(BenchmarkError) {
    let arguments = Array(words)
    guard arguments.count == 2 else { throw .usage("\(option) is for this program itself") }
    switch arguments[0] {
    case EchoServer.task: EchoServer.run(answerBytes: Int(arguments[1]) ?? 0)
    case CountingAPI.task: try CountingAPI.run(itemCount: Int(arguments[1]) ?? 0)
    default: throw .usage("there is no task \(arguments[0])")
    }
  }
}
