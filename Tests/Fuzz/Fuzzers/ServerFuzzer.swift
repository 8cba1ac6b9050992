import JSON

/// The built executable with random messages: what is whole is answered exactly once, and the
/// process lives.
struct ServerFuzzer: FuzzRunner {
  private(set) var findings = Findings()
  private let server: FuzzedServer
  private static let methods = [
    "open", "open", "state", "list", "loadNextPage", "loadPreviousPage", "loadPage", "cancel",
    "configure",
    "reset", "refresh", "close", "items", "touch", "pageForIndex", "indexesForPage", "loadAll",
    "checkpoint",
    "profiles", "detect", "nothing", "rpc.discover", "$/cancelRequest", "initialize", "",
  ]

  init() throws(FuzzFailure) {
    server = try FuzzedServer(["--message-bytes-max", "1000000"])
  }

  mutating func run(_ random: inout FuzzRandom) throws(FuzzFailure) {
    for _ in 0..<(1 + random.below(8)) {
      let method = random.pick(Self.methods)
      let params = params(&random)
      if random.chance(60) {
        try server.request(method, params)
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
    var errors = 0
    try server.takeAnswers { document in
      if document.member("error", of: document.root) != nil { errors += 1 }
    }
    for _ in 0..<errors { findings.note("errors") }
  }

  mutating func finish() throws(FuzzFailure) { try server.finish() }

  private func params(_ random: inout FuzzRandom) -> String {
    let id = random.pick(["p", "q"])
    switch random.below(8) {
    case 0:
      // One line is one message.
      return String(JSONText().value(&random).map { $0.isNewline ? " " : $0 })
    case 1: return "{}"
    case 2, 3: return OpenText().params(&random, base: "http://127.0.0.1:1", id: id)
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
