import Foundation
import JSON
import Testing

/// The program with a recording in the network's place; `.invalid` hosts have no address.
struct ReplayedWalkTests {
  private let kit: FetchKit

  init() throws { kit = try FetchKit(items: 1) }

  static let url = "https://api.invalid/articles"

  static func entry(
    _ query: String, status: Int = 200, _ body: String, headers: [(String, String)] = [],
    started: String = "2026-11-21T09:30:00Z"
  ) -> JSONValue {
    [
      "startedDateTime": .string(started), "time": 0,
      "request": ["method": "GET", "url": .string(url + query)],
      "response": [
        "status": .integer(status), "content": ["text": .string(body)],
        "headers": .array(headers.map { ["name": .string($0.0), "value": .string($0.1)] }),
      ],
    ]
  }

  /// Three pages of two items, then one item less.
  static func page(_ number: Int) -> JSONValue {
    let ids = number == 3 ? "[{\"id\":5}]" : "[{\"id\":\(2 * number - 1)},{\"id\":\(2 * number)}]"
    let next = number == 3 ? "null" : "\"\(url)?page=\(number + 1)\""
    return entry("?page=\(number)", "{\"items\":\(ids),\"next\":\(next),\"total\":5}")
  }

  static func tape(_ kit: FetchKit, _ entries: [JSONValue], tail: String = "") -> String {
    var writer = JSONWriter()
    writer.value(["log": ["creator": ["name": "paginator"], "entries": .array(entries)]])
    let text = String(decoding: writer.bytes, as: UTF8.self)
    return kit.file("tape.har", tail.isEmpty ? text : text.dropLast(3) + tail)
  }

  static let pages = (1...3).map(page)

  @Test func fetchWalksThroughARecording() throws {
    let tape = Self.tape(kit, Self.pages)
    let run = try kit.fetch([Self.url + "?page=1", "--replay", tape], exits: 0)
    #expect(try run.ids == [1, 2, 3, 4, 5])
    #expect(run.errors == "paginator: replaying \(tape); nothing is sent\n")
    let quiet = try kit.fetch(
      [Self.url + "?page=1", "--quiet"], environment: ["PAGINATOR_REPLAY": tape])
    #expect(quiet.status == 0 && quiet.errors.isEmpty && quiet.output == run.output)
  }

  @Test func whatIsNotRecordedIsNoEndOfTheList() throws {
    let tape = Self.tape(kit, Array(Self.pages.prefix(2)))
    let run = try kit.fetch(
      [Self.url + "?page=1", "--replay", tape, "--quiet", "--summary"], exits: 5)
    #expect(try run.ids == [1, 2, 3, 4])
    #expect(run.errors.contains("The recording does not have this request. Entry 0 comes nearest"))
    #expect(run.errors.contains(#""verdict":"partial""#))
    #expect(run.errors.contains(#""value":"notRecorded""#))
  }

  @Test func anIncompleteLastEntryIsLeftOutWithAWarning() throws {
    let tape = Self.tape(kit, Self.pages, tail: #",{"startedDateTime": "2026"#)
    try kit.fetch(
      [Self.url + "?page=1", "--replay", tape, "--quiet"], exits: 0,
      errors: "paginator: the last entry of \(tape) is incomplete, and is omitted\n")
  }

  @Test func detectProvesFromARecording() throws {
    let tape = Self.tape(kit, Self.pages)
    let run = try DetectCommandTests.detect(kit, [Self.url + "?page=1", "--replay", tape])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("Proved by the second page."))
    #expect(run.output.contains("--replay \(tape)\n"))
    let printed = try kit.fetch(Self.printed(run.output))
    #expect(try printed.ids == [1, 2, 3, 4, 5], "\(printed.errors)")
    let first = Self.tape(kit, [Self.page(1)])
    let single = try DetectCommandTests.detect(kit, [Self.url + "?page=1", "--replay", first])
    #expect(single.output.contains("Unconfirmed: the recording does not have the second page."))
    #expect(single.output.contains("Fetch it all, from the network\n"))
    #expect(!single.output.contains("--replay"))
  }

  /// The words behind `paginator fetch` in the last line of what `detect` prints.
  static func printed(_ output: String) -> [String] {
    let line = output.split(separator: "\n").last ?? ""
    return line.split(separator: " ").dropFirst(2).map { $0.filter { $0 != "'" } }
  }

  static let sites: [(pages: [String], items: String)] = [
    (["", "?page=1", "?page=2", "?page=3"], "items"),
    (["", "?page=2", "?page=3"], "items"),
    (["", "?offset=2", "?offset=4"], "items"),
    (["?page=0", "?page=1", "?page=2"], "items"),
  ]

