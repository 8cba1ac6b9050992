#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The executable: chooses the command.
@main
enum Main {
  static let version = "0.1.0"

  static func main() {
    signal(SIGPIPE, SIG_IGN)
    var words = CommandLine.arguments.dropFirst()
    let command = words.first
    do throws(Arguments.UsageError) {
      switch command {
      case "demo":
        words.removeFirst()
        exit(try Demo.run(words))
      case "sample-api":
        words.removeFirst()
        exit(try SampleCommand.run(words))
      case "fetch":
        words.removeFirst()
        exit(try Fetch.run(words))
      case "detect":
        words.removeFirst()
        exit(try DetectCommand.run(words))
      case "profiles":
        words.removeFirst()
        exit(try ProfilesCommand.run(words))
      case "--version":
        print("paginator \(version)")
      case "--help", "-h", "help":
        print(Help.text, terminator: "")
      default:
        exit(try Serve.run(words))
      }
    } catch {
      let subject = command == "fetch" || command == "detect" ? " \(command ?? "")" : ""
      Terminal.complain(
        "paginator: \(error.message) (paginator\(subject) --help tells what there is)")
      exit(ExitCode.usage)
    }
  }
}

/// The process's exit codes.
enum ExitCode {
  static let success: Int32 = 0
  static let failure: Int32 = 1
  static let usage: Int32 = 2
}
