import HTTP
import RPC
import Server
import Sessions

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `paginator`: serves JSON-RPC on standard input and output.
enum Serve {
  /// What the command line asks for.
  private struct Options {
    var framing: RPCFraming?
    var logLevel = Log.Level.warning
    var logFile: String?
    var clientProcessID: Int?
    var limits = RPCLimits()
  }

  static func run(_ words: ArraySlice<String>) throws(Arguments.UsageError) -> Int32 {
    let options = try options(words)
    let log = try log(options)
    let output = protectStandardOutput()
    let connection = RPCConnection(
      input: STDIN_FILENO, output: output, framing: options.framing, limits: options.limits)
    if let id = options.clientProcessID { connection.watchParent(pid: Int32(clamping: id)) }
    let client = CurlClient(userAgent: "paginator/\(Main.version)")
    let server = PaginatorServer(
      connection: connection, version: Main.version,
      store: SessionStore(sessionsMax: PaginatorServer.paginatorsMax), log: log,
      warmUp: { client.warmUp() },
      makeEnvironment: { host in
        SessionEnvironment(
          client: client, scheduler: SystemScheduler(),
          random: { Double.random(in: 0..<1) }, host: host)
      })
    return connection.run(server)
  }

  /// The descriptor that answers go to; from now on, descriptor 1 is standard error, so that a
  /// stray print cannot spoil the stream.
  private static func protectStandardOutput() -> Int32 {
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard output >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return STDOUT_FILENO }
    return output
  }

  private static func options(_ words: ArraySlice<String>) throws(Arguments.UsageError) -> Options {
    var arguments = Arguments(words)
    var options = Options()
    while let (name, value) = arguments.next() {
      switch name {
      case "--stdio": break
      case "--framing":
        switch try arguments.value(of: name, value) {
        case "headers": options.framing = .headers
        case "lines": options.framing = .lines
        default: throw Arguments.UsageError(message: "--framing needs headers or lines")
        }
      case "--log-level":
        guard let level = Log.Level(rawValue: try arguments.value(of: name, value)) else {
          let levels = Log.Level.allCases.map(\.rawValue).joined(separator: ", ")
          throw Arguments.UsageError(message: "--log-level needs one of \(levels)")
        }
        options.logLevel = level
      case "--log-file": options.logFile = try arguments.value(of: name, value)
      case "--clientProcessId":
        options.clientProcessID = try arguments.integer(of: name, value, in: 1...Int(Int32.max))
      case "--message-bytes-max":
        options.limits.messageBytesMax = try arguments.integer(
          of: name, value, in: 1_024...2_147_483_647)
      default: throw Arguments.unknown(name)
      }
    }
    return options
  }

  private static func log(_ options: Options) throws(Arguments.UsageError) -> Log {
    guard let file = options.logFile else {
      return Log(level: options.logLevel, descriptor: STDERR_FILENO)
    }
    let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Arguments.UsageError(message: "the log file \(file) cannot be written")
    }
    return Log(level: options.logLevel, descriptor: descriptor)
  }
}
