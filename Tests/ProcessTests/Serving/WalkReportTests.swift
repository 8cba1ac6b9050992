import Foundation
import JSON
import SampleAPI
import TestSupport
import Testing

/// The reports of a walk, as a progress bar needs them.
struct WalkReportTests {
  @Test func theLastReportIsThatOfTheWholeWalk() throws {
    let api = try SampleServer(SampleOptions())
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
      let message = try json(server.receive())
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

  /// After loads of these pages, a walk's end says from where its items are.
  @Test(
    arguments: [
      ([1], "complete, 225 of 250 items, from page 2"),
      ([2], "complete, 200 of 250 items, from page 3"), ([], "complete"),
    ])
  func theEndSaysFromWhereTheItemsAre(loaded: [Int], words: String) throws {
    let api = try SampleServer(SampleOptions())
    defer { api.stop() }
    let server = try ServerProcess(.lines)
    try #require(
      try server.ask(
        "paginator/open",
        [
          "paginatorId": "p", "url": .string("\(api.url)/page?page=:currentPage&per_page=:perPage"),
          "itemsPath": "articles", "paginationMapping": ["pagination.total_objects": "objectCount"],
        ])["error"] == nil)
    for page in loaded {
      let answer = try server.ask("loadPage", ["paginatorId": "p", "page": .integer(page)])
      #expect(answer["error"] == nil)
    }
    try server.send(
      #"{"jsonrpc":"2.0","id":"w","method":"loadAll","params":{"paginatorId":"p","workDoneToken":"w"}}"#
    )
    var end: JSONValue = .null
    while end["id"] != "w" {
      end = try json(server.receive())
      if let value = end["params"]?["value"], value["kind"] == "end" {
        #expect(value["message"] == .string(words))
      }
    }
    #expect(server.finish() == 0)
  }

  @Test(arguments: [#""w""#, "7", #""\u0077""#])
  func aWalkIsCancelledByItsToken(_ spelled: String) throws {
    let api = try SampleServer(SampleOptions())
    defer { api.stop() }
    let server = try ServerProcess(.lines)
    let open = { (id: String) throws in
      try server.ask(
        "paginator/open",
        [
          "paginatorId": .string(id),
          "url": .string("\(api.url)/page?page=:currentPage&per_page=:perPage&fault=stall"),
          "itemsPath": "articles",
        ])
    }
    #expect(try open("p")["error"] == nil && open("q")["error"] == nil)
    let token = spelled == "7" ? "7" : #""w""#
    for (id, paginator, token) in [(2, "p", token), (3, "q", #""other""#)] {
      try server.send(
        #"{"jsonrpc":"2.0","id":\#(id),"method":"loadAll","params":{"paginatorId":"\#(paginator)","#
          + #""workDoneToken":\#(token)}}"#)
      #expect(try server.receiveTree()["params"]?["value"]?["kind"] == "begin")
    }
    for unknown in [
      #"{"token":"nobody"}"#, "{}", #"{"token":null}"#, "[1]", #"{"token":\#(spelled)}"#,
    ] {
      try server.send(
        #"{"jsonrpc":"2.0","method":"window/workDoneProgress/cancel","params":\#(unknown)}"#)
    }
    let end = try server.receiveTree()
    #expect(end["params"]?["value"]?["kind"] == "end")
    let response = try server.receiveTree()
    #expect(response["id"] == 2 && response["error"]?["code"] == -32800)
    // The other one goes on until it is cancelled, too.
    try server.send(
      #"{"jsonrpc":"2.0","method":"window/workDoneProgress/cancel","params":{"token":"other"}}"#)
    #expect(try server.receiveTree()["params"]?["token"] == "other")
    #expect(try server.receiveTree()["error"]?["data"]?["kind"] == "requestCancelled")
    #expect(server.finish() == 0)
  }
}
