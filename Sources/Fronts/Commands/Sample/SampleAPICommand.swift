import DemoAPI
import System

extension Option {
  fileprivate static let port = Option(
    "port", "N", .integer(0...65_535), "Loopback port (default: any free one)")
  fileprivate static let itemCount = Option(
    "items", "N", .integer(0...DemoServer.itemsMax), "How many items there are (default: 250)")
  fileprivate static let latency = Option(
    "latency", "MS", .integer(0...DemoServer.latencyMillisecondsMax),
    "Milliseconds to wait before each response")
}

extension Command {
  /// `paginator sample-api`: serves the sample API until it is interrupted.
  static let sampleAPI = Command(
    name: "sample-api",
    summary: "Serve the sample API on a loopback port",
    groups: [OptionGroup("Options", [.port, .itemCount, .latency])],
    appendix: { DemoList.contents }
  ) { arguments throws(UsageError) in
    let server = try DemoServer.started(
      port: arguments.integer(.port) ?? 0, itemCount: arguments.integer(.itemCount) ?? 250,
      latencyMilliseconds: arguments.integer(.latency) ?? 0)
    Terminal.show("\(server.url)\n")
    Terminal.complain("The sample API runs until you press Ctrl-C; its root lists what it has.")
    Signals.waitForEnd()
  }
}

extension DemoServer {
  /// A server that takes requests; port 0: at any free one.
  static func started(
    port: Int = 0, itemCount: Int, latencyMilliseconds: Int = 0
  ) throws(UsageError) -> DemoServer {
    do throws(SystemError) {
      return try DemoServer(
        port: port, itemCount: itemCount, latencyMilliseconds: latencyMilliseconds)
    } catch {
      throw UsageError("port \(port) cannot be used: \(error.reason)")
    }
  }
}
