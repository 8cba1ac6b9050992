import Foundation
import JSON
import SampleAPI
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// `paginator fetch`, as scripts and people run it.
struct FetchTests {
  // MARK: Formats

  @Test func linesHoldTheItemsByteForByte() throws {
    let kit = try FetchKit()
    let run = try kit.fetch(kit.pages(), exits: 0, errors: "")
    #expect(try run.ids == Array(1...250))
    let page = try String(
      contentsOf: #require(URL(string: "\(kit.api.url)/page?page=2&per_page=25")), encoding: .utf8)
    for line in run.output.split(separator: "\n")[25..<50] { #expect(page.contains(line)) }
  }

  @Test func prettyPrintedItemsTakeOneLineEach() throws {
    let kit = try FetchKit(items: 30)
    let plain = try kit.fetch(kit.pages())
    try kit.fetch(kit.pages("pretty=1"), exits: 0, prints: plain.output)
    let cells = try kit.fetch(kit.pages("pretty=1") + ["--format", "csv"])
    #expect(cells.output == (try kit.fetch(kit.pages() + ["--format", "csv"]).output))
  }

  @Test func oneArrayHoldsTheSameItems() throws {
    let kit = try FetchKit()
    let lines = try kit.fetch(kit.pages()).output.split(separator: "\n")
    let expected = "[\n" + lines.joined(separator: ",\n") + "\n]\n"
    #expect(try kit.fetch(kit.pages() + ["--format", "json"]).output == expected)
    try kit.fetch(kit.pages() + ["--format=json", "--output", "a.json"], exits: 0, prints: "")
    #expect(kit.text("a.json") == expected)
  }

  @Test func fieldsChooseMembersWhereverTheListIs() throws {
    let kit = try FetchKit(items: 30)
    let fields = ["--fields", "id, author.login,author.nick"]
    let run = try kit.fetch(
      kit.bare("per_page=10") + fields, exits: 0, says: "no item of the first page has author.nick")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 30)
    #expect(lines[0].hasPrefix(#"{"id":1,"author":{"login":""#), "\(lines[0])")
    #expect(lines.allSatisfy { $0.hasSuffix(#"","nick":null}}"#) })
    #expect(try kit.fetch(kit.pages() + fields).output == run.output)
    #expect(try kit.fetch(kit.pages() + fields + ["--items", "articles"]).output == run.output)
    let rows = try kit.fetch(kit.bare("per_page=10") + fields + ["-f", "csv"])
    #expect(rows.output.hasPrefix("id,author.login,author.nick\n1,"), "\(rows.output)")
    let page = try kit.fetch(kit.bare("per_page=10") + fields + ["-o", "a.html"])
    #expect(page.status == 0 && kit.text("a.html")?.contains("author.nick") == true)
    try kit.fetch(
      kit.bare("per_page=10") + ["--fields", "titel", "--max-items", "1"], exits: 3,
      says: "titel; did you mean title?")
  }

  @Test(arguments: ["ndjson", "json", "csv", "tsv", "html"])
  func theEndingOfTheFileDecidesTheFormat(ending: String) throws {
    let kit = try FetchKit(items: 30)
    try kit.fetch(kit.pages() + ["-o", "a.\(ending)"], exits: 0, errors: "")
    try kit.fetch(kit.pages() + ["-o", "a.txt", "--format", ending], exits: 0)
    #expect(kit.text("a.\(ending)") == kit.text("a.txt"))
    _ = try kit.fetch(kit.pages() + ["-o", "a.\(ending)", "--format", "ndjson"])
    #expect(try kit.ids("a.\(ending)") == Array(1...30))
  }

  @Test(arguments: [("csv", ","), ("tsv", "\t")])
  func tablesFlattenNestedObjects(format: String, separator: Character) throws {
    let kit = try FetchKit()
    let run = try kit.fetch(kit.pages() + ["--format", format], exits: 0, errors: "")
    let rows = readTable(run.output, separator: separator)
    #expect(rows.count == 251)
    #expect(
      rows.first
        == ["id", "title", "author.login", "author.id", "published_at", "tags", "summary"])
    #expect(rows.allSatisfy { $0.count == 7 })
    #expect(rows.dropFirst().map(\.[0]) == (1...250).map(String.init))
    #expect(rows[1][5].hasPrefix("[\""))
  }

