import SampleAPI
import System
import Text

extension Option {
  fileprivate static let port = Option(
    "port", .integer("N", 0...65_535), "Loopback port (default: any free one)")
  fileprivate static let itemCount = Option(
    "items", .integer("N", 0...Int.max), "How many items there are (default: 250)")
  fileprivate static let latency = Option(
    "latency", .integer("MS", 0...Int.max), "Milliseconds to wait before each response")
}

extension Command {
  /// `paginator sample-api`: serves the sample API until it is interrupted.
  static let sampleAPI = Command(
    name: "sample-api",
    summary: "Serve the sample API on a loopback port",
    groups: [OptionGroup("Options", [.port, .itemCount, .latency])],
    appendix: { SampleAPICommand.contents }
  ) { arguments throws(UsageError) in try SampleAPICommand.run(arguments) }
}

/// Runs `paginator sample-api`.
enum SampleAPICommand {
  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    var options = SampleOptions()
    if let port = arguments.integer(.port) { options.port = port }
    if let count = arguments.integer(.itemCount) { options.itemCount = count }
    if let latency = arguments.integer(.latency) { options.latencyMilliseconds = latency }
    let server = try mapError({ UsageError(explain($0)) }, SampleServer(options))
    server.start()
    Terminal.write("\(server.url)\n")
    Terminal.complain("The sample API runs until you press Ctrl-C; its root lists what it has.")
    Signals.waitForEnd()
  }

  static func explain(_ error: SampleError) -> String {
    switch error {
    case .notLoopback(let host): "\(host) is not a loopback address"
    case .optionOutOfRange(let name, let value, let allowed):
      "\(name) is \(value), but must be from \(allowed.lowerBound) to \(allowed.upperBound)"
    case .couldNotBind(let port, let number):
      "port \(port) cannot be used: \(SystemError.reason(number))"
    case .systemCallFailed(let name, let number):
      "\(name) failed: \(SystemError.reason(number))"
    }
  }

  /// A list of everything the API offers.
  static var contents: String {
    var text = "Endpoints:\n"
    for endpoint in SampleEndpoints.all {
      text += "  \(endpoint.path)\(endpoint.isPostOnly ? " (POST)" : ""): \(endpoint.text)\n"
    }
    text += "  \(TokenEndpoint.path) (POST): \(TokenEndpoint.text)\n"
    text += "\nQuery parameters of every endpoint:\n"
    for (name, line) in SampleEndpoints.options { text += "  \(name): \(line)\n" }
    text += "\nFaults (fault=NAME@N: at the N-th request of a session):\n"
    for fault in SampleFault.allCases { text += "  \(fault.rawValue): \(fault.text)\n" }
    return text
  }
}
