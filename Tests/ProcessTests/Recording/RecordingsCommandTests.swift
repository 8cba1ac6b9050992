import Foundation
import JSON
import Testing

/// `paginator recordings`.
struct RecordingsCommandTests {
  private let kit: FetchKit

  init() throws { kit = try FetchKit(items: 1) }

  static func recordings(_ kit: FetchKit, _ arguments: [String]) throws -> Run {
    try Run(Built.paginator, ["recordings"] + arguments, folder: kit.folder)
  }

  static func json(_ run: Run) throws -> JSONValue {
    let document = try JSONDocument(Array(run.output.utf8))
    return document.value(document.root)
  }

  /// A list of three pages, one whose second page is missing, a document, and a web socket.
  static func tape(_ kit: FetchKit) -> String {
    let other = ReplayedWalkTests.url + "/7/comments"
    let partial = ReplayedWalkTests.entry(
      "/7/comments?key=S3CRET&page=1",
      "{\"items\":[{\"id\":1}],\"next\":\"\(other)?key=S3CRET&page=2\"}")
    let socket: JSONValue = ["request": ["method": "GET", "url": "wss://api.invalid/"]]
    let document = ReplayedWalkTests.entry("/7", #"{"id":7,"title":"A"}"#)
    return ReplayedWalkTests.tape(kit, [socket, document] + ReplayedWalkTests.pages + [partial])
  }

  @Test func everyListIsFoundWithTheCommandThatWalksThroughIt() throws {
    let path = Self.tape(kit)
    let run = try Self.recordings(kit, [path, "--json"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let result = try Self.json(run)
    #expect(result["entries"] == 6 && result["ignored"] == 1)
    let lists = try #require(result["lists"]?.arrayValue)
    #expect(lists.map { $0["pages"] } == [3, 1])
    #expect(lists.map { $0["strategy"] } == ["body", "body"])
    #expect(lists[0]["url"] == .string(ReplayedWalkTests.url + "?page=1"))
    #expect(lists[1]["url"] == .string(ReplayedWalkTests.url + "/7/comments?key=***&page=1"))
    let expected = [(0, [1, 2, 3, 4, 5], Int32(0)), (1, [1], 3)]
    for (index, ids, status) in expected {
      let command = try #require(lists[index]["command"]?.stringValue)
      #expect(command.hasPrefix("paginator fetch ") && !command.contains("S3CRET"))
      let script = "'\(Built.paginator)'" + command.dropFirst("paginator".count)
      let fetched = try Run("/bin/sh", ["-c", script], folder: kit.folder)
      #expect(try fetched.ids == ids)
      #expect(fetched.status == status, "\(fetched.errors)")
    }
  }

  @Test func peopleGetATable() throws {
    let path = Self.tape(kit)
    let run = try Self.recordings(kit, [path])
    let url = ReplayedWalkTests.url
    #expect(
      run.output == """
        \(path): 6 entries, 1 of them not for http or https

        PAGES  STRATEGY  REQUEST
            3  body      GET \(url)?page=1
               paginator fetch '\(url)?page=1' --replay \(path)
           1+  body      GET \(url)/7/comments?key=***&page=1
               paginator fetch '\(url)/7/comments?key=***&page=1' --max-pages 1 --replay \(path)

        + The list continues after what was recorded.

        """)
  }

  @Test func nothingMovesTheCursorOrLeavesTheQuotes() throws {
    let body = #"{"items":[{"id":1}],"next":"/x?q=2"}"#
    let path = ReplayedWalkTests.tape(
      kit, [ReplayedWalkTests.entry("?q='$(touch no)'\u{1B}[2J\u{202E}", body)])
    let run = try Self.recordings(kit, [path])
    #expect(run.status == 0)
    #expect(!run.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    #expect(run.output.contains("'\\''$(touch%20no)'\\''%1B[2J%E2%80%AE' "))
  }

  @Test func aRecordingWithoutListsSaysSo() throws {
    let path = ReplayedWalkTests.tape(kit, [])
    #expect(try Self.recordings(kit, [path]).output == "\(path): 0 entries. Nothing pages.\n")
    let json = try Self.json(Self.recordings(kit, [path, "--json"]))
    #expect(json == ["entries": 0, "ignored": 0, "lists": []])
  }

  @Test func aFileThatIsNoRecordingIsAUsageError() throws {
    let run = try Self.recordings(kit, [kit.file("no.har", "{}")])
    #expect(run.status == 2 && run.errors.contains("is not a HAR: it has no log"))
    #expect(try Self.recordings(kit, [kit.path("none.har")]).status == 2)
    #expect(try Self.recordings(kit, []).status == 2)
  }
}
