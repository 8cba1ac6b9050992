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

  /// Tokens that live for a second are renewed on the way, one request for each.
  @Test func walkOutlivesItsTokens() throws {
    let kit = try FetchKit(items: 200)
    let auth = """
      {"type": "oauth2", "tokenURL": "\(kit.api.url)/token?lifetime=1&client=app:s3cret-key",
       "clientId": "app", "clientSecret": "{env:SAMPLE_SECRET}"}
      """
    let run = try kit.fetch(
      kit.pages("auth=oauth&latency=300") + ["--auth", auth, "--concurrency", "1"],
      environment: ["SAMPLE_SECRET": "s3cret-key"], exits: 0)
    #expect(try run.ids == Array(1...200))
    let tokens = kit.api.requests().filter { $0.target.hasPrefix("/token") }
    #expect((2...8).contains(tokens.count))
  }
}
