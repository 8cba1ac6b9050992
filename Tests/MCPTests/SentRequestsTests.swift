import HTTP
import JSON
import Sessions
import System
import TestInput
import Testing
import Text

@testable import MCP

/// The requests that agents can have sent, whatever they, an API or a cursor say: no request but
/// GET, or the profile's own POST to the profile's own URL, carries a credential.
@Suite(.timeLimit(.minutes(2))) struct SentRequestsTests {
  private static let origin = "https://api.test"
  private static let secret = "S3CRET"

  private static let profiles: JSONObject = [
    "posts": [
      "url": "https://api.test/read?v=1", "method": "POST", "token": "S3CRET", "body": ["q": 1],
      "pagination": ["strategy": "cursor", "next": "after", "parameter": "after", "in": "body"],
    ],
    "numbers": [
      "url": "https://api.test/pages?page=:currentPage", "method": "POST", "token": "S3CRET",
      "headers": ["X-Key": "S3CRET"], "body": ["q": 1],
    ],
    "gets": ["url": "https://api.test/list", "token": "S3CRET"],
    "inner": [
      "url": "https://api.test/read?v=1", "method": "POST", "token": "S3CRET", "body": ["q": 1],
      "pagination": ["strategy": "cursor", "next": "after", "parameter": "after", "in": "body"],
      "inner": [
        "list": "lines", "items": "data", "more": "more", "next": "next", "parameter": "from",
        "by": ["body": ["q": 2, "id": "{item.id}"]],
      ],
    ],
    "links": [
      "url": "https://api.test/list", "token": "S3CRET", "pagination": ["strategy": "link"],
    ],
  ]

  /// The answer of an API that has read this project's sources, and means ill.
  private static func response(
    to request: HTTPRequest, _ random: inout SeededGenerator
  ) -> HTTPResponse {
    let places = [
      "/read?v=1", "/read?v=1&delete=all", "/list?page=2", "/admin", "https://other.test/list",
      "https://API.TEST:443/admin/", "//other.test/a", "/read/../admin",
    ]
    let place = random.pick(places)
    if random.chance(15) {
      return AnsweringClient.response(
        to: request, "", status: random.pick([301, 302, 303, 307, 308]),
        headers: [("Location", place)])
    }
    let next: JSONValue = random.pick([
      .string(place), .null, ["href": .string(place), "method": "DELETE"],
      ["url": .string(place), "method": "POST", "body": ["all": true]],
    ])
    let body: JSONValue = [
      "items": [
        ["id": .integer(random.below(1_000))],
        [
          "id": .integer(random.below(1_000)),
          "lines": ["data": [1], "more": true, "next": "mutation{delete}"],
        ],
      ],
      "next": next, "after": .string("c\(random.below(9))"),
    ]
    return AnsweringClient.response(
      to: request, body.text,
      headers: random.chance(30) ? [("Link", "<\(place)>; rel=\"next\"; method=\"POST\"")] : [])
  }

  /// A cursor like one of this server, with other words; sealed as a forger can, or with the key.
  private static func forged(
    _ cursor: String, _ key: CursorKey, _ random: inout SeededGenerator
  ) throws -> String {
    let genuine = try #require(PageCursor(cursor, key))
    let body = try #require(CheckpointSeal.open(genuine.checkpoint))
    let document = try JSONDocument(Array(body.utf8))
    var place = try #require(document.value(document.root).objectValue)
    let url = random.pick([
      "/made-up", "https://api.test/made-up", "https://api.test/read?v=1&more",
      "https://other.test/made-up",
    ])
    place["position"] = random.pick([
      ["link": ["url": .string(url), "headers": []]],
      ["link": ["url": .string(url), "method": "DELETE", "headers": []]],
      ["link": ["url": .string(url), "method": "POST", "headers": [], "body": "{}"]],
      ["link": ["url": .string(url), "method": "GET", "headers": [["X-Forged", "a"]]]],
      "start", "computed",
    ])
    if random.chance(40) {
      place["found"] = random.pick([
        ["method": "DELETE"], ["url": .string(url)], ["headers": ["X-Forged": "a"]],
        ["pagination": ["strategy": "custom", "nextURL": .string(url)]],
        ["pagination": ["strategy": "body", "next": "next"]], ["fetching": ["retries": 9]],
      ])
    }
    var object = genuine.arguments
    switch random.below(4) {
    case 0: object["url"] = .string(url)
    case 1: object["profile"] = .string(random.pick(profiles.keys.sorted()))
    case 2: object["method"] = "DELETE"
    default: break
    }
    let sealed = CheckpointSeal.seal(JSONValue.object(place).text)
    let text = String(JSONValue.object(object).text.dropLast()) + ",\"at\":" + sealed + "}"
    let used = random.chance(60) ? key : CursorKey()
    let whole = random.chance(90) ? used.seal(text) : text
    return String(
      decoding: Base64.encode(Array(("\n" + whole).utf8), alphabet: .urlSafe), as: UTF8.self)
  }

  private static func arguments(
    _ cursors: [String], _ key: CursorKey, _ random: inout SeededGenerator
  ) throws -> JSONObject {
    var arguments: JSONObject = ["max_items": .integer(1 + random.below(4))]
    if let cursor = cursors.last, random.chance(60) {
      arguments["cursor"] = .string(random.chance(30) ? cursor : try forged(cursor, key, &random))
      if random.chance(70) { return arguments }
    }
    arguments["profile"] = .string(random.pick(profiles.keys.sorted()))
    if random.chance(60) {
      arguments["url"] = .string(
        random.pick([
          "https://api.test/read?v=1", "https://api.test/read?v=1&v=2", "https://api.test/read",
          "https://api.test/other", "https://api.test:443/other", "https://api.test/list",
          "HTTPS://API.TEST/read?v=1", "https://other.test/list", "https://api.test/%72ead?v=1",
          "https://api.test/pages?page=:currentPage", "https://api.test/pages?page=9",
        ]))
    }
    if random.chance(20) { arguments["parameters"] = ["v": "2"] }
    if random.chance(30) {
      arguments["inner"] = random.pick([
        true, "lines", ["parameter": "query", "in": "body"],
        ["parameter": "X-HTTP-Method-Override", "in": "header"],
        ["parameters": ["_method": "DELETE"]], ["by": ["body": ["all": true]]],
      ])
    }
    return arguments
  }

  private static func carriesSecret(_ request: HTTPRequest) -> Bool {
    let headers = request.headers.fields.map { $0.name + ": " + $0.value }.joined()
    return (headers + request.url.text).contains(secret) || request.credentials != nil
  }

  @Test func onlyGetAndTheOwnPostCarryACredential() throws {
    var random = SeededGenerator()
    let ofAPI = Guarded(SeededGenerator(seed: random.seed, number: 1))
    let client = AnsweringClient { request in
      ofAPI.withLock { SentRequestsTests.response(to: request, &$0) }
    }
    let key = CursorKey()
    var (cursors, sent, posts): ([String], Int, Int) = ([], 0, 0)
    for _ in 0..<12 {
      // A process each, which knows nothing of what an API has said in the ones before it.
      let talk = try AgentTalk(.ofTest(client, profiles: SentRequestsTests.profiles, key: key))
      for _ in 0..<40 {
        let arguments = try SentRequestsTests.arguments(cursors, key, &random)
        let result = try talk.call("page", arguments)
        if let next = result["structuredContent"]?["next"]?.stringValue { cursors.append(next) }
        for request in client.takeSent() {
          sent += 1
          let line = "\(request.method) \(request.url.text)"
          for name in ["X-Forged", "X-HTTP-Method-Override"] {
            #expect(request.headers[name] == nil, "\(line) for \(arguments)")
          }
          #expect(!request.url.text.contains("_method"), "\(line) for \(arguments)")
          guard SentRequestsTests.carriesSecret(request) else { continue }
          let isOwnPost =
            request.method == "POST"
            && (request.url.text.hasPrefix("https://api.test/read?v=1")
              || request.url.text.hasPrefix("https://api.test/pages?page="))
          if isOwnPost { posts += 1 }
          #expect(request.method == "GET" || isOwnPost, "\(line) for \(arguments)")
          #expect(request.url.origin.description == SentRequestsTests.origin, "\(line)")
          // Nothing but a cursor leads there.
          #expect(!request.url.text.contains("made-up"), "\(line) for \(arguments)")
        }
      }
    }
    #expect(sent > 100 && posts > 10)
  }
}
