import HTTP
import JSON
import Secrets
import TestSupport
import Testing

@testable import Recording

/// Which entry answers which request.
struct ReplayerMatchingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var method = "GET"
    let recorded: String
    let requested: String
    var post: JSONValue?
    var body: String?
    let isAnswered: Bool

    var testDescription: String { name }
  }

  static func post(_ text: String, _ type: String = "application/json") -> JSONValue {
    ["mimeType": .string(type), "text": .string(text)]
  }

  static let form = "application/x-www-form-urlencoded"

  static let cases: [Case] = [
    Case(
      name: "equal", recorded: "https://h/a?x=1", requested: "https://h/a?x=1", isAnswered: true),
    Case(
      name: "parameters in another order", recorded: "https://h/a?x=1&y=2&x=3",
      requested: "https://h/a?x=3&y=2&x=1", isAnswered: true),
    Case(
      name: "a parameter less often", recorded: "https://h/a?x=1&x=1", requested: "https://h/a?x=1",
      isAnswered: false),
    Case(
      name: "spelled otherwise", recorded: "HTTPS://H:443/%61?q=a+b",
      requested: "https://h/a?q=a%20b#top", isAnswered: true),
    Case(
      name: "an encoded slash is none", recorded: "https://h/a%2fb", requested: "https://h/a/b",
      isAnswered: false),
    Case(
      name: "an encoded slash in capitals", recorded: "https://h/a%2fb",
      requested: "https://h/a%2Fb",
      isAnswered: true),
    Case(name: "no path", recorded: "https://h", requested: "https://h/", isAnswered: true),
    Case(
      name: "another port", recorded: "https://h:1/", requested: "https://h/", isAnswered: false),
    Case(name: "another scheme", recorded: "http://h/", requested: "https://h/", isAnswered: false),
    Case(
      name: "userinfo", recorded: "https://***@h/", requested: "https://u:p@h/", isAnswered: true),
    Case(
      name: "a masked parameter", recorded: "https://h/a?x=1&key=***",
      requested: "https://h/a?key=S&x=1", isAnswered: true),
    Case(
      name: "a masked parameter that is missing", recorded: "https://h/a?key=***",
      requested: "https://h/a", isAnswered: false),
    Case(
      name: "a mask that was asked for", recorded: "https://h/a?key=S&x=1",
      requested: "https://h/a?key=***&x=1", isAnswered: true),
    Case(
      name: "a masked path", recorded: "https://h/u/***/items", requested: "https://h/u/7/items",
      isAnswered: true),
    Case(
      name: "JSON by value", method: "POST", recorded: "https://h/", requested: "https://h/",
      post: post(#"{"a": 1.0, "b": [true, null]}"#), body: #"{"b":[true,null],"a":1}"#,
      isAnswered: true),
    Case(
      name: "JSON lists have an order", method: "POST", recorded: "https://h/",
      requested: "https://h/", post: post("[1,2]"), body: "[2,1]", isAnswered: false),
    Case(
      name: "a mask in JSON", method: "POST", recorded: "https://h/", requested: "https://h/",
      post: post(#"{"q":"x","password":"***"}"#), body: #"{"password":"pw","q":"x"}"#,
      isAnswered: true),
    Case(
      name: "forms in another order", method: "POST", recorded: "https://h/",
      requested: "https://h/",
      post: post("a=1&b=x+y", form), body: "b=x%20y&a=1", isAnswered: true),
    Case(
      name: "a form that is known by its fields alone", method: "POST", recorded: "https://h/",
      requested: "https://h/",
      post: ["mimeType": .string(form), "params": [["name": "a", "value": "x y"]]],
      body: "a=x+y", isAnswered: true),
    Case(
      name: "a mask in a form", method: "POST", recorded: "https://h/", requested: "https://h/",
      post: post("grant=x&client_secret=***", form), body: "client_secret=S&grant=x",
      isAnswered: true),
    Case(
      name: "other texts byte by byte", method: "POST", recorded: "https://h/",
      requested: "https://h/", post: post("a&b", "text/plain"), body: "b&a", isAnswered: false),
    Case(
      name: "no body and an empty one", method: "POST", recorded: "https://h/",
      requested: "https://h/", post: ["mimeType": "", "text": "", "params": []], isAnswered: true),
  ]

  @Test(arguments: cases)
  func requestIsAnsweredByAnEqualOne(row: Case) async throws {
    let folder = try TemporaryFolder()
    let har = HARText.file([
      HARText.entry(row.recorded, method: row.method, post: row.post, body: #"["found"]"#)
    ])
    let replayer = try Replayer(path: folder.write(har))
    switch try await replayer.outcome(row.requested, method: row.method, body: row.body) {
    case .success(let response):
      #expect(row.isAnswered && response.body == Array(#"["found"]"#.utf8))
    case .failure(.notRecorded(let nearest)):
      #expect(!row.isAnswered)
      #expect(nearest?.entry == 0 && nearest?.differences.count == 1)
    case .failure(let error): Issue.record("\(error)")
    }
  }

  @Test func equalEntriesAnswerInTheFilesOrderAndOnce() async throws {
    let folder = try TemporaryFolder()
    let har = HARText.file([
      HARText.entry("https://h/a", body: "[1]"), HARText.entry("https://h/b", body: "[2]"),
      HARText.entry("https://h/a?", body: "[3]"),
    ])
    let replayer = try Replayer(path: folder.write(har))
    #expect(try await replayer.text("https://h/a") == "[1]")
    #expect(try await replayer.text("https://h/a") == "[3]")
    let third = try await replayer.outcome("https://h/a")
    guard case .failure(.notRecorded(let nearest?)) = third else {
      Issue.record("\(third)")
      return
    }
    #expect(nearest.entry == 0)
    #expect(
      nearest.differences == [RequestDifference(.used, requested: nil, recorded: nil)])
  }

  /// Masked and plain entries are found through different tables.
  @Test func theFileOrderHoldsBetweenMaskedAndPlainEntries() async throws {
    let folder = try TemporaryFolder()
    let har = HARText.file([
      HARText.entry("https://h/a?key=***", body: "[1]"),
      HARText.entry("https://h/a?key=S", body: "[2]"),
      HARText.entry("https://h/a?key=***", body: "[3]"),
    ])
    let replayer = try Replayer(path: folder.write(har))
    for expected in ["[1]", "[2]", "[3]"] {
      #expect(try await replayer.text("https://h/a?key=S") == expected)
    }
  }

  @Test(arguments: [true, false])
  func repeatedEntriesAnswerAgainAfterAllEqualOnes(isOfLog: Bool) async throws {
    let folder = try TemporaryFolder()
    let mark: JSONObject = isOfLog ? [:] : ["_repeat": true]
    let har = HARText.file(
      [
        HARText.entry("https://h/a", body: "[1]", entry: mark),
        HARText.entry("https://h/a", body: "[2]", entry: mark),
      ], log: isOfLog ? ["_repeat": true] : [:])
    let replayer = try Replayer(path: folder.write(har))
    for expected in ["[1]", "[2]", "[1]", "[2]", "[1]"] {
      #expect(try await replayer.text("https://h/a") == expected)
    }
  }

  @Test func aLastFailureComesAgain() async throws {
    let folder = try TemporaryFolder()
    let har = HARText.file([
      HARText.entry("https://h/a", status: 503, body: "busy"),
      HARText.entry("https://h/a", status: 0, response: ["_error": "net::ERR_FAILED"]),
      HARText.entry("https://h/b", status: 503), HARText.entry("https://h/b"),
    ])
    let replayer = try Replayer(path: folder.write(har))
    #expect(try await replayer.outcome("https://h/a").get().status == 503)
    for _ in 0..<3 {
      guard
        case .failure(.networkFailed("net::ERR_FAILED")) = try await replayer.outcome("https://h/a")
      else { throw Missing() }
    }
    #expect(try await replayer.outcome("https://h/b").get().status == 503)
    #expect(try await replayer.outcome("https://h/b").get().status == 200)
    guard case .failure(.notRecorded) = try await replayer.outcome("https://h/b") else {
      throw Missing()
    }
  }

  struct Missing: Error {}

  @Test func theNearestHasTheFewestDifferences() async throws {
    let folder = try TemporaryFolder()
    let har = HARText.file([
      HARText.entry("ws://h/a", method: "POST"),
      HARText.entry("https://other/b?page=1", method: "POST"),
      HARText.entry("https://h/a?page=1&size=5"), HARText.entry("https://h/a?page=2&size=5"),
    ])
    let replayer = try Replayer(path: folder.write(har))
    let outcome = try await replayer.outcome("https://h/a?page=3")
    guard case .failure(.notRecorded(let nearest?)) = outcome else { throw Missing() }
    #expect(nearest.entry == 2 && nearest.url == "https://h/a?page=1&size=5")
    #expect(
      nearest.differences == [
        RequestDifference(.query, name: "page", requested: "3", recorded: "1"),
        RequestDifference(.query, name: "size", requested: nil, recorded: "5"),
      ])
  }

  @Test func differencesInABodyAreNamed() async throws {
    let folder = try TemporaryFolder()
    let har = HARText.file([
      HARText.entry(
        "https://h/", method: "POST", post: Self.post(#"{"query":"q","variables":{"after":null}}"#))
    ])
    let replayer = try Replayer(path: folder.write(har))
    let outcome = try await replayer.outcome(
      "https://h/", method: "POST", body: #"{"query":"q","variables":{"after":"x"}}"#)
    guard case .failure(.notRecorded(let nearest?)) = outcome else { throw Missing() }
    #expect(
      nearest.differences == [
        RequestDifference(.body, name: "variables.after", requested: "x", recorded: "null")
      ])
  }

  @Test func secretsAreMaskedInWhatComesNearest() {
    let nearest = RecordedRequest(
      entry: 0, method: "GET", url: "https://u:p@h/?api_key=S",
      differences: [
        RequestDifference(.query, name: "api_key", requested: "mine", recorded: "S"),
        RequestDifference(.path, requested: "/secret-value", recorded: "/"),
      ])
    let masked = nearest.masked(by: Redactor(secrets: ["secret-value"]))
    #expect(masked.url == "https://***@h/?api_key=***")
    #expect(masked.differences[0].requested == "***" && masked.differences[0].recorded == "***")
    #expect(masked.differences[1].requested == "/***")
  }

  @Test func anEmptyRecordingHasNothingNear() async throws {
    let folder = try TemporaryFolder()
    let replayer = try Replayer(path: folder.write(HARText.file([])))
    guard case .failure(.notRecorded(nearest: nil)) = try await replayer.outcome("https://h/")
    else { throw Missing() }
  }

  /// More entries than are compared to find the nearest, in an order that is not theirs.
  @Test func aLongWalkFindsEachOfItsEntries() async throws {
    let folder = try TemporaryFolder()
    let count = 3_000
    let har = HARText.file(
      (0..<count).map { HARText.entry("https://h/a?page=\($0)&key=***", body: "[\($0)]") })
    let replayer = try Replayer(path: folder.write(har))
    for page in (0..<count).reversed() {
      #expect(try await replayer.text("https://h/a?key=S&page=\(page)") == "[\(page)]")
    }
  }

  @Test func aRequestThatIsCancelledUsesNothing() async throws {
    let folder = try TemporaryFolder()
    let replayer = try Replayer(
      path: folder.write(HARText.file([HARText.entry("https://h/a", body: "[1]")])))
    let request = HTTPRequest(url: try HTTPURL.parse("https://h/a"))
    let results = await withCheckedContinuation { continuation in
      let transfer = replayer.send(request) { continuation.resume(returning: $0) }
      transfer.cancel()
      transfer.cancel()
    }
    // Either it was answered before, or it was cancelled and the entry is still there.
    if case .failure(let error) = results {
      #expect(error == .cancelled)
      #expect(try await replayer.text("https://h/a") == "[1]")
    }
  }
}
