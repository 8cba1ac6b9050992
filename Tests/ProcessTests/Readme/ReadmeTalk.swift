import JSON
import TestSupport

/// A conversation of protocol/README.md, held with the built executable.
///
/// What the README leaves out is done here: the API answers by way of `paginator/fetch`, the
/// paginators of a section are opened, and notifications that it does not show are passed over.
final class ReadmeTalk {
  private let section: Int
  private let server: ServerProcess
  private var api = ReadmeAPI()
  /// The server's own ids by those of the README.
  private var serverIDs: [Int: JSONValue] = [:]

  private static let url: JSONValue =
    "https://api.example.com/articles?page=:currentPage&per_page=:perPage"

  init(section: Int) throws {
    self.section = section
    server = try ServerProcess(.lines)
    guard section != 3, section != 7 else { return }
    let can: JSONValue = [
      "notifications": true, "extractPage": true, "fetch": true, "credentials": true,
    ]
    try ask("initialize", ["processId": .null, "capabilities": ["paginator": can]])
  }

  /// Does what the section takes for granted before one of its blocks.
  func prepare(block: Int) throws {
    switch (section, block) {
    case (13, 0), (14, 0), (15, 0), (17, 0), (19, 0):
      try open(["identity": section == 13 ? "id" : .null, "notifications": true])
      try ask("paginator/loadNextPage", ["paginatorId": "articles"])
      if section == 13 { try ask("paginator/loadNextPage", ["paginatorId": "articles"]) }
      if section == 19 { try load(in: .isBusy) }
    case (19, 1):
      api.mood = .answers
      try ask("paginator/close", ["paginatorId": "articles"])
      try open(["token": "1234", "limits": ["heldRequestsMax": 10]])
      try ask("paginator/loadPage", ["paginatorId": "articles", "page": 2])
    case (13, 1): api.isEdited = true
    case (18, _): api.mood = .tellsPages
    case (20, 0):
      try open(["pagination": ["strategy": "custom"], "url": "https://api.example.com/articles"])
      try load(in: .isPeculiar)
    case (20, _):
      try ask("paginator/close", ["paginatorId": "articles"])
      try open([:])
      try load(in: block == 1 ? .answers : .asksForCredentials)
    default: break
    }
  }

  /// Checks what comes after a block.
  func conclude(block: Int) throws {
    guard section == 20 else { return }
    var answer: JSONValue
    repeat { answer = try receive() } while answer["id"]?.integerValue != 99
    guard answer["result"] != nil else { throw Unexpected(message: answer) }
  }

  struct Unexpected: Error {
    let message: JSONValue
  }

  /// Sends a message of the client's.
  func send(_ message: JSONValue) throws {
    var message = message
    if ["paginator/open", "paginator/detect"].contains(message["method"]?.stringValue) {
      var fetching = message["params"]?["fetching"]?.objectValue ?? [:]
      fetching["by"] = "client"
      message["params"]?["fetching"] = .object(fetching)
    }
    switch message["id"]?.integerValue ?? 0 {
    case _ where section != 4: break
    case 6...8: api.mood = .hangs
    case 9: api.mood = .refuses
    case 10: api.mood = .answers
    default: break
    }
    if message["method"] == nil, let id = message["id"]?.integerValue {
      message["id"] = serverIDs[id]
    }
    try write(message)
  }

  /// Takes the next message that belongs to the conversation; where it differs from `expected`.
  func receive(like expected: JSONValue) throws -> [String] {
    while true {
      let message = try receive(unless: expected["method"])
      let isOther =
        message["method"] != expected["method"]
        || (Self.isReport(message) && !Self.isReport(expected))
      if message["method"] != nil, isOther { continue }
      if message["method"] != nil, let id = expected["id"]?.integerValue {
        serverIDs[id] = message["id"]
        guard (message["id"]?.integerValue ?? 0) >= 1_000_000_000 else { return ["id"] }
      }
      return Self.differences(expected, message, "")
    }
  }

