import Foundation
import Testing

@testable import Store

/// What a page costs as output: at most eight times its bytes, and 64 MiB more.
@Suite(.timeLimit(.minutes(2))) struct OutputBoundTests {
  private let kit: FetchKit

  init() throws { kit = try FetchKit() }

  /// An item with all columns, and many without one.
  private func sparse(_ columns: Int, _ items: Int) -> String {
    let members = (0..<columns).map { "\"c\($0)\":1" }.joined(separator: ",")
    return "[{\(members)}" + String(repeating: ",{}", count: items) + "]"
  }

  @Test(arguments: ["csv", "tsv"]) func aTableOfSeparatorsIsRefused(format: String) throws {
    let body = sparse(4_000, 20_000)
    let api = try ListAPI { _ in ListAPI.Response(body: body) }
    try kit.fetch(
      ["\(api.url)/list", "--format", format, "--output", "out"], exits: 1,
      says: "so few of their 4000 columns", "\(8 * body.utf8.count + 64 << 20)")
    #expect(kit.size("out") == 0)
  }

  @Test(arguments: ["csv", "html", "table", "ndjson", "json"])
  func itIsSmallerThanItsBound(format: String) throws {
    let body = sparse(3_000, 2_000)
    let api = try ListAPI { _ in ListAPI.Response(body: body) }
    let run = try kit.fetch(["\(api.url)/list", "--format", format])
    #expect(!run.output.isEmpty)
    #expect(run.output.utf8.count <= 8 * body.utf8.count + 64 << 20)
  }

  /// A page of many items is written in pieces.
  @Test(arguments: [
    ("html", "</html>\n"), ("csv", "1\n"), ("json", "1\n]\n"), ("ndjson", "1\n"),
  ])
  func manyItemsAreAllWritten(format: String, end: String) throws {
    let (count, item) = (30_000, String(repeating: "1", count: 40))
    let body = "[" + String(repeating: "\(item),", count: count - 1) + "\(item)]"
    let api = try ListAPI { _ in ListAPI.Response(body: body) }
    try kit.fetch(["\(api.url)/list", "--format", format, "--output", "out"])
    let text = try #require(kit.text("out"))
    #expect(text.hasSuffix(end))
    #expect(text.split(separator: "\n").count { $0.contains(item) } == count)
  }

  #if os(Linux)
  /// Rows of a table are held a piece at a time. The last one is of another type.
  @Test func manyRowsAreNotAllHeld() throws {
    let count = 1 << 20
    let body = "[" + String(repeating: "1,", count: count - 1) + "\"x\"]"
    let api = try ListAPI { _ in ListAPI.Response(body: body) }
    let process = try FetchProcess(
      ["\(api.url)/list", "--pagination", "single", "--output", "items.sqlite"], in: kit.folder)
    var peak = 0
    while process.isRunning {
      peak = max(peak, process.peakBytes)
      usleep(5_000)
    }
    let end = process.finish()
    #expect(end.status == 0, "\(end.errors)")
    #expect(peak <= 8 * body.utf8.count + 64 << 20)
    let types = try kit.stored.rows("SELECT typeof(item), count(*) FROM items GROUP BY 1")
    #expect(types == [["integer", .integer(count - 1)], ["text", 1]])
  }
  #endif

  /// The first rows show how wide a table is.
  @Test func laterRowsOfATableAreCutToItsWidth() throws {
    let items = (1...1_500).map { "{\"id\":\($0),\"text\":\"\($0 > 1_000 ? "abcdefgh" : "abc")\"}" }
    let body = "[\(items.joined(separator: ","))]"
    let api = try ListAPI { _ in ListAPI.Response(body: body) }
    let lines = try kit.fetch(["\(api.url)/list", "--format", "table"]).output
      .split(separator: "\n")
    #expect(lines.count == 1_502)
    #expect(lines.contains("1000  abc"))
    #expect(lines.last?.hasPrefix("1500  abc") == true)
    #expect(lines.last?.contains("abcdefgh") == false)
  }
}