  @Test func cellsKeepWhateverStandsInThem() throws {
    let kit = try FetchKit(items: 2)
    let map = """
      {"attributes": {"id": "id",
        "a": {"to": "quoted", "default": "say \\"hi\\", you\\nthere\\ttab\\r"},
        "b": {"to": "empty", "default": ""}, "c": {"to": "nothing", "default": null},
        "d": {"to": "list", "default": [1, "a,b", {"x": "\\"q\\""}]},
        "e": {"to": "dotted.deep.down", "default": 1e400},
        "f": {"to": "a\\\\.b", "default": true}, "g": {"to": "bare", "default": {}},
        "h": {"to": "unicode", "default": "\\u00e9 \\ud83d\\ude00"},
        "i": {"to": "line", "default": "a\\nb"}, "j": {"to": "return", "default": "a\\rb"},
        "k": {"to": "comma", "default": "a,b"}, "l": {"to": "tab", "default": "a\\tb"}}}
      """
    let arguments =
      kit.pages() + ["--items", "articles", "--map", kit.file("map.json", map)]
    for (format, separator) in [("csv", ","), ("tsv", "\t")] as [(String, Character)] {
      let run = try kit.fetch(arguments + ["--format", format], exits: 0)
      let rows = readTable(run.output, separator: separator)
      #expect(
        rows.first == [
          "id", "quoted", "empty", "nothing", "list", "dotted.deep.down", "a\\.b", "bare",
          "unicode", "line", "return", "comma", "tab",
        ])
      #expect(
        rows.last == [
          "2", "say \"hi\", you\nthere\ttab\r", "", "",
          "[1, \"a,b\", {\"x\": \"\\\"q\\\"\"}]"
            .replacing(", ", with: ",").replacing(": ", with: ":"),
          "1e400", "true", "{}", "\u{E9} \u{1F600}", "a\nb", "a\rb", "a,b", "a\tb",
        ])
      let quoted = separator == "," ? "\"a,b\",a\tb" : "a,b\t\"a\tb\""
      #expect(run.output.hasSuffix("\"a\nb\"\(separator)\"a\rb\"\(separator)\(quoted)\n"))
    }
  }

  @Test func laterColumnsAreCountedAndNotDroppedInSilence() throws {
    let kit = try FetchKit(items: 60)
    let map = """
      {"when": [
         {"keyPath": "id", "in": [1, 2, 3], "mapping":
           {"attributes": {"id": "id", "title": "x.title", "id2": {"to": "o", "default": null}}}},
         {"keyPath": "id", "equals": 41, "mapping":
           {"attributes": {"id": "id", "z": {"to": "o.inner", "default": 7},
             "y": {"to": "x.late", "default": [1]}, "w": {"to": "never", "default": null}}}},
         {"keyPath": "id", "exists": true, "mapping":
           {"attributes": {"id": "id", "n": {"to": "late", "default": 5}}}}]}
      """
    let arguments =
      kit.pages() + [
        "--items", "articles", "--map", kit.file("map.json", map), "--per-page", "3", "--format",
        "csv",
      ]
    let run = try kit.fetch(arguments, exits: 0)
    let rows = readTable(run.output, separator: ",")
    #expect(rows.first == ["id", "x.title", "o"])
    #expect(rows.count == 61)
    // A column of plain values takes an object as JSON text.
    #expect(rows[41] == ["41", "", "{\"inner\":7}"])
    #expect(
      run.errors == "paginator: 2 columns were not on the first page, and omitted: "
        + "late, x.late\n")
  }

  @Test(arguments: [("ndjson", ""), ("json", "[]\n"), ("csv", ""), ("tsv", "")])
  func nothingIsWrittenInEachFormat(format: String, expected: String) throws {
    let kit = try FetchKit(items: 0)
    try kit.fetch(kit.pages() + ["--format", format], exits: 0, prints: expected)
    _ = kit.file("old", "what was there before\n")
    #expect(try kit.fetch(kit.pages() + ["--format", format, "--output", "old"]).status == 0)
    #expect(kit.text("old") == expected)
  }

  @Test func itemsThatAreNoObjectsHaveOneColumn() throws {
    let kit = try FetchKit(items: 3)
    let tags = ["--items", "articles.0.tags", "--max-pages", "1", "--format", "csv"]
    let rows = readTable(try kit.fetch(kit.pages() + tags).output, separator: ",")
    #expect(rows.count == 3)
    #expect(rows.first == ["value"])
  }

  @Test func aMappingShapesTheItemsAndTellsWhatDidNotFit() throws {
    let kit = try FetchKit(items: 3)
    let map = kit.file(
      "map.json", #"{"attributes": {"id": "n", "title": {"to": "t", "type": "integer"}}}"#)
    try kit.fetch(
      kit.pages() + ["--items", "articles", "--map", map], exits: 0,
      prints: "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n",
      errors: "paginator: 3 values did not fit the mapping and were omitted, the first in "
        + "item 0 at title: expected integer, found string\n")
  }

  @Test func descriptorsComeFromTheMapFileToo() throws {
    let kit = try FetchKit(items: 2)
    let map = kit.file(
      "map.json",
      """
      {"responseDescriptors": [{"keyPath": "articles", "mapping": "a"}],
       "mappings": {"a": {"attributes": ["id"]}}}
      """)
    try kit.fetch(kit.pages() + ["--map", map], prints: "{\"id\":1}\n{\"id\":2}\n")
  }

  @Test func aProfileSaysHowAnApiPages() throws {
    let kit = try FetchKit(items: 120)
    let run = try kit.fetch(["\(kit.api.url)/link", "--profile", "github"], exits: 0)
    #expect(try run.ids == Array(1...120))
    let target = kit.api.requests().first?.target ?? ""
    #expect(target.contains("per_page=100"))
  }

  // MARK: Ends

  struct Ending: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var paging = "pages"
    var query = ""
    var arguments: [String] = []
    let status: Int32
    let verdict: String
    let kind: String
    var items: Int
    var error = ""
  }

  static let endings: [Ending] = [
    Ending(
      testDescription: "the end", status: 0, verdict: "complete", kind: "totalReached", items: 250),
    Ending(
      testDescription: "tokens", paging: "cursors", status: 0, verdict: "complete",
      kind: "moreFalse", items: 250),
    Ending(
      testDescription: "links", paging: "links", status: 0, verdict: "complete", kind: "noNext",
      items: 250),
    Ending(
      testDescription: "503 and then good", query: "fault=503@3&retry_after=0&session=a",
      status: 0, verdict: "complete", kind: "totalReached", items: 250),
    Ending(
      testDescription: "most items, inside a page", arguments: ["--max-items", "30"], status: 3,
      verdict: "capped", kind: "itemsMax", items: 30),
    Ending(
      testDescription: "most items, exactly all", arguments: ["--max-items=250"], status: 0,
      verdict: "complete", kind: "totalReached", items: 250),
    Ending(
      testDescription: "most pages", arguments: ["--max-pages", "2"], status: 3,
      verdict: "capped", kind: "pagesMax", items: 50),
    Ending(
      testDescription: "a loop", paging: "links", query: "fault=loop@p3", status: 4,
      verdict: "suspect", kind: "repeatedRequest", items: 75, error: "suspect: "),
    Ending(
      testDescription: "a cycle", paging: "links", query: "fault=cycle&page=1", status: 4,
      verdict: "suspect", kind: "repeatedRequest", items: 75, error: "suspect: "),
    Ending(
      testDescription: "duplicates", query: "fault=overlap@2&session=d",
      arguments: ["--identity", "id", "--concurrency", "1"], status: 4, verdict: "suspect",
      kind: "totalReached", items: 250, error: "suspect: "),
    Ending(
      testDescription: "cut JSON", query: "fault=truncate@p4", status: 5, verdict: "partial",
      kind: "failed", items: 75, error: "page 4: The body is not JSON"),
    Ending(
      testDescription: "another origin", paging: "links", query: "fault=foreign@p2", status: 5,
      verdict: "partial", kind: "originRefused", items: 50, error: "localhost"),
    Ending(
      testDescription: "a first page that is missing", query: "fault=404", status: 1,
      verdict: "failed", kind: "failed", items: 0, error: "page 1: The API answered with status 404"
    ),
    Ending(
      testDescription: "no right to read", query: "auth=x", status: 1, verdict: "failed",
      kind: "failed", items: 0, error: "page 1: The API answered with status 401"),
    Ending(
      testDescription: "no list there", arguments: ["--items", "nothing"], status: 1,
      verdict: "failed", kind: "failed", items: 0, error: "--items"),
  ]

  @Test(arguments: endings)
  func everyEndHasItsCodeAndItsReason(ending: Ending) throws {
    let kit = try FetchKit()
    let paging =
      switch ending.paging {
      case "links": kit.links(ending.query)
      case "cursors": kit.cursors(ending.query)
      default: kit.pages(ending.query)
      }
    let run = try kit.fetch(paging + ending.arguments + ["--summary"], exits: ending.status)
    let summary = try run.summary
    #expect(summary["verdict"]?.stringValue == ending.verdict)
    #expect(summary["endReason"]?["kind"]?.stringValue == ending.kind)
    #expect(summary["items"]?.integerValue == ending.items)
    let proof = ending.verdict == "complete" ? ["proof"] : []
    #expect(
      summary.objectValue?.keys == [
        "pages", "items", "duplicates", "verdict", "endReason", "seconds",
      ] + proof)
    #expect(run.output.split(separator: "\n").count == ending.items)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == (ending.error.isEmpty ? 1 : 2))
    if !ending.error.isEmpty {
      #expect(lines.first?.hasPrefix("paginator: ") == true)
      #expect(lines.first?.contains(ending.error) == true, "\(run.errors)")
    }
  }

  @Test func nobodyThereIsOneSentence() throws {
    let kit = try FetchKit()
    kit.api.stop()
    let open = kit.file("open.json", #"{"fetching": {"retries": 0}}"#)
    let run = try kit.fetch(["\(kit.api.url)/page?page=:currentPage", "--open", open], exits: 1)
    #expect(run.errors.hasPrefix("paginator: page 1: The API could not be reached"))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  // MARK: Outputs

  @Test(arguments: [["--output", "/dev/full"], []])
  func aFullDiskIsAClearError(arguments: [String]) throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let kit = try FetchKit()
    let words = (["fetch"] + kit.pages() + arguments).map { "'\($0)'" }.joined(separator: " ")
    let target = arguments.isEmpty ? " > /dev/full" : ""
    try Run(
      "/bin/sh", ["-c", "'\(Built.paginator)' \(words)\(target)"], exits: 1,
      says: "cannot be written: No space left on device", errorLines: 1)
  }

  @Test(arguments: ["missing/folder/out", "."])
  func anOutputThatCannotBeWrittenIsSaidBeforeAnyRequest(path: String) throws {
    let kit = try FetchKit()
    let run = try kit.fetch(kit.pages() + ["--output", path], exits: 1)
    #expect(run.errors.hasPrefix("paginator: \(path) cannot be written: "))
    #expect(kit.api.requestCount == 0)
  }

  @Test func anEarlierOutputStaysUntilTheFirstPageHasCome() throws {
    let kit = try FetchKit(items: 3)
    _ = kit.file("out", "precious\n")
    #expect(try kit.fetch(kit.pages("fault=404") + ["--output", "out"]).status == 1)
    #expect(kit.text("out") == "precious\n")
    #expect(try kit.fetch(kit.pages("fault=404") + ["--output", "new"]).status == 1)
    #expect(kit.text("new") == nil)
    #expect(try kit.fetch(kit.pages() + ["--output", "out"]).status == 0)
    #expect(try kit.ids("out") == [1, 2, 3])
  }

  @Test func aReaderThatHasEnoughEndsItQuietly() throws {
    let kit = try FetchKit(items: 5_000)
    let words = (["fetch"] + kit.pages()).map { "'\($0)'" }.joined(separator: " ")
    let script = "{ '\(Built.paginator)' \(words); echo $? > code; } | head -n 1"
    let run = try Run("/bin/sh", ["-c", script], folder: kit.folder)
    #expect(run.output.hasPrefix("{\"id\":1,"))
    #expect(run.errors.isEmpty)
    #expect(kit.text("code") == "141\n")
    #expect(kit.api.requestCount < 200)
  }

  @Test func aReaderThatHasLeftIsNoticedWhileNothingComes() throws {
    let kit = try FetchKit()
    let words = (["fetch"] + kit.pages("fault=stall@3&session=s") + ["--concurrency", "1"])
      .map { "'\($0)'" }.joined(separator: " ")
    let script = "{ '\(Built.paginator)' \(words); echo $? > code; } | head -n 50 > taken"
    try Run("/bin/sh", ["-c", script], folder: kit.folder, exits: 0)
    #expect(kit.text("code") == "141\n")
    #expect(try kit.ids("taken") == Array(1...50))
  }

  @Test func aSlowReaderStopsTheRequests() throws {
    let kit = try FetchKit(items: 60_000)
    let script =
      "'\(Built.paginator)' "
      + (["fetch"] + kit.pages() + ["--per-page", "500"]).map { "'\($0)'" }.joined(separator: " ")
      + " | { read -r line; cat /dev/null > started; read -r again < go; cat > rest; }"
    let go = kit.path("go")
    #expect(mkfifo(go, 0o600) == 0)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = kit.folder
    try process.run()
    let deadline = Date(timeIntervalSinceNow: 60)
    while kit.text("started") == nil, Date.now < deadline { sched_yield() }
    // Meanwhile another one gets to the end.
    try kit.fetch(kit.pages() + ["--per-page", "500", "--output", "other"], exits: 0)
    #expect(kit.api.requestCount - 120 < 60)
    try Data("go\n".utf8).write(to: URL(filePath: go))
    process.waitUntilExit()
    #expect(kit.text("rest").map { $0.split(separator: "\n").count } == 59_999)
  }

  @Test func theHelpTellsAllThereIs() throws {
    let run = try Run(Built.paginator, ["fetch", "--help"], exits: 0)
    for word in [
      "--profile", "--open", "--header", "--header-file", "--param", "--per-page", "--items",
      "--map", "--identity", "--max-pages", "--max-items", "--concurrency", "--format", "--output",
      "--resume", "--summary", "--quiet", "{env:NAME}", "130",
    ] {
      #expect(run.output.contains(word), "the help does not name \(word)")
    }
  }
}
