import Foundation
import JSON
import Synchronization
import Testing

/// `--past-ceiling`, `--slices` and `--slice-by`.
struct FetchSlicesTests {
  private let kit: FetchKit

  init() throws { kit = try FetchKit(items: 0) }

  private func arguments(_ api: SlicedAPI, _ more: [String] = []) -> [String] {
    [
      "\(api.url)/s?from={from}&to={to}", "--items", "items", "--identity", "id", "--retries", "0",
      "--per-page", "4", "--summary", "--open",
      """
      {"ceiling":\(api.rules.ceiling),"paginationMapping":{"total":"objectCount"},
       "pagination":{"strategy":"offset","perPageParameter":"limit"}}
      """,
    ] + more
  }

  private static let range = ["--slices", "0..99", "--slice-by", "at"]

  private func ids(_ text: String) -> [Int] {
    text.split(separator: "\n").compactMap { line in
      (try? JSONDocument(Array(line.utf8))).flatMap { $0.value($0.root)["id"]?.integerValue }
    }
  }

  @Test func aRangeIsSplit() throws {
    let api = try SlicedAPI(.init(times: Array(0..<57)))
    let run = try kit.fetch(arguments(api, FetchSlicesTests.range), exits: 0)
    #expect(ids(run.output).sorted() == Array(0..<57))
    let summary = try run.summary
    #expect(summary["proof"] == "counts")
    #expect(summary["slices"]?["dense"] == 0)
    #expect(summary["slices"]?["requests"] == .integer(api.requests))
  }

  @Test func theEndOfACeilingNamesTheWayPastIt() throws {
    let api = try SlicedAPI(.init(times: Array(0..<5_432), ceiling: 1_000, perPage: 100))
    try kit.fetch(
      arguments(api) + ["--per-page", "100"], exits: 4,
      says:
        "the API gives at most 1,000 of 5,432 items; --slices FROM..TO with --slice-by PATH splits "
        + "the walk")
  }

  @Test func aProfileSplitsByItself() throws {
    let api = try SlicedAPI(.init(times: Array(0..<57)))
    let profile = """
      {"profiles":{"api":{"url":"\(api.url)/s","itemsPath":"items","identity":"id","ceiling":10,"perPage":4,
        "pagination":{"strategy":"offset","perPageParameter":"limit"},
        "paginationMapping":{"total":"objectCount"},
        "slices":{"from":0,"to":99,"by":"at","parameters":{"from":"{from}","to":"{to}"}}}}}
      """
    let file = kit.file("profiles.json", profile)
    let arguments = ["-p", "api", "--profiles", file]
    try kit.fetch(
      arguments, exits: 4,
      says: "the API gives at most 10 of 57 items; --past-ceiling splits the walk by at")
    let split = try kit.fetch(arguments + ["--past-ceiling"], exits: 0)
    #expect(ids(split.output).sorted() == Array(0..<57))
    let part = try kit.fetch(arguments + ["--slices", "10..19"])
    #expect(ids(part.output).sorted() == Array(10..<20))
  }

  @Test func aResumedRunGivesNothingTwice() throws {
    let api = try SlicedAPI(.init(times: (0..<120).map { $0 / 4 }))
    let options =
      arguments(api, FetchSlicesTests.range)
      + ["-o", kit.path("o.ndjson"), "--resume", kit.path("r")]
    var most = 13
    while true {
      let run = try kit.fetch(options + ["--max-items", "\(most)"])
      if run.status != 3 {
        #expect(run.status == 0, "\(run.errors)")
        break
      }
      most += 13
    }
    let text = try String(contentsOfFile: kit.path("o.ndjson"), encoding: .utf8)
    #expect(ids(text).sorted() == Array(0..<120))
  }

  @Test func aTableIsFilledAndPruned() throws {
    let rows = Mutex(57)
    let api = try ListAPI { query in
      let (from, to) = (query["from"] ?? 0, min(query["to"] ?? 0, rows.withLock { $0 } - 1))
      let ids = from > to ? [] : Array(from...to)
      return .items(
        ids.prefix(10).dropFirst(query["offset"] ?? 0).prefix(4), "\"total\":\(ids.count)")
    }
    for (count, deleted) in [(57, 0), (40, 17)] {
      rows.withLock { $0 = count }
      let run = try kit.fetch(
        [
          "\(api.url)/s?from={from}&to={to}", "--items", "items", "--identity", "id", "--prune",
          "--summary", "-o", kit.path("a.sqlite"), "--slices", "0..99", "--slice-by", "id",
          "--per-page", "4", "--open",
          """
          {"ceiling":10,"paginationMapping":{"total":"objectCount"},
           "pagination":{"strategy":"offset","perPageParameter":"limit"}}
          """,
        ], exits: 0)
      #expect(try run.summary["deleted"] == .integer(deleted))
    }
  }

  @Test func theCeilingHasAnOption() throws {
    let api = try SlicedAPI(.init(times: Array(0..<57)))
    let options =
      [
        "\(api.url)/s?from={from}&to={to}", "--items", "items", "--identity", "id", "--per-page",
        "4",
        "--open",
        #"""
        {"paginationMapping":{"total":"objectCount"},
         "pagination":{"strategy":"offset","perPageParameter":"limit"}}
        """#,
      ] + FetchSlicesTests.range
    let run = try kit.fetch(options + ["--ceiling", String(api.rules.ceiling)], exits: 0)
    #expect(ids(run.output).sorted() == Array(0..<57))
    try kit.fetch(options, exits: 2, says: "--slices needs --ceiling N")
  }

  @Test(arguments: [
    (["--slices", "5"], "--slices needs FROM..TO"),
    (["--past-ceiling"], "--past-ceiling needs a profile that has slices"),
    (["--slices", "0..9"], "slices.by"),
    (["--slices", "9..0", "--slice-by", "at"], "slices.from"),
    (["--slices", "0..9", "--slice-by", "at", "--each", "-", "--param", "x={item}"], "exclude"),
  ])
  func wrongCommandLinesAreRefused(options: [String], words: String) throws {
    let api = try SlicedAPI(.init())
    try kit.fetch(arguments(api, options), input: "", exits: 2, says: words)
  }
}
