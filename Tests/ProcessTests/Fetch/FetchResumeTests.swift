import Foundation
import JSON
import SampleAPI
import TestSupport
import Testing

/// Walks that are broken off, by a signal, a crash or a failure, and gone on with.
struct FetchResumeTests {
  private let kit: FetchKit

  init() throws { kit = try FetchKit() }

  static let into = ["--output", "out", "--resume", "again"]

  // MARK: Crashes

  @Test(
    arguments: [
      ("pages", "ndjson"), ("pages", "json"), ("pages", "csv"), ("cursors", "ndjson"),
      ("links", "tsv"), ("bare", "ndjson"),
    ])
  func aKillAtAnyMomentLosesNothingAndRepeatsNothing(paging: String, format: String) throws {
    let kit = try FetchKit(items: 1_000)
    let query = "latency=3"
    let request =
      switch paging {
      case "cursors": kit.cursors(query)
      case "links": kit.links(query)
      case "bare": kit.bare(query)
      default: kit.pages(query)
      }
    let arguments = request + ["--format", format, "--per-page", "20"]
    let expected = try kit.fetch(arguments).output
    #expect(expected.utf8.count > 100_000)
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var kills = 0
    for _ in 0..<30 {
      let process = try FetchProcess(arguments + FetchResumeTests.into, in: kit.folder)
      let goal = kit.size("out") + Int(random.next() % 10_000)
      _ = process.wait { kit.size("out") >= goal }
      process.send(SIGKILL)
      if process.finish().status == -1 { kills += 1 }
    }
    #expect(kills > 0)
    let last = try kit.fetch(arguments + FetchResumeTests.into)
    #expect(last.status == 0, "seed \(seed): \(last.errors)")
    #expect(kit.text("out") == expected, "seed \(seed)")
  }

  @Test(arguments: ["ndjson", "json", "csv"])
  func whatACrashHasLeftBehindIsCutOff(format: String) throws {
    let arguments = kit.pages() + ["--format", format]
    let expected = try kit.fetch(arguments).output
    let run = arguments + FetchResumeTests.into
    #expect(try kit.fetch(run + ["--max-pages", "3"]).status == 3)
    let kept = try #require(kit.text("out"))
    _ = kit.file("out", kept + "{\"id\":76,\"title\":\"half a li")
    #expect(try kit.fetch(run).status == 0)
    #expect(kit.text("out") == expected)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalKeepsWholePagesAndLeavesAValidResumeFile(signal: Int32) throws {
    let arguments =
      kit.cursors("fault=stall@5&session=s") + FetchResumeTests.into + ["--format", "json"]
    let process = try FetchProcess(arguments + ["--summary"], in: kit.folder)
    #expect(process.wait { kit.api.requestCount == 5 && (try? resume(kit)["pages"]) == 4 })
    process.send(signal)
    let (status, errors) = process.finish()
    #expect(status == 130)
    #expect(errors.hasPrefix("paginator: interrupted; "))
    #expect(errors.contains("\"verdict\":\"partial\",\"endReason\":{\"kind\":\"cancelled\""))
    let document = try JSONDocument(Array((kit.text("out") ?? "").utf8))
    let count = document.elementCount(of: document.root)
    #expect(count == 100)
    #expect(try resume(kit)["items"] == 100)
    #expect(try kit.fetch(arguments).status == 0)
    let whole = try JSONDocument(Array((kit.text("out") ?? "").utf8))
    let ids = whole.elements(of: whole.root).compactMap { whole.member("id", of: $0) }
    #expect(ids.compactMap(whole.integer) == Array(1...250))
  }

  @Test func aSignalBeforeTheFirstPageLeavesAnEarlierOutputAlone() throws {
    _ = kit.file("out", "precious\n")
    let process = try FetchProcess(
      kit.cursors("fault=stall@1&session=f") + FetchResumeTests.into + ["--format", "json"],
      in: kit.folder)
    #expect(process.wait { kit.api.requestCount == 1 })
    process.send(SIGTERM)
    let (status, errors) = process.finish()
    #expect(status == 130)
    #expect(errors == "paginator: interrupted\n")
    #expect(kit.text("out") == "precious\n")
    #expect(kit.text("again") == nil)
  }

  @Test func aSignalEndsAWaitAtOnce() throws {
    let process = try FetchProcess(
      kit.pages("fault=503x*@2&retry_after=50&session=w") + ["--output", "out"], in: kit.folder)
    #expect(process.wait { kit.api.requestCount >= 2 && kit.size("out") > 0 })
    process.send(SIGTERM)
    #expect(process.finish().status == 130)
    #expect(try kit.ids("out") == Array(1...25))
  }