  /// The recording has its pages without a size, and nothing in them says how it pages.
  @Test(arguments: sites)
  func detectAsksForWhatIsRecorded(pages: [String], items: String) throws {
    let entries = pages.map { query in
      let number = query.split(separator: "=").last.flatMap { Int($0) }
      let first =
        query.contains("offset")
        ? number ?? 0 : 2 * (number.map { $0 - (pages[0] == "" ? 1 : 0) } ?? 0)
      let ids = (first + 1...min(5, first + 2)).map { "{\"id\":\($0)}" }.joined(separator: ",")
      return Self.entry(query, "{\"\(items)\":[\(ids)],\"total\":5}")
    }
    let tape = Self.tape(kit, entries)
    let run = try DetectCommandTests.detect(kit, [Self.url + pages[0], "--replay", tape])
    #expect(run.status == 0, "\(run.errors)\(run.output)")
    #expect(run.output.contains("Proved by the second page."), "\(run.output)")
    let printed = try kit.fetch(Self.printed(run.output))
    #expect(printed.status == 0, "\(printed.errors)\(run.output)")
    #expect(try printed.ids == [1, 2, 3, 4, 5])
  }

  /// The API asked for waits of a minute, by seconds and by a date of that time.
  @Test func waitsTakeNoTimeAndDatesAreOfThatTime() throws {
    let tape = Self.tape(
      kit,
      [
        Self.entry("?page=1", status: 429, "", headers: [("Retry-After", "59")]),
        Self.entry(
          "?page=1", status: 503, "", headers: [("Retry-After", "Sat, 21 Nov 2026 09:30:59 GMT")]),
        Self.page(1), Self.entry("?page=2", status: 500, ""), Self.page(2),
        Self.entry(
          "?page=3", status: 429, "",
          headers: [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1795257000")]),
      ])
    let run = try kit.fetch([Self.url + "?page=1", "--replay", tape, "--quiet"])
    #expect(try run.ids == [1, 2, 3, 4])
    // An hour from then was too long, and still is.
    #expect(run.status == 5 && run.errors.contains("try again in 3600 s"), "\(run.errors)")
  }

  @Test func unsetVariablesStandForMaskedSecrets() throws {
    let tape = Self.tape(kit, [Self.entry("?api_key=***", #"[{"id":1}]"#)])
    let run = try kit.fetch(
      [
        Self.url, "--param", "api_key={env:PAGINATOR_NOT_SET}", "--token",
        "{env:PAGINATOR_NOT_SET}",
        "--pagination", "single", "--items", "", "--replay", tape, "--quiet",
      ], exits: 0)
    #expect(try run.ids == [1])
  }

  static let bad: [(content: String, words: String)] = [
    ("", "is not JSON, at byte 0"), ("[]", "is not a HAR"),
    ("PK\u{03}\u{04}", "compressed with zip"),
  ]

  @Test(arguments: bad)
  func badFileIsAUsageError(content: String, words: String) throws {
    let file = kit.file("bad.har", content)
    try kit.fetch([Self.url, "--replay", file], exits: 2, prints: "", says: words)
    try Run(
      Built.paginator, ["serve", "--replay", file], folder: kit.folder, exits: 2, says: words)
  }

  @Test(arguments: ServerProcess.Framing.allCases)
  func serverAnswersFromARecording(framing: ServerProcess.Framing) throws {
    let first = Self.entry("?page=1&size=2", #"{"items":[{"id":1},{"id":2}],"total":5}"#)
    let tape = Self.tape(kit, [first])
    let server = try ServerProcess(framing, arguments: ["serve", "--replay", tape])
    let hello = try server.ask("initialize", ["processId": .null, "capabilities": [:]])
    #expect(hello["result"]?["capabilities"]?["paginator"]?["replay"] == true)
    let open: JSONValue = [
      "paginatorId": "a", "url": .string(Self.url + "?page=:currentPage&size=:perPage"),
      "itemsPath": "items",
      "paginationMapping": ["total": "objectCount"], "perPage": 2,
    ]
    #expect(try server.ask("paginator/open", open)["result"] != nil)
    let page = try server.ask("paginator/loadNextPage", ["paginatorId": "a"])
    #expect(page["result"]?["items"]?.arrayValue?.count == 2)
    #expect(page["result"]?["response"]?["durationMs"]?.doubleValue == 0)
    let error = try server.ask("paginator/loadNextPage", ["paginatorId": "a"])["error"]
    #expect(error?["code"] == 1108)
    let data = error?["data"]
    #expect(data?["kind"] == "notRecorded" && data?["retryable"] == false)
    #expect(data?["method"] == "GET" && data?["url"] == .string(Self.url + "?page=2&size=2"))
    #expect(
      data?["nearest"] == [
        "entry": 0, "method": "GET", "url": .string(Self.url + "?page=1&size=2"),
        "differs": [["part": "query", "name": "page", "asked": "2", "recorded": "1"]],
      ])
    let state = try server.ask("paginator/state", ["paginatorId": "a"])
    #expect(state["result"]?["hasNextPage"] == true)
    #expect(server.finish() == 0)
  }
}
