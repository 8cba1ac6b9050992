import HTTP
import RPC
import Server
import Sessions
import System
import Text

extension Option {
  fileprivate static let stdio = Option("stdio", "The default; accepted because editors pass it")
  fileprivate static let framing = Option(
    "framing", "FRAMING", .choice(RPCFraming.allCases.map(\.rawValue)),
    "How messages are framed: headers or lines (default: decided by the first byte)")
  fileprivate static let logLevel = Option(
    "log-level", "LEVEL", .choice(Log.Level.allCases.map(\.rawValue)),
    "How much is logged: \(Log.Level.allCases.map(\.rawValue).joined(separator: ", ")) "
      + "(default: warning); info writes a line about each HTTP request")
  static let logFile = Option(
    "log-file", "FILE", .file, "Log to FILE instead of standard error")
  fileprivate static let clientProcessID = Option(
    "clientProcessId", "N", .integer(1...Int(Int32.max)), "End when process N has ended")
  fileprivate static let messageBytesMax = Option(
    "message-bytes-max", "N", .integer(1_024...2_147_483_647),
    "Largest message that is accepted, in bytes (default: 67108864)")
}

extension Command {
  /// `paginator serve`, and `paginator` without a command: serves JSON-RPC on standard input and
  /// output.
  static let serve = Command(
    name: "serve",
    summary: "Serve JSON-RPC on standard input and output; the default",
    groups: [
      OptionGroup(
        "Server",
        [.stdio, .framing, .logLevel, .logFile, .clientProcessID, .messageBytesMax, .profileFiles]),
      .recording,
    ],
    notes: [RecordingChoice.note],
    exits: [
      (0, "ended", "the input ended, or exit came after shutdown"),
      (
        1, "broken off",
        "the input ended inside a message, exit came without shutdown, or the reader or the "
          + "parent process is gone"
      ),
      (2, "usage", "the command line cannot be used"),
    ]
  ) { arguments throws(UsageError) in try Serve.run(arguments) }
}

/// Runs `paginator serve`.
private enum Serve {
  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    let log = try log(arguments)
    greet()
    // From now on descriptor 1 is standard error, so that a stray print cannot spoil the stream.
    let output = Descriptor.moveStandardOutput() ?? Descriptor.standardOutput
    var limits = Limits()
    if let bytes = arguments.integer(.messageBytesMax) { limits.messages.messageBytesMax = bytes }
    let connection = RPCConnection(
      input: Descriptor.standardInput, output: output,
      framing: arguments.text(.framing).flatMap(RPCFraming.init), limits: limits.messages)
    if let id = arguments.integer(.clientProcessID) {
      connection.watchParent(pid: Int32(clamping: id))
    }
    let userAgent = "paginator/\(Program.version)"
    let network = try Network(arguments, limits: limits.requests, userAgent: userAgent)
    try network.begin()
    defer { network.finish() }
    if let loss = network.loss { log.write(.warning, loss) }
    let isTraced = log.level == .info || log.level == .debug
    let client: any HTTPClient =
      isTraced
      ? TracingClient(client: network.client) { line in log.write(.info, line) }
      : network.client
    let server = PaginatorServer(
      connection: connection, version: Program.version,
      limits: limits, log: log,
      profiles: CommandProfiles.catalog(
        files: arguments.texts(.profileFiles),
        unsetVariable: try RecordingChoice(arguments).unsetVariable),
      warmUp: { network.warmUp() },
      makeEnvironment: { host in
        SessionEnvironment(
          client: client, userAgent: userAgent, scheduler: network.scheduler, host: host,
          limits: limits.sessions, through: network.through)
      })
    defer { server.finish() }
    return connection.run(server)
  }

  /// A person who starts the server by hand learns what it waits for.
  private static func greet() {
    guard Descriptor.isTerminal(Descriptor.standardInput), Descriptor.isTerminal(Terminal.errors)
    else {
      return
    }
    Terminal.complain(
      "paginator waits for JSON-RPC messages on standard input, one per line; editors start it like this."
    )
    Terminal.complain("Ctrl-D ends it. For people: paginator --help, or paginator demo.")
  }

  private static func log(_ arguments: Arguments) throws(UsageError) -> Log {
    let level = arguments.text(.logLevel).flatMap(Log.Level.init) ?? .warning
    guard let file = arguments.text(.logFile) else {
      return Log(level: level, descriptor: Terminal.errors)
    }
    let descriptor = try mapError(
      { (error: SystemError) in
        UsageError("the log file \(file) cannot be written: \(error.reason)")
      },
      File.open(file, for: .appending))
    return Log(level: level, descriptor: descriptor)
  }
}
