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

  // MARK: Files that cannot be used

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
