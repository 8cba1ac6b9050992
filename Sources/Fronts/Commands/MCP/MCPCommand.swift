import HTTP
import MCP
import RPC
import Store
import System
import Text

extension Option {
  fileprivate static let directory = Option(
    "directory", "DIR", .file, "The directory that fetch writes to; without it, fetch is refused")
  fileprivate static let allowOrigin = Option(
    "allow-origin", "ORIGIN", .text, repeats: true,
    "An origin that may be on this machine or in a private network, such as "
      + "http://localhost:8080; links may lead to it, too")
  fileprivate static let fileItems = Option(
    "max-items", "N", .integer(1...Int.max), "The most items that fetch writes to a file")
  fileprivate static let fileBytes = Option(
    "max-bytes", "N", .integer(1...Int.max), "The most bytes of JSON that fetch reads for a file")
  fileprivate static let callSeconds = Option(
    "max-seconds", "N", .integer(1...3_600),
    "The most seconds that a call may take; many clients give up after 60")
  fileprivate static let innerPages = Option(
    "max-inner-pages", "N", .integer(1...Int.max),
    "The most pages that a call may request of lists within items (default: 1000)")
}

extension Command {
  /// `paginator mcp`: serves the Model Context Protocol on standard input and output.
  static let mcp = Command(
    name: "mcp",
    summary: "Serve the Model Context Protocol: pages of an API for agents",
    groups: [
      OptionGroup(
        "Server",
        [
          .directory, .allowOrigin, .profileFiles, .fileItems, .fileBytes, .callSeconds,
          .innerPages,
        ]),
      .recording,
    ],
    notes: [
      "The tools are page, fetch and detect. Requests go to public addresses, or to origins that "
        + "--allow-origin names. Credentials come only from profiles, and are sent only to the origin of the "
        + "profile's url.",
      RecordingChoice.note,
    ],
    exits: [
      (0, "ended", "the input ended"),
      (1, "broken off", "the reader of standard output is gone"),
      (2, "usage", "the command line cannot be used"),
    ],
    examples: [
      (
        "With files, and an API on this machine",
        "paginator mcp --directory ~/data --allow-origin http://localhost:8080"
      )
    ],
    appendix: { MCPService.clients }
  ) { arguments throws(UsageError) in try MCPService.run(arguments) }
}

/// Runs `paginator mcp`.
private enum MCPService {
  /// The seconds for which calls may continue once the input has ended: clients end the process
  /// after two seconds.
  static let drainSecondsMax = 1.0
  /// Messages are short: most bytes of one.
  static let messageBytesMax = 4 << 20

  static func run(_ arguments: Arguments) throws(UsageError) -> Int32 {
    let origins = try arguments.texts(.allowOrigin).map { text throws(UsageError) in
      try Origin(text).orThrow(
        UsageError(
          "--allow-origin needs an origin such as http://localhost:8080, not \"\(text)\""))
    }
    let folder = try arguments.text(.directory).map { path throws(UsageError) in
      try OutputFolder(path).orThrow(UsageError("--directory: there is no folder \(path)"))
    }
    var bounds = AgentBounds()
    bounds.itemsMax = arguments.integer(.fileItems) ?? bounds.itemsMax
    bounds.bytesMax = arguments.integer(.fileBytes) ?? bounds.bytesMax
    bounds.secondsMax = arguments.integer(.callSeconds) ?? bounds.secondsMax
    bounds.innerPagesMax = arguments.integer(.innerPages) ?? bounds.innerPagesMax
    let output = Descriptor.moveStandardOutput() ?? Descriptor.standardOutput
    var limits = RPCLimits()
    limits.drainSecondsMax = drainSecondsMax
    limits.messageBytesMax = messageBytesMax
    let connection = RPCConnection(
      input: Descriptor.standardInput, output: output, framing: .lines, limits: limits)
    let network = try Network(arguments, userAgent: "paginator/\(Program.version)")
    let catalog = CommandProfiles.catalog(
      files: arguments.texts(.profileFiles),
      unsetVariable: try RecordingChoice(arguments).unsetVariable)
    try network.begin()
    if let loss = network.loss { Terminal.complain("paginator: " + loss) }
    network.warmUp()
    let server = AgentServer(
      connection: connection, version: Program.version,
      tools: Toolbox(
        profiles: catalog, allowedOrigins: origins, folder: folder, client: network.client,
        scheduler: network.scheduler, reaches: network.reaches,
        variable: { Process.variable($0) },
        cursors: CursorStore { Process.variable($0) },
        bounds: bounds, makeSink: makeSink))
    _ = connection.run(server)
    network.finish()
    // Transfers that still run are not waited for.
    Process.exitNow(ExitCode.success)
  }

  /// The files that `fetch` writes, by the writers of `paginator fetch`.
  private static let makeSink: SinkMaker = { kind, target, request throws(FetchError) in
    switch kind {
    case .ndjson: try LineSink(target.path, .ndjson)
    case .csv: try LineSink(target.path, .csv)
    case .sqlite: try TableSink(target, request)
    }
  }

  /// Examples of how clients are configured.
  static let clients = """
    Claude Code, in .mcp.json of a project:
      {"mcpServers": {"paginator": {
        "command": "paginator", "args": ["mcp", "--directory", "."]}}}

    VS Code, in .vscode/mcp.json:
      {"servers": {"paginator": {
        "type": "stdio", "command": "paginator",
        "args": ["mcp", "--directory", "${workspaceFolder}"]}}}

    Zed, in settings.json:
      {"context_servers": {"paginator": {
        "command": "paginator", "args": ["mcp"], "env": {}}}}

    Cursor, in ~/.cursor/mcp.json:
      {"mcpServers": {"paginator": {"command": "paginator", "args": ["mcp"]}}}
    """
}
