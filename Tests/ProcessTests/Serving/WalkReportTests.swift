import Foundation
import JSON
import SampleAPI
import Testing

/// The reports of a walk, as a progress bar needs them.
struct WalkReportTests {
  @Test func theLastReportIsThatOfTheWholeWalk() throws {
    let api = try SampleServer(SampleOptions())
    api.start()
    defer { api.stop() }
    let server = try ServerProcess(.lines)
    let opened = try server.ask(
      "paginator/open",
      [
        "paginatorId": "p", "url": .string("\(api.url)/page?page=:currentPage&per_page=:perPage"),
        "itemsPath": "articles", "paginationMapping": ["pagination.total_objects": "objectCount"],
      ])
    #expect(opened["error"] == nil)
    try server.send(
      #"{"jsonrpc":"2.0","id":2,"method":"loadAll","params":{"paginatorId":"p","workDoneToken":"w"}}"#
    )
    var values: [JSONValue] = []
    while true {
      let document = try JSONDocument(Array(server.receive().utf8))
      let message = document.value(document.root)
      if message["id"] == 2 { break }
      if let value = message["params"]?["value"] { values.append(value) }
    }
    #expect(server.finish() == 0)
    #expect(values.first?["kind"] == "begin" && values.last?["kind"] == "end")
    let last = try #require(values.dropLast().last)
    #expect(last["kind"] == "report" && last["percentage"] == 100)
    #expect(last["message"]?.stringValue?.hasPrefix("page 10, 250 of 250 items") == true)
    #expect(values.count { $0["percentage"] == 100 } == 1)
  }
}
