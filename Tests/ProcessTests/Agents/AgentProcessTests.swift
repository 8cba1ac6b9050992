import Foundation
import JSON
import SampleAPI
import TestSupport
import Testing

/// `paginator mcp`, as a client uses it, and as a hostile one would.
@Suite(.timeLimit(.minutes(2))) struct AgentProcessTests {
  private let api: SampleServer
  private let temporary: TemporaryFolder
  private var folder: URL { temporary.url }

  init() throws {
    var options = SampleOptions()
    options.itemCount = 250
    api = try SampleServer(options)
    api.start()
    temporary = try TemporaryFolder()
  }

  private func clean() { api.stop() }

  private func agent(
    _ more: [String] = [], revision: String = "2025-06-18"
  ) throws -> ServerProcess {
    let agent = try ServerProcess(
      .lines, arguments: ["mcp", "--allow-origin", api.url, "--directory", folder.path] + more)
    try agent.ask("initialize", ["protocolVersion": .string(revision)], id: 0)
    return agent
  }

  private func call(
    _ agent: ServerProcess, _ tool: String, _ arguments: JSONValue
  ) throws -> JSONValue {
    let answer = try agent.ask("tools/call", ["name": .string(tool), "arguments": arguments])
    return try #require(answer["result"])
  }

  private func failure(
    _ agent: ServerProcess, _ tool: String, _ arguments: JSONValue
  ) throws -> String {
    let result = try call(agent, tool, arguments)
    #expect(result["isError"] == true)
    return result["content"]?.arrayValue?.first?["text"]?.stringValue ?? ""
  }

  // MARK: The protocol

  @Test(arguments: [
    ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
    ("2025-11-25", "2025-11-25"), ("2026-07-28", "2025-11-25"), ("1999-01-01", "2025-11-25"),
  ])
  func aVersionIsAgreedOn(offered: String, agreed: String) throws {
    defer { clean() }
    let agent = try ServerProcess(.lines, arguments: ["mcp"])
    let answer = try agent.ask("initialize", ["protocolVersion": .string(offered)])
    #expect(answer["result"]?["protocolVersion"] == .string(agreed))
    #expect(agent.finish() == 0)
  }

  @Test func whatIsNoRequestOfTheProtocolIsRefused() throws {
    defer { clean() }
    let agent = try agent()
    for (line, id, code) in [
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, JSONValue.null, -32600),
      (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, .number(JSONNumber(text: "1.5")), -32600),
      (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, .null, -32600),
      (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, .null, -32600),
      ("{", .null, -32700),
      (#"{"jsonrpc":"2.0","id":"a","method":"paginator/open","params":{}}"#, "a", -32601),
      (#"{"jsonrpc":"2.0","id":"a","method":"shutdown"}"#, "a", -32601),
      (#"{"jsonrpc":"2.0","id":"a","method":"$/cancelRequest","params":{"id":1}}"#, "a", -32601),
      (#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"rm"}}"#, "a", -32602),
      (#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{}}"#, "a", -32602),
      (#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":[1]}"#, "a", -32602),
    ] {
      try agent.send(line)
      let answer = try agent.receiveTree()
      #expect(answer["id"] == id, "\(line)")
      #expect(answer["error"]?["code"]?.integerValue == code, "\(line)")
    }
    #expect(agent.finish() == 0)
  }

  @Test func batchesAreOfOneRevision() throws {
    defer { clean() }
    let agent = try agent(revision: "2025-03-26")
    try agent.send(
      #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#)
    #expect(try agent.receiveTree().arrayValue?.count == 2)
    #expect(agent.finish() == 0)
  }

  @Test func aStatelessRequestSaysItsVersion() throws {
    defer { clean() }
    let agent = try ServerProcess(.lines, arguments: ["mcp"])
    func meta(_ version: String) -> JSONValue {
      [
        "_meta": [
          "io.modelcontextprotocol/protocolVersion": .string(version),
          "io.modelcontextprotocol/clientCapabilities": [:],
        ]
      ]
    }
    let found = try agent.ask("server/discover", meta("2026-07-28"))["result"]
    #expect(found?["resultType"] == "complete")
    #expect(found?["supportedVersions"] == ["2026-07-28"])
    #expect(found?["cacheScope"] == "public")
    #expect(found?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "paginator")
    #expect(try agent.ask("tools/list", meta("2026-07-28"))["result"]?["ttlMs"] == 3_600_000)
    #expect(try agent.ask("ping", meta("2026-07-28"))["error"]?["code"] == -32601)
    let other = try agent.ask("tools/list", meta("2027-01-01"))["error"]
    #expect(other?["code"] == -32022)
    #expect(other?["data"]?["supported"] == ["2026-07-28"])
    #expect(try agent.ask("tools/list", [:])["error"]?["code"] == -32602)
    #expect(try agent.ask("server/discover", [:])["error"]?["code"] == -32602)
    #expect(agent.finish() == 0)
  }

  @Test func theToolsAreTheSameEachTimeAndFewWords() throws {
    defer { clean() }
    let agent = try agent()
    try agent.post("tools/list", [:], id: 5)
    let first = try agent.receive()
    try agent.post("tools/list", [:], id: 5)
    #expect(try agent.receive() == first)
    // Four bytes a token is what English JSON has.
    #expect(first.utf8.count < 4_000)
    #expect(agent.finish() == 0)
  }

  @Test func aCancelledCallIsNotAnswered() throws {
    defer { clean() }
    let agent = try agent()
    try agent.post(
      "tools/call",
      ["name": "page", "arguments": ["url": .string("\(api.url)/page?fault=stall")]], id: 7)
    try agent.send(
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#)
    #expect(try agent.ask("ping", [:], id: 8)["id"] == 8)
    #expect(agent.finish() == 0)
  }

  // MARK: The tools

  @Test(arguments: ["page", "offset", "cursor", "link"])
  func aCursorIsGoodInAnyProcess(style: String) throws {
    defer { clean() }
    let agents = [try agent(), try agent()]
    var arguments: JSONValue = [
      "url": .string("\(api.url)/\(style)"), "max_items": 37, "fields": ["id"],
    ]
    var ids: [Int] = []
    for turn in 0..<20 {
      let page = try #require(try call(agents[turn % 2], "page", arguments)["structuredContent"])
      ids += (page["items"]?.arrayValue ?? []).compactMap { $0["id"]?.integerValue }
      guard let next = page["next"]?.stringValue else {
        #expect(page["complete"] == true)
        break
      }
      #expect(page["complete"] == false)
      #expect(next.utf8.count < 1_500)
      arguments = ["cursor": .string(next)]
    }
    #expect(ids == Array(1...250))
    for agent in agents { #expect(agent.finish() == 0) }
  }

  @Test func aFailedPageComesNext() throws {
    defer { clean() }
    let agent = try agent()
    let page = try #require(
      try call(
        agent, "page",
        ["url": .string("\(api.url)/page?session=a&fault=401@p3"), "max_items": 60])[
          "structuredContent"])
    #expect(page["returned"] == 50)
    #expect(page["complete"] == false)
    #expect(page["why"]?.stringValue?.contains("401") == true)
    let cursor = try #require(page["next"]?.stringValue)
    let rest = try #require(
      try call(agent, "page", ["cursor": .string(cursor)])["content"]?.arrayValue?.first)
    #expect(rest["text"]?.stringValue != nil)
    #expect(agent.finish() == 0)
  }

  @Test func allItemsGoIntoEachKindOfFile() throws {
    defer { clean() }
    let agent = try agent()
    for name in ["a.ndjson", "a.csv", "a.sqlite"] {
      let result = try call(
        agent, "fetch",
        ["url": .string("\(api.url)/page"), "to": .string(name), "identity": ["id"]])
      let facts = try #require(result["structuredContent"])
      #expect(facts["verdict"] == "complete" && facts["items"] == 250)
      #expect(facts["first"]?.arrayValue?.count == 3)
      let link = result["content"]?.arrayValue?.last
      #expect(link?["type"] == "resource_link")
      #expect(FileManager.default.fileExists(atPath: folder.appending(path: name).path), "\(name)")
    }
    // The same file again is of this process.
    let again = try call(
      agent, "fetch", ["url": .string("\(api.url)/page"), "to": "a.csv", "max_items": 3])
    #expect(again["structuredContent"]?["verdict"] == "capped")
    #expect(agent.finish() == 0)
    let text = try String(contentsOf: folder.appending(path: "a.csv"), encoding: .utf8)
    #expect(text.split(separator: "\n").count == 4)
  }

  @Test func anOlderClientGetsTextAlone() throws {
    defer { clean() }
    let agent = try agent(revision: "2024-11-05")
    let result = try call(agent, "fetch", ["url": .string("\(api.url)/page"), "to": "a.ndjson"])
    #expect(result["structuredContent"] == nil)
    #expect(result["content"]?.arrayValue?.count == 1)
    let text = result["content"]?.arrayValue?.first?["text"]?.stringValue ?? ""
    #expect(text.hasSuffix("/a.ndjson"))
    #expect(agent.finish() == 0)
  }

  @Test func detectionGivesArgumentsForTheOthers() throws {
    defer { clean() }
    let agent = try agent()
    let found = try #require(
      try call(agent, "detect", ["url": .string("\(api.url)/cursor")])["structuredContent"])
    #expect(found["strategy"] == "cursor" && found["confirmed"] == true)
    let page = try call(agent, "page", try #require(found["page"]))
    #expect(page["structuredContent"]?["returned"] == 50)
    #expect(agent.finish() == 0)
  }

  // MARK: A hostile caller

  @Test(arguments: [
    "http://127.0.0.1:1/", "http://127.1:1/", "http://0x7f000001:1/", "http://2130706433/",
    "http://017700000001/", "http://[::1]:1/", "http://[::ffff:127.0.0.1]/", "http://0/",
    "http://[64:ff9b::7f00:1]/", "http://169.254.169.254/", "http://10.0.0.1/", "http://localhost/",
    "http://LOCALHOST./", "http://127。0。0。1/", "http://[fd00:ec2::254]/",
  ])
  func addressesThatAreNotPublicAreRefused(url: String) throws {
    defer { clean() }
    let call = """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}
      {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"page","arguments":{"url":"\(url)"}}}

      """
    // A proxy would look the name up itself: it is not asked.
    for environment in [[:], ["http_proxy": api.url, "all_proxy": api.url]] {
      let run = try Run(Built.paginator, ["mcp"], input: call, environment: environment)
      #expect(run.output.contains("--allow-origin"))
      #expect(run.output.contains("\"isError\":true"))
    }
    #expect(api.requestCount == 0)
  }

  @Test func aNameIsAnotherOriginThanItsNumber() throws {
    defer { clean() }
    let agent = try agent()
    let url = api.url.replacingOccurrences(of: "127.0.0.1", with: "localhost")
    let text = try failure(agent, "page", ["url": .string("\(url)/page")])
    #expect(text.contains("--allow-origin \(url)"))
    #expect(agent.finish() == 0)
  }

  @Test(
    arguments: [
      (["url": "ftp://a/"], "url"), (["url": "https://user:pw@example.com/"], "url"),
      (["url": "https://example.com\\:x@h/"], "url"), (["url": "https://h:perPage/"], "url"),
      (["url": 1], "url"), ([:], "url"), (["url": "https://h/", "max_items": 0], "max_items"),
      (["url": "https://h/", "headers": ["A": "b"]], "headers"),
      (["url": "https://h/", "body": "x"], "body"),
      (["url": "https://h/", "method": "DELETE"], "method"),
      (["url": "https://h/", "profile": "githob"], "profile"),
      (["cursor": "AAAA"], "cursor"), (["url": "https://h/", "fields": [1]], "fields.0"),
      (["url": "https://h/", "parameters": [["a"]]], "parameters"),
    ] as [(JSONValue, String)])
  func wrongArgumentsAreNamed(arguments: JSONValue, name: String) throws {
    defer { clean() }
    let agent = try agent()
    #expect(try failure(agent, "page", arguments).contains("\"\(name)\""))
    #expect(agent.finish() == 0)
  }

  @Test(arguments: [
    "../x.csv", "/tmp/x.csv", "x.txt", "x", ".csv/../y", "a/b.csv", "there.csv", "link.csv",
  ])
  func filesStayBelowTheDirectory(name: String) throws {
    defer { clean() }
    try Data("mine".utf8).write(to: folder.appending(path: "there.csv"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "link.csv").path, withDestinationPath: "/tmp/agent-away.csv")
    let agent = try agent()
    _ = try failure(agent, "fetch", ["url": .string("\(api.url)/page"), "to": .string(name)])
    #expect(agent.finish() == 0)
    let text = try String(contentsOf: folder.appending(path: "there.csv"), encoding: .utf8)
    #expect(text == "mine")
    #expect(!FileManager.default.fileExists(atPath: "/tmp/agent-away.csv"))
  }

  @Test func theCredentialsOfAProfileStayAtItsOrigin() throws {
    defer { clean() }
    let echo = try EchoAPI(.strictMapping)
    let profiles = folder.appending(path: "profiles.json")
    try Data(
      """
      {"profiles": {"own": {"url": "\(api.url)/page", "token": "{env:AGENT_SECRET}",
        "headers": {"X-Extra": "hidden-value"}}}}
      """.utf8
    ).write(to: profiles)
    let run = try Run(
      Built.paginator,
      ["mcp", "--allow-origin", "http://\(echo.origin)", "--profiles", profiles.path],
      input: """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}
        {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"page","arguments":{"profile":"own","url":"http://\(echo.origin)/a?q={env:AGENT_SECRET}"}}}

        """, environment: ["AGENT_SECRET": "s3cr3t-value"], exits: 0)
    #expect(!run.output.contains("s3cr3t-value") && !run.output.contains("hidden-value"))
    // Its items are what it received.
    #expect(run.output.contains("a?q={env:AGENT_SECRET}"))
  }

  @Test func aVariableThatIsNotSetIsNamed() throws {
    defer { clean() }
    let profiles = folder.appending(path: "profiles.json")
    try Data(
      #"{"profiles": {"own": {"url": "\#(api.url)/page", "token": "{env:AGENT_UNSET}"}}}"#.utf8
    ).write(to: profiles)
    let agent = try agent(["--profiles", profiles.path])
    #expect(try failure(agent, "page", ["profile": "own"]).contains("set AGENT_UNSET"))
    #expect(agent.finish() == 0)
  }

  @Test(arguments: [
    (["--directory", "/nowhere/at/all"], "--directory"),
    (["--allow-origin", "example.com"], "--allow-origin"),
  ])
  func aWrongStartEndsWithCode2(arguments: [String], name: String) throws {
    defer { clean() }
    try Run(Built.paginator, ["mcp"] + arguments, exits: 2, says: name)
  }

  @Test func callsThatStillRunAreDroppedAfterTheEndOfInput() throws {
    defer { clean() }
    let agent = try agent()
    try agent.post(
      "tools/call",
      ["name": "page", "arguments": ["url": .string("\(api.url)/page?fault=stall")]], id: 7)
    #expect(agent.finish() == 0)
  }
}
