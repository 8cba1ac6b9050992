import Foundation
import JSON
import SampleAPI
import Testing

/// What can be seen of the requests.
struct FetchVerboseTests {
  @Test func everyAttemptIsALine() throws {
    let kit = try FetchKit(items: 50)
    let run = try kit.fetch(
      kit.pages("fault=503@2&retry_after=0&session=v") + [
        "-v", "--concurrency", "1", "--param", "api_key={env:KEY}", "-H", "X-Any: S3cretHeader",
      ], environment: ["KEY": "S3cretKey"], exits: 0)
    let lines = run.errors.split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    for line in lines {
      #expect(
        line.wholeMatch(
          of:
            /GET http:\/\/127.0.0.1:[0-9]+\/page\?\S+api_key=\*\*\* (200|503), [0-9.]+ ms, [0-9]+ bytes(, retry 1)?/
        ) != nil, "\(line)")
    }
    #expect(lines[1].contains(" 503, ") && lines[2].hasSuffix(", retry 1"))
    #expect(!run.errors.contains("S3cret"))
  }

  @Test func theServerLogsEveryAttempt() throws {
    let kit = try FetchKit(items: 2)
    let open =
      #"{"jsonrpc":"2.0","id":1,"method":"open","params":{"paginatorId":"p","url":"\#(kit.api.url)/page?page=:currentPage&token=S3cretToken","itemsPath":"articles"}}"#
    let load =
      #"{"jsonrpc":"2.0","id":2,"method":"loadNextPage","params":{"paginatorId":"p"}}"#
    let run = try Run(
      Built.paginator, ["--log-level", "info"], input: open + "\n" + load + "\n", exits: 0)
    #expect(
      run.errors.contains(
        /Z info GET http:\/\/127.0.0.1:[0-9]+\/page\?page=1&token=\*\*\*&per_page=25 200, [0-9.]+ ms, [0-9]+ bytes\n/
      ))
    #expect(!run.errors.contains("S3cret"))
  }

  @Test func anErrorSaysWhatWasAskedAndWhatCameBack() throws {
    let kit = try FetchKit()
    let run = try kit.fetch(["\(kit.api.url)/nothing?page=:currentPage&token=S3cret"], exits: 1)
    #expect(
      run.errors.hasPrefix(
        "paginator: page 1: The API answered with status 404: There is nothing at /nothing"),
      "\(run.errors)")
    #expect(run.errors.contains("(GET \(kit.api.url)/nothing?page=1&token=***&per_page=25)\n"))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  // MARK: For people

  @Test func aTableFitsTheTerminal() throws {
    let kit = try FetchKit(items: 60)
    let terminal = try Terminal(kit.pages() + ["-f", "table"], in: kit, seesItems: true)
    let (status, text) = terminal.finish()
    #expect(status == 0)
    let lines = text.split(separator: "\r\n")
    #expect(lines.count == 62)
    #expect(lines[0].hasPrefix("\u{1B}[1mid  title"))
    for line in lines.dropFirst(2) { #expect(line.count <= 100) }
    #expect(lines.last?.hasPrefix("60  ") == true)
  }

  @Test func aTableInAFileHasNoColours() throws {
    let kit = try FetchKit(items: 3)
    try kit.fetch(kit.pages() + ["-f", "table", "-o", "out"], exits: 0)
    let text = try #require(kit.text("out"))
    #expect(text.hasPrefix("id  title") && !text.contains("\u{1B}"))
    #expect(text.split(separator: "\n").count == 5)
  }

  @Test(arguments: [0, 3, 60])
  func aPageForTheBrowserIsWhole(items: Int) throws {
    let kit = try FetchKit(items: items)
    try kit.fetch(kit.pages() + ["-f", "html", "-o", "out.html"], exits: 0)
    let text = try #require(kit.text("out.html"))
    #expect(text.hasPrefix("<!doctype html>\n") && text.hasSuffix("</html>\n"))
    #expect(text.components(separatedBy: "<tr><td>").count == items + 1)
    try kit.fetch(kit.pages() + ["-f", "html"], prints: text)
  }

  @Test(arguments: ["table", "html"])
  func whatIsForPeopleIsNotContinued(format: String) throws {
    let kit = try FetchKit()
    try kit.fetch(
      kit.pages() + ["-f", format, "-o", "out", "--resume", "again"], exits: 2,
      says: "--resume cannot continue --format \(format)")
  }
}
