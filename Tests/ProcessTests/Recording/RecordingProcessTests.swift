import Foundation
import JSON
import SampleAPI
import TestSupport
import Testing

/// Recordings that the executable makes.
struct RecordingProcessTests {
  /// The entries of a recording.
  static func entries(_ text: String?) throws -> [JSONValue] {
    return try json(try #require(text))["log"]?["entries"]?.arrayValue ?? []
  }

  static func targets(_ entries: [JSONValue]) -> [String] {
    entries.compactMap { $0["request"]?["url"]?.stringValue }
      .map { String($0.drop { $0 != "?" }) }
  }

  @Test func walkIsRecordedPageByPage() throws {
    let kit = try FetchKit(items: 60)
    let run = try kit.fetch(kit.pages() + ["--record", "tape.har"], exits: 0)
    #expect(try run.ids == Array(1...60))
    let entries = try Self.entries(kit.text("tape.har"))
    #expect(Self.targets(entries).sorted() == (1...3).map { "?page=\($0)&per_page=25" })
    #expect(entries.allSatisfy { $0["_attempt"] == 1 && $0["response"]?["status"] == 200 })
  }

  @Test func retriesAndRedirectsAreEntriesOfTheirOwn() throws {
    let kit = try FetchKit(items: 20)
    try kit.fetch(
      kit.links("session=tape&fault=503@1,redirect@2&retry_after=0") + ["--record", "tape.har"],
      exits: 0)
    let entries = try Self.entries(kit.text("tape.har"))
    #expect(entries.map { $0["_attempt"] } == [1, 2, 1])
    #expect(entries.map { $0["response"]?["status"] } == [503, 302, 200])
    let target = try #require(entries[1]["response"]?["redirectURL"]?.stringValue)
    #expect(entries[2]["request"]?["url"]?.stringValue?.hasSuffix(target) == true)
  }

  @Test func failureIsAnEntryWithItsKind() throws {
    let kit = try FetchKit(items: 1)
    try kit.fetch(["http://127.0.0.1:1/", "--retries", "0", "--record", "tape.har"], exits: 1)
    let response = try #require(try Self.entries(kit.text("tape.har")).first?["response"])
    #expect(response["status"] == 0)
    #expect(response["_error"]?["kind"] == "networkFailed")
  }

  @Test func secretsAndTokensAreNotInIt() throws {
    let kit = try FetchKit(items: 30)
    let auth = """
      {"type": "oauth2", "tokenURL": "\(kit.api.url)/token?client=app:s3cret-key",
       "clientId": "app", "clientSecret": "{env:SAMPLE_SECRET}"}
      """
    let run = try kit.fetch(
      kit.pages("auth=oauth") + ["--auth", auth, "--record", "tape.har"],
      environment: ["SAMPLE_SECRET": "s3cret-key"])
    let entries = try Self.entries(kit.text("tape.har"))
    #expect(run.status == 0, "\(run.errors)")
    #expect(entries.first?["request"]?["method"] == "POST")
    let answer = try #require(entries.first?["response"]?["content"]?["text"]?.stringValue)
    #expect(answer.contains(#""access_token":"***""#))
    #expect(kit.text("tape.har")?.contains("s3cret-key") == false)
    let sent = kit.api.requests().flatMap(\.headers).filter { $0.name == "Authorization" }
    for field in sent {
      let secret = field.value.drop { $0 != " " }.dropFirst()
      #expect(kit.text("tape.har")?.contains(secret) == false)
    }
    #expect(!sent.isEmpty)
  }

  @Test func fileThatIsThereIsRefusedBeforeAnythingIsSent() throws {
    let kit = try FetchKit(items: 10)
    let tape = kit.file("tape.har", "mine")
    try kit.fetch(kit.pages() + ["--record", tape], exits: 2, says: "--record-over")
    #expect(kit.text("tape.har") == "mine")
    #expect(kit.api.requestCount == 0)
    try kit.fetch(kit.pages() + ["--record-over", tape], exits: 0)
    #expect(try Self.entries(kit.text("tape.har")).count == 1)
  }

  @Test(arguments: [
    ["--record", "a.har", "--replay", "b.har"], ["--record", "none/tape.har"],
    ["--record", "."],
  ])
  func whatCannotBeRecordedIsRefusedBeforeAnythingIsSent(options: [String]) throws {
    let kit = try FetchKit(items: 10)
    try kit.fetch(kit.pages() + options, exits: 2, prints: "", errorLines: 1)
    #expect(kit.api.requestCount == 0)
  }

  @Test func bothVariablesAtOnceAreRefused() throws {
    let kit = try FetchKit(items: 10)
    let run = try kit.fetch(
      kit.pages(), environment: ["PAGINATOR_RECORD": "a.har", "PAGINATOR_REPLAY": "b.har"])
    #expect(run.status == 2 && kit.api.requestCount == 0)
    #expect(kit.text("a.har") == nil)
  }

  /// As clients do it: nothing but a variable says that the server records.
  @Test func variableReachesTheServer() throws {
    let kit = try FetchKit(items: 10)
    let lines = [
      #"{"jsonrpc":"2.0","id":1,"method":"open","params":{"paginatorId":"a","#
        + #""url":"\#(kit.api.url)/page?page=:currentPage","itemsPath":"articles"}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"loadNextPage","params":{"paginatorId":"a"}}"#,
    ]
    try Run(
      Built.paginator, ["--framing", "lines"], input: lines.joined(separator: "\n") + "\n",
      environment: ["PAGINATOR_RECORD": kit.path("tape-%p%%.har"), "PAGINATOR_REPLAY": ""], exits: 0
    )
    let names = try FileManager.default.contentsOfDirectory(atPath: kit.folder.path)
    let name = try #require(names.first { $0.hasSuffix("%.har") })
    #expect(name.contains(/^tape-[0-9]+%\.har$/))
    #expect(try Self.entries(kit.text(name)).count == 1)
  }

  @Test func requestsOfTheClientAreRecorded() throws {
    let kit = try FetchKit(items: 10)
    let server = try ServerProcess(.lines, arguments: ["--record", kit.path("tape.har")])
    try server.ask("initialize", ["capabilities": ["paginator": ["fetch": true]]])
    try server.ask(
      "paginator/open",
      [
        "paginatorId": "a", "url": "https://api.test/a", "itemsPath": "",
        "pagination": ["strategy": "link"], "fetching": ["by": "client"],
      ], id: 2)
    let question = try server.ask("paginator/loadNextPage", ["paginatorId": "a"], id: 3)
    let id = try #require(question["id"]?.integerValue)
    #expect(question["method"] == "paginator/fetch")
    try server.send(
      #"{"jsonrpc":"2.0","id":\#(id),"result":{"status":200,"headers":{},"body":"[{\"id\":1}]"}}"#)
    _ = try server.receive()
    let entries = try Self.entries(kit.text("tape.har"))
    #expect(entries.map { $0["request"]?["url"] } == ["https://api.test/a"])
    #expect(entries.first?["response"]?["content"]?["text"] == #"[{"id":1}]"#)
    _ = server.finish()
  }

  /// The system's limit stands in for a full disk.
  @Test func pagingGoesOnWhereTheFileCannotGrow() throws {
    let kit = try FetchKit(items: 250)
    let arguments = (kit.pages() + ["--record", "tape.har"]).map { "'\($0)'" }
    let run = try Run(
      "/bin/sh",
      ["-c", "ulimit -f 16; exec '\(Built.paginator)' fetch \(arguments.joined(separator: " "))"],
      folder: kit.folder, exits: 0)
    #expect(try run.ids == Array(1...250))
    let lines = run.errors.split(separator: "\n").filter { $0.contains("tape.har") }
    #expect(lines.count == 1, "\(run.errors)")
    let entries = try Self.entries(kit.text("tape.har"))
    #expect((1..<10).contains(entries.count))
  }

  /// However early or late it is killed, what stands there is whole, or is once the last line that
  /// was being written is left out.
  @Test(arguments: [1, 400, 900, 1_600])
  func killedProcessLeavesAReadableFile(bytes: Int) throws {
    let kit = try FetchKit(items: 100_000)
    let run = try FetchProcess(kit.pages() + ["--record", "tape.har"], in: kit.folder)
    #expect(run.wait { kit.size("tape.har") >= bytes * 1_000 })
    run.send(SIGKILL)
    #expect(run.finish().status == -1)
    let text = try #require(kit.text("tape.har"))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let isTorn = (try? Self.entries(text)) == nil
    var whole = lines.prefix { $0 != "]}}" }
    if isTorn { whole.removeLast() }
    for line in whole.dropFirst() {
      let entry = Array(line.utf8.last == UInt8(ascii: ",") ? line.dropLast().utf8 : line.utf8)
      #expect(throws: Never.self) { try JSONDocument(entry) }
    }
    #expect(bytes == 1 || whole.count > 1)
  }
}
