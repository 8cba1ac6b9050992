import JSON
import TestInput

/// `paginator mcp` with random calls of its tools, their arguments made from the schemas that
/// `tools/list` gives, whole and damaged: what is whole is answered exactly once, nothing is sent to
/// where it may not be, and the process lives. The API is a recording.
struct AgentFuzzer: FuzzRunner {
  private(set) var findings = Findings()
  var process: Int32? { server.id }
  private let server: FuzzedServer
  private let schemas: SchemaText
  private static let url = "http://127.0.0.1:1/a"
  private static let recording = """
    {"log":{"version":"1.2","entries":[{"request":{"method":"GET","url":"\(url)"},"response":
    {"status":200,"headers":[],"content":{"mimeType":"application/json","text":
    "{\\"items\\":[{\\"id\\":1},{\\"id\\":2}]}"}}}]}}
    """

  init() throws(FuzzFailure) {
    let folder = try FuzzedFile.makeFolder()
    let tape = folder + "/tape.har"
    try FuzzedFile.write(tape, Array(Self.recording.utf8))
    server = try FuzzedServer(["mcp", "--replay", tape, "--directory", folder], framing: [])
    try server.request(
      "initialize",
      #"{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"f","version":"1"}}"#
    )
    var tools: [JSONValue] = []
    try server.takeAnswers { _ in }
    try server.request("tools/list", "{}")
    try server.takeAnswers { answer in
      let result = answer.member("result", of: answer.root).map(answer.value)
      tools = result?["tools"]?.arrayValue ?? []
    }
    schemas = try SchemaText(
      Self.document(tools), given: ["url": .string(Self.url), "to": "a.ndjson"])
  }

  /// The tools as methods of an OpenRPC document.
  private static func document(_ tools: [JSONValue]) -> JSONValue {
    let methods = tools.map { tool -> JSONValue in
      let required = tool["inputSchema"]?["required"]?.arrayValue ?? []
      let params = (tool["inputSchema"]?["properties"]?.objectValue ?? [:]).members.map {
        (name, schema) -> JSONValue in
        [
          "name": .string(name), "schema": schema,
          "required": .boolean(required.contains(.string(name))),
        ]
      }
      return ["name": tool["name"] ?? .null, "params": .array(params)]
    }
    return ["methods": .array(methods), "components": ["schemas": [:]]]
  }

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    for _ in 0..<(1 + random.below(8)) {
      let tool = random.pick(schemas.methods)
      let arguments =
        random.chance(85)
        ? schemas.params(of: tool, &random, id: "")
        : String(JSONText().value(&random).map { $0.isNewline ? " " : $0 })
      let params = #"{"name":"\#(tool)","arguments":\#(arguments)}"#
      switch random.below(10) {
      case 0..<6:
        try server.request("tools/call", params)
        findings.note("whole")
      case 6: try server.request(random.pick(["ping", "tools/list", "paginator/open", ""]), "{}")
      case 7:
        try server.write(
          Array(
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"damaged"}}"#
              .utf8))
      default:
        let text = #"{"jsonrpc":"2.0","id":"damaged","method":"tools/call","params":\#(params)}"#
        try server.write(random.damaged(Array(text.utf8), times: 4))
        findings.note("damaged")
      }
    }
    var (errors, refusals) = (0, 0)
    try server.takeAnswers { document in
      if document.member("error", of: document.root) != nil { errors += 1 }
      let result = document.member("result", of: document.root)
      if let result, document.member("isError", of: result).map(document.value) == true {
        refusals += 1
      }
    }
    for _ in 0..<errors { findings.note("errors") }
    for _ in 0..<refusals { findings.note("refused calls") }
  }

  mutating func finish() throws(FuzzFailure) { try server.finish() }
}
