import JSON
import SampleAPI
import Sessions
import TestSupport
import Testing

/// Resume files and checkpoints that others have changed, with the digest that fits.
@Suite(.timeLimit(.minutes(2))) struct ForgedPlacesTests {
  private let kit: FetchKit

  init() throws { kit = try FetchKit() }

  static let requests: [JSONObject] = [
    ["method": "DELETE"], ["method": "POST"], ["method": "PUT", "body": "{}"],
    ["method": "GET", "headers": [["X-Extra", "a"]]], ["body": "{\"all\":true}"],
  ]

  /// The checkpoint with another next request.
  private func forged(_ text: String, _ members: JSONObject) throws -> String {
    let body = try #require(CheckpointSeal.open(text))
    var object = try #require(try json(body).objectValue)
    var link: JSONObject = ["url": .string("\(kit.api.url)/link?page=9"), "headers": []]
    for (name, value) in members.members { link[name] = value }
    object["position"] = ["link": .object(link)]
    return CheckpointSeal.seal(JSONValue.object(object).text)
  }

  /// Params that detection does not find.
  static let found: [JSONObject] = [
    ["method": "DELETE"], ["method": "POST", "body": ["all": true]], ["body": ["all": true]],
    ["parameters": ["_method": "DELETE"]], ["headers": ["X-Extra": "a"]],
    ["auth": ["type": "oauth2", "tokenURL": "http://127.0.0.1:1/", "clientId": "a"]],
    ["inner": ["items": "a", "more": "b", "next": "c", "parameter": "d", "by": ["body": [:]]]],
    ["pagination": ["strategy": "cursor", "next": "a", "parameter": "X-Extra", "in": "header"]],
    ["pagination": ["strategy": "cursor", "next": "a", "parameter": "b", "nextBody": ["c": 1]]],
  ]

  @Test(arguments: found)
  func aForgedFindingSendsNothing(found: JSONObject) throws {
    for (name, words) in lists where name == "bare" {
      let fetch = words + ["--output", "\(name).out", "--resume", name]
      try kit.fetch(fetch + ["--max-pages", "2"], exits: 3)
      var file = try #require(try json(kit.text(name) ?? "").objectValue)
      file["sum"] = nil
      let body = try #require(CheckpointSeal.open(file["checkpoint"]?.stringValue ?? ""))
      var place = try #require(try json(body).objectValue)
      var merged = place["found"]?.objectValue ?? [:]
      for (name, value) in found.members { merged[name] = value }
      place["found"] = .object(merged)
      place["position"] = "start"
      file["checkpoint"] = .string(CheckpointSeal.seal(JSONValue.object(place).text))
      _ = kit.file(name, CheckpointSeal.seal(JSONValue.object(file).text) + "\n")
      kit.api.forgetRequests()
      try kit.fetch(fetch, exits: 1, says: "does not set")
      #expect(kit.api.requests().isEmpty)
    }
  }

  /// The place of a walk that is over says how the list pages: nothing else of it counts.
  @Test(arguments: found)
  func aForgedFindingOfABookmarkSendsNothing(found: JSONObject) throws {
    let fetch = kit.bare("") + ["--bookmark", "id", "--output", "out", "--resume", "place"]
    try kit.fetch(fetch, exits: 0)
    var file = try #require(try json(kit.text("place") ?? "").objectValue)
    file["sum"] = nil
    let body = try #require(CheckpointSeal.open(file["checkpoint"]?.stringValue ?? ""))
    var place = try #require(try json(body).objectValue)
    var merged = try #require(place["found"]?.objectValue)
    for (name, value) in found.members { merged[name] = value }
    place["found"] = .object(merged)
    file["checkpoint"] = .string(CheckpointSeal.seal(JSONValue.object(place).text))
    _ = kit.file("place", CheckpointSeal.seal(JSONValue.object(file).text) + "\n")
    kit.api.forgetRequests()
    try kit.fetch(fetch, exits: 0)
    let requests = kit.api.requests()
    #expect(!requests.isEmpty)
    #expect(requests.allSatisfy { $0.method == "GET" && $0.header("X-Extra") == nil })
    #expect(!requests.contains { $0.target.contains("_method") })
  }

  private var lists: [(String, [String])] {
    [
      ("pages", kit.pages()), ("cursors", kit.cursors()), ("links", kit.links()),
      ("bare", kit.bare("")),
    ]
  }

  @Test(arguments: requests)
  func aForgedResumeFileSendsNothing(members: JSONObject) throws {
    for (name, words) in lists {
      let fetch = words + ["--output", "\(name).out", "--resume", name]
      try kit.fetch(fetch + ["--max-pages", "2"], exits: 3)
      var file = try #require(try json(kit.text(name) ?? "").objectValue)
      file["sum"] = nil
      file["checkpoint"] = .string(
        try forged(try #require(file["checkpoint"]?.stringValue), members))
      _ = kit.file(name, CheckpointSeal.seal(JSONValue.object(file).text) + "\n")
      kit.api.forgetRequests()
      try kit.fetch(fetch, exits: 1, says: "does not set")
      #expect(kit.api.requests().isEmpty, "\(name)")
    }
  }

  @Test(arguments: requests)
  func aForgedCheckpointIsNotOpened(members: JSONObject) throws {
    let server = try ServerProcess(.lines)
    let open: JSONObject = [
      "paginatorId": "a", "url": .string("\(kit.api.url)/link"), "itemsPath": "",
      "pagination": ["strategy": "link"],
    ]
    try server.ask("paginator/open", .object(open), id: 1)
    try server.ask("paginator/loadNextPage", ["paginatorId": "a"], id: 2)
    let given = try server.ask("paginator/checkpoint", ["paginatorId": "a"], id: 3)
    let place = try #require(given["result"]?["checkpoint"]?.stringValue)
    kit.api.forgetRequests()
    var again = open
    again["paginatorId"] = "b"
    again["checkpoint"] = .string(try forged(place, members))
    let answer = try server.ask("paginator/open", .object(again), id: 4)
    #expect(answer["error"]?["message"]?.stringValue?.contains("does not set") == true)
    #expect(kit.api.requests().isEmpty)
    #expect(server.finish() == 0)
  }
}
