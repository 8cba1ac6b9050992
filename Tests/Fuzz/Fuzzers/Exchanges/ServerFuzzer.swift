import JSON
import TestInput

/// The built executable with random messages for every method, most of their params made from the
/// document that describes them: what is whole is answered exactly once, and the process lives.
struct ServerFuzzer: FuzzRunner {
  private(set) var findings = Findings()
  var process: Int32? { server.id }
  private let server: FuzzedServer
  private let schemas: SchemaText
  private let folder: String
  private static let base = "http://127.0.0.1:1"
  /// Beside those of the document.
  private static let others = ["nothing", "$/cancelRequest", "initialize", ""]

  init() throws(FuzzFailure) {
    server = try FuzzedServer(["--message-bytes-max", "1000000"])
    folder = try FuzzedFile.makeFolder()
    var document = JSONValue.null
    try server.request("rpc.discover", "{}")
    try server.takeAnswers { answer in
      document = answer.member("result", of: answer.root).map(answer.value) ?? .null
    }
    schemas = try SchemaText(
      document,
      given: [
        "url": .string(Self.base + "/a?page=:currentPage"), "path": .string(folder + "/a.sqlite"),
        "tokenUrl": .string(Self.base), "proxy": .string(Self.base),
        "nextURL": .string(Self.base + "/:cursor"), "caFile": .string(folder + "/ca.pem"),
      ])
  }

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    var detections: [String] = []
    for _ in 0..<(1 + random.below(8)) {
      let isOther = random.chance(8)
      let method =
        isOther
        ? random.pick(Self.others)
        : random.chance(25) ? "paginator/open" : random.pick(schemas.methods)
      let id = random.pick(["p", "q"])
      let params =
        random.chance(60)
        ? schemas.params(of: method, &random, id: id) : params(of: method, &random, id: id)
      if random.chance(60) {
        let id = try server.request(method, params)
        if method == "paginator/detect" { detections.append(id) }
        findings.note("whole")
      } else {
        let text = #"{"jsonrpc":"2.0","id":"damaged","method":"\#(method)","params":\#(params)}"#
        let isBatch = random.chance(20)
        try server.write(
          random.damaged(Array((isBatch ? "[\(text),\(text)]" : text).utf8), times: 4))
        findings.note("damaged")
      }
    }
    // No end of open paginators.
    for id in ["p", "q"] { try server.request("close", #"{"paginatorId":"\#(id)"}"#) }
    // Nor of waits for retries, which closing ends for all else.
    for id in detections {
      try server.write(
        Array(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#.utf8))
    }
    var errors = 0
    try server.takeAnswers { document in
      if document.member("error", of: document.root) != nil { errors += 1 }
    }
    for _ in 0..<errors { findings.note("errors") }
  }

  mutating func finish() throws(FuzzFailure) { try server.finish() }

  /// Params that hold little of what the document says.
  private func params(of method: String, _ random: inout SeededGenerator, id: String) -> String {
    if method == "paginator/open", random.chance(80) {
      return OpenText().params(&random, base: Self.base, id: id)
    }
    switch random.below(8) {
    case 0:
      // One line is one message.
      return String(JSONText().value(&random).map { $0.isNewline ? " " : $0 })
    case 1: return "{}"
    default:
      let more = random.join(2, "") { random in
        random.pick([
          #","page":1"#, #","page":-9223372036854775808"#, #","start":0,"count":5"#,
          #","index":1e3"#,
          #","start":99999999999,"count":10000"#, #","maxPages":1"#, #","confirm":true"#,
          #","parameters":{"a":[1,true]}"#,
          #","headers":{"X-A":null}"#, #","perPage":7"#, #","workDoneToken":1"#, #","_meta":[[]]"#,
          #","wait":true"#,
        ])
      }
      return #"{"paginatorId":"\#(id)"\#(more)}"#
    }
  }
}