  @Test(arguments: ["ndjson", "json", "csv"])
  func anOutputThatFillsUpKeepsWholePagesAndGoesOn(format: String) throws {
    let kit = try FetchKit(items: 1_000)
    let arguments = kit.pages() + ["--format", format]
    let words = (["fetch"] + arguments + FetchResumeTests.into).map { "'\($0)'" }
    let script = "ulimit -f 128; exec '\(Built.paginator)' \(words.joined(separator: " "))"
    let run = try Run("/bin/sh", ["-c", script], folder: kit.folder, exits: 1)
    #expect(run.errors.hasPrefix("paginator: out cannot be written: File too large; "))
    #expect(
      run.errors.hasSuffix(" items were written, and the same command continues from there\n"))
    let part = try #require(kit.text("out"))
    let lines = part.split(separator: "\n").count
    let frame = ["json": 2, "csv": 1][format] ?? 0
    #expect(lines > frame && (lines - frame) % 25 == 0)
    #expect(part.hasSuffix(format == "json" ? "\n]\n" : "\n"))
    #expect(try kit.fetch(arguments + FetchResumeTests.into).status == 0)
    #expect(kit.text("out") == (try kit.fetch(arguments).output))
  }

  // MARK: Going on

  @Test func aFailedPageIsAskedForAgain() throws {
    let arguments =
      kit.pages("fault=truncate@5&session=t") + FetchResumeTests.into + ["--concurrency", "1"]
    try kit.fetch(
      arguments, exits: 5, says: "100 items were written, and the same command continues")
    #expect(try kit.ids("out") == Array(1...100))
    #expect(try kit.fetch(arguments).status == 0)
    #expect(try kit.ids("out") == Array(1...250))
  }

  @Test func aCompressedPageThatIsCutIsRequestedAgain() throws {
    let arguments = kit.pages("fault=gzip-cut@2&session=g") + ["--output", "out", "--verbose"]
    try kit.fetch(arguments, exits: 0, says: "its gzip data is cut short")
    #expect(try kit.ids("out") == Array(1...250))
  }

  @Test func aCompressedPageThatIsCutEachTimeIsPartial() throws {
    let arguments = kit.pages("fault=gzip-cutx*@p2&session=c") + ["--output", "out"]
    try kit.fetch(arguments, exits: 5, says: "its gzip data is cut short")
  }

  @Test func aFailureAtTheFirstPageOfASecondRunIsPartial() throws {
    let arguments = kit.pages("fault=500x*@4&session=p") + FetchResumeTests.into
    let open = kit.file(
      "open.json",
      """
      {"itemsPath": "articles", "perPage": 25, "fetching": {"retries": 0, "concurrency": 1},
       "paginationMapping": {"pagination.total_objects": "objectCount"}}
      """)
    #expect(arguments.contains(open))
    for _ in 0..<2 {
      let run = try kit.fetch(arguments + ["--summary"], exits: 5)
      #expect(try run.summary["items"]?.integerValue == 75)
    }
    #expect(try kit.ids("out") == Array(1...75))
  }

  @Test func aWalkThatHasEndedSendsNothingMore() throws {
    let arguments = kit.pages() + FetchResumeTests.into
    #expect(try kit.fetch(arguments).status == 0)
    let (out, again) = (kit.text("out"), kit.text("again"))
    let requests = kit.api.requestCount
    let run = try kit.fetch(arguments + ["--summary"], exits: 0)
    #expect(run.errors.hasPrefix("paginator: again: this walk has ended with verdict complete"))
    #expect(try run.summary["items"]?.integerValue == 250)
    #expect(try kit.fetch(arguments + ["--quiet"]).errors.isEmpty)
    #expect(kit.api.requestCount == requests)
    #expect(kit.text("out") == out && kit.text("again") == again)
  }

  @Test func aSuspectWalkStaysSuspect() throws {
    let arguments = kit.links("fault=loop@p3") + FetchResumeTests.into
    #expect(try kit.fetch(arguments).status == 4)
    let requests = kit.api.requestCount
    #expect(try kit.fetch(arguments).status == 4)
    #expect(kit.api.requestCount == requests)
  }

  @Test func capsCountTheItemsOfAllRuns() throws {
    let arguments = kit.cursors() + FetchResumeTests.into
    #expect(try kit.fetch(arguments + ["--max-items", "30"]).status == 3)
    let requests = kit.api.requestCount
    let again = try kit.fetch(arguments + ["--max-items", "30", "--summary"], exits: 3)
    #expect(try again.summary["verdict"]?.stringValue == "capped")
    #expect(kit.api.requestCount == requests)
    #expect(try kit.fetch(arguments + ["--max-items", "60"]).status == 3)
    #expect(try kit.ids("out") == Array(1...60))
    #expect(try kit.fetch(arguments).status == 0)
    #expect(try kit.ids("out") == Array(1...250))
  }

  @Test func tablesGoOnWithTheirColumns() throws {
    let arguments = kit.pages() + FetchResumeTests.into + ["--format", "csv"]
    #expect(try kit.fetch(arguments + ["--max-items", "10"]).status == 3)
    #expect(try kit.fetch(arguments).status == 0)
    #expect(kit.text("out") == (try kit.fetch(kit.pages() + ["--format", "csv"]).output))
  }

  @Test func standardOutputGoesOnToo() throws {
    let arguments = kit.pages() + ["--resume", "again", "--format", "csv"]
    let first = try kit.fetch(arguments + ["--max-items", "40"])
    let second = try kit.fetch(arguments)
    #expect(first.status == 3 && second.status == 0)
    #expect(
      first.output + second.output == (try kit.fetch(kit.pages() + ["--format", "csv"]).output))
  }

  // MARK: Files that cannot be used

  struct Damage: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let words: String
    var arguments: [String] = []
    var url = ""
    let spoil: @Sendable (String) -> String
  }

  static let damages: [Damage] = [
    Damage(testDescription: "cut in half", words: "is not a complete resume file") {
      String($0.prefix($0.count / 2))
    },
    Damage(testDescription: "empty", words: "is not a complete resume file") { _ in "" },
    Damage(testDescription: "something else", words: "is not a complete resume file") { _ in "[1]"
    },
    Damage(testDescription: "another version", words: "another version") {
      $0.replacing("\"v\":1", with: "\"v\":2")
    },
    Damage(testDescription: "no columns", words: "is not a complete resume file") {
      $0.replacing(#""columns":["id""#, with: #""columns":[7"#)
    },
    Damage(testDescription: "a negative place", words: "is not a complete resume file") {
      $0.replacing("\"outputBytes\":", with: "\"outputBytes\":-")
    },
    Damage(testDescription: "a longer output", words: "is not a complete resume file") {
      $0.replacing("\"outputBytes\":", with: "\"outputBytes\":9")
    },
    Damage(testDescription: "a damaged checkpoint", words: "is not a complete resume file") {
      $0.replacing("\\\"request\\\":", with: "\\\"reques\\\":")
    },
    Damage(testDescription: "another count", words: "is not a complete resume file") {
      $0.replacing("\"items\":50", with: "\"items\":51")
    },
    Damage(
      testDescription: "another request", words: "does not belong to this request",
      arguments: ["--param", "tag=x"]
    ) { $0 },
    Damage(
      testDescription: "another format", words: "was made with --format csv",
      arguments: ["--format", "ndjson"]
    ) { $0 },
  ]

  @Test(arguments: damages)
  func aResumeFileThatCannotBeUsedTouchesNothing(damage: Damage) throws {
    let arguments = kit.pages() + FetchResumeTests.into + ["--format", "csv"]
    #expect(try kit.fetch(arguments + ["--max-pages", "2"]).status == 3)
    let (out, again) = (try #require(kit.text("out")), try #require(kit.text("again")))
    let spoilt = damage.spoil(again)
    _ = kit.file("again", spoilt)
    let requests = kit.api.requestCount
    let run = try kit.fetch(arguments + damage.arguments, exits: 1)
    #expect(run.errors.hasPrefix("paginator: "))
    #expect(run.errors.contains(damage.words), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(kit.text("out") == out && kit.text("again") == spoilt)
    #expect(kit.api.requestCount == requests)
  }

  @Test func anotherKindOfOutputIsRefused() throws {
    #expect(try kit.fetch(kit.pages() + FetchResumeTests.into + ["--max-pages", "1"]).status == 3)
    try kit.fetch(
      kit.pages() + ["--resume", "again"], exits: 1, prints: "", says: "another kind of output")
  }

  @Test func anotherFileIsNotCutOff() throws {
    let arguments = kit.pages() + FetchResumeTests.into
    #expect(try kit.fetch(arguments + ["--max-pages", "1"]).status == 3)
    let precious = String(repeating: "a line of another file\n", count: 1_000)
    _ = kit.file("out", precious)
    try kit.fetch(arguments, exits: 1, says: "does not match the resume file")
    #expect(kit.text("out") == precious)
  }

  @Test func anOutputThatIsGoneIsNotBegunInTheMiddle() throws {
    let arguments = kit.pages() + FetchResumeTests.into
    #expect(try kit.fetch(arguments + ["--max-pages", "1"]).status == 3)
    try FileManager.default.removeItem(atPath: kit.path("out"))
    try kit.fetch(arguments, exits: 1, says: "does not match the resume file")
    #expect(kit.text("out") == nil)
  }

  @Test func aResumeFileThatCannotBeWrittenIsSaidBeforeAnyRequest() throws {
    let run = try kit.fetch(
      kit.pages() + ["--output", "out", "--resume", "no/such/again"], exits: 1)
    #expect(run.errors.hasPrefix("paginator: no/such/again cannot be written: No such file"))
    #expect(kit.api.requestCount == 0)
    #expect(kit.text("out") == nil)
  }

  @Test func anOutputThatAnotherProcessWritesIsLeftAlone() throws {
    let path = kit.file("out", "theirs\n")
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    try kit.fetch(
      kit.pages() + ["--output", "out"], exits: 1, says: "out is being written by another process")
    #expect(kit.text("out") == "theirs\n")
  }

  private func resume(_ kit: FetchKit) throws -> JSONValue {
    return try json(kit.text("again") ?? "")
  }
}