  private static func isReport(_ message: JSONValue) -> Bool {
    message["params"]?["value"]?["kind"] == "report"
  }

  // MARK: Requests of its own

  private func open(_ more: JSONObject) throws {
    var params: JSONObject = [
      "paginatorId": "articles", "url": Self.url, "perPage": 2, "itemsPath": "articles",
      "paginationMapping": ["total": "objectCount"],
    ]
    for (name, value) in more.members { params[name] = value }
    params["fetching"] = ["by": "client"]
    try ask("paginator/open", .object(params))
  }

  private func load(in mood: ReadmeAPI.Mood) throws {
    api.mood = mood
    try write([
      "jsonrpc": "2.0", "id": 99, "method": "paginator/loadNextPage",
      "params": ["paginatorId": "articles"],
    ])
  }

  private func ask(_ method: String, _ params: JSONValue) throws {
    try write(["jsonrpc": "2.0", "id": 98, "method": .string(method), "params": params])
    var answer: JSONValue
    repeat { answer = try receive() } while answer["id"]?.integerValue != 98
    guard answer["result"] != nil else { throw Unexpected(message: answer) }
  }

  // MARK: Messages

  /// The next message; requests for the API are answered, unless they are what is expected.
  private func receive(unless expected: JSONValue? = nil) throws -> JSONValue {
    while true {
      let message = try json(server.receive())
      guard message["method"] == "paginator/fetch", expected != "paginator/fetch" else {
        return message
      }
      if var answer = api.answer(to: message) {
        answer["jsonrpc"] = "2.0"
        answer["id"] = message["id"]
        try write(.object(answer))
      }
    }
  }

  private func write(_ message: JSONValue) throws {
    try server.send(message.text)
  }

  // MARK: Comparing

  /// Members whose values are another each time.
  private static let varying: Set<String> = [
    "durationMs", "checkpoint", "version", "startedDateTime", "time",
  ]
  /// Lists that are longer than the README shows.
  private static let shortened: Set<String> = ["profiles", "methods"]

  /// The paths at which a message is not what the README shows.
  private static func differences(
    _ expected: JSONValue, _ found: JSONValue, _ path: String
  ) -> [String] {
    switch (expected, found) {
    case (.object(let expected), .object(let found)):
      if expected.keys == ["…"] { return [] }
      let keys = Set(expected.keys).union(found.keys)
      return keys.sorted().flatMap { key -> [String] in
        let place = "\(path).\(key)"
        guard let left = expected[key] else { return ["\(place): the README does not have it"] }
        guard let right = found[key] else { return ["\(place): the server does not say it"] }
        if varying.contains(key) { return [] }
        if key == "message", path.hasSuffix(".value") { return similar(left, right, place) }
        if key == "id", path.isEmpty, (left.integerValue ?? 0) >= 1_000_000_000 { return [] }
        if shortened.contains(key) { return missing(left, right, place) }
        return differences(left, right, place)
      }
    case (.array(let expected), .array(let found)) where expected.count == found.count:
      return zip(expected, found).enumerated().flatMap { index, pair in
        differences(pair.0, pair.1, "\(path).\(index)")
      }
    default:
      return expected == found ? [] : ["\(path): \(expected) is \(found)"]
    }
  }

  /// Two texts that may only differ in their numbers.
  private static func similar(_ left: JSONValue, _ right: JSONValue, _ path: String) -> [String] {
    let texts = [left, right].map { ($0.stringValue ?? "").filter { !$0.isNumber } }
    return texts[0] == texts[1] ? [] : ["\(path): \(left) is \(right)"]
  }

  private static func missing(_ left: JSONValue, _ right: JSONValue, _ path: String) -> [String] {
    let found = right.arrayValue ?? []
    return (left.arrayValue ?? []).filter { !found.contains($0) }.map { "\(path): \($0)" }
  }
}
