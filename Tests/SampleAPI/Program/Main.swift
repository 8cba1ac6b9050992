import SampleAPI
import System

/// The sample API as a program: prints its URL, and serves until it is interrupted.
@main
enum Main {
  static func main() {
    do throws(Failure) {
      let words = CommandLine.arguments.dropFirst()
      if words.contains("--help") { return try say(Descriptor.standardOutput, help) }
      let server = try server(options(words))
      try say(Descriptor.standardOutput, "\(server.url)\n")
      withExtendedLifetime(server) { Signals.waitForEnd() }
    } catch {
      try? say(Descriptor.standardError, "sample-api: \(error.text)\n")
      Process.exit(2)
    }
  }

  /// The reason why it cannot serve.
  private struct Failure: Error {
    let text: String
  }

  private static func options(_ words: ArraySlice<String>) throws(Failure) -> SampleOptions {
    var options = SampleOptions()
    options.logsRequests = false
    var words = words
    while let word = words.popFirst() {
      guard let number = words.popFirst().flatMap({ Int($0) }) else {
        throw Failure(text: "\(word) needs a number; --help lists the options")
      }
      switch word {
      case "--port" where (0...65_535).contains(number): options.port = number
      case "--items": options.itemCount = number
      case "--latency": options.latencyMilliseconds = number
      default: throw Failure(text: "there is no option \(word) \(number); --help lists them")
      }
    }
    return options
  }

  private static func server(_ options: SampleOptions) throws(Failure) -> SampleServer {
    do throws(SystemError) {
      return try SampleServer(options)
    } catch {
      throw Failure(text: "port \(options.port): \(error.reason)")
    }
  }

  private static func say(_ descriptor: Int32, _ text: String) throws(Failure) {
    do {
      try Descriptor.writeAll(descriptor, text)
    } catch {
      throw Failure(text: error.reason)
    }
  }

  /// The options, and all that the API offers.
  private static var help: String {
    var text = """
      Usage: sample-api [--port N] [--items N] [--latency MS]

        --port N      loopback port (default: any free one)
        --items N     how many items there are (default: 250)
        --latency MS  milliseconds to wait before each response

      Endpoints:

      """
    for endpoint in SampleEndpoints.all {
      text += "  \(endpoint.path): \(endpoint.text)\n"
    }
    text += "  \(TokenEndpoint.path) (POST): \(TokenEndpoint.text)\n"
    text += "\nQuery parameters of every endpoint:\n"
    for (name, line) in SampleEndpoints.options { text += "  \(name): \(line)\n" }
    text += "\nFaults (fault=NAME@N: at the N-th request of a session):\n"
    for fault in SampleFault.allCases { text += "  \(fault.rawValue): \(fault.text)\n" }
    return text
  }
}
