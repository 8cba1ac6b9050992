import SampleAPI

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `paginator sample-api`: serves the sample API until it is interrupted.
enum SampleCommand {
  static func run(_ words: ArraySlice<String>) throws(Arguments.UsageError) -> Int32 {
    var arguments = Arguments(words)
    var options = SampleOptions()
    while let (name, value) = arguments.next() {
      switch name {
      case "--port": options.port = try arguments.integer(of: name, value, in: 0...65_535)
      case "--items": options.itemCount = try arguments.integer(of: name, value, in: 0...Int.max)
      case "--latency":
        options.latencyMilliseconds = try arguments.integer(of: name, value, in: 0...Int.max)
      case "--help", "-h":
        print(help, terminator: "")
        return ExitCode.success
      default: throw Arguments.unknown(name)
      }
    }
    do throws(SampleError) {
      let server = try SampleServer(options)
      server.start()
      Terminal.write("\(server.url)\n", to: STDOUT_FILENO)
      Terminal.complain("The sample API runs until you press Ctrl-C; its root lists what it has.")
      while true { pause() }
    } catch {
      throw Arguments.UsageError(message: explain(error))
    }
  }

  static func explain(_ error: SampleError) -> String {
    switch error {
    case .notLoopback(let host): "\(host) is no loopback address"
    case .optionOutOfRange(let name, let value, let allowed):
      "\(name) is \(value), but must be from \(allowed.lowerBound) to \(allowed.upperBound)"
    case .couldNotBind(let port, let number):
      "port \(port) cannot be used: \(String(cString: strerror(number)))"
    case .systemCallFailed(let name, let number):
      "\(name) failed: \(String(cString: strerror(number)))"
    }
  }

  private static var help: String {
    var text = "paginator sample-api [--port N] [--items N] [--latency MS]\n\nEndpoints:\n"
    for endpoint in SampleEndpoints.all {
      text += "  \(endpoint.path)\(endpoint.isPostOnly ? " (POST)" : ""): \(endpoint.text)\n"
    }
    text += "\nQuery parameters of every endpoint:\n"
    for (name, line) in SampleEndpoints.options { text += "  \(name): \(line)\n" }
    text += "\nFaults (fault=NAME@N: at the N-th request of a session):\n"
    for fault in SampleFault.all { text += "  \(fault.name.rawValue): \(fault.text)\n" }
    return text
  }
}
