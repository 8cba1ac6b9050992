import Foundation
import HTTP
import JSON
import Synchronization
import TestSupport
import Testing

@testable import Recording

/// What the link above the network writes.
struct RecorderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Sends requests through a recorder and gives the file's entries.
  private func record(
    _ exchanges: [(HTTPRequest, Result<HTTPResponse, HTTPError>)], userAgent: String? = nil
  ) throws -> [JSONValue] {
    let tape = HARWriter(path: folder.path("tape.har"), creatorVersion: "1.0", tell: { _ in })
    try tape.open()
    let recorder = Recorder(
      ScriptedSender(exchanges.map(\.1)), to: tape, userAgent: userAgent)
    for (request, _) in exchanges { _ = recorder.send(request) { _ in } }
    tape.finish()
    return try folder.entries("tape.har")
  }

  static func request(
    _ url: String, _ headers: [HTTPField] = [], method: HTTPMethod = "GET", body: String? = nil
  ) throws -> HTTPRequest {
    HTTPRequest(
      method: method, url: try HTTPURL.parse(url), headers: HTTPHeaders(headers),
      body: body.map { Array($0.utf8) })
  }

  static func response(
    _ body: [UInt8], status: HTTPStatus = 200, _ headers: [HTTPField] = []
  ) -> Result<HTTPResponse, HTTPError> {
    var response = HTTPResponse(
      status: status, headers: HTTPHeaders(headers), body: body, durationMilliseconds: 12.5)
    response.version = "HTTP/1.1"
    response.reason = "Fine"
    var timings = HTTPTimings(wait: 5)
    (timings.lookup, timings.connect) = (1, 3.5)
    (timings.blocked, timings.receive) = (0.5, 2.5)
    response.timings = timings
    return .success(response)
  }

  static func number(_ value: JSONValue?) -> Double? {
    if case .number(let number)? = value { number.double } else { nil }
  }

  @Test func entryHasWhatWasSentAndReceived() throws {
    let body = #"[{"id": 1, "name": "Ägir"}]"#
    let entry = try #require(
      try record(
        [
          (
            try Self.request("https://api.example.com/a%20b?page=2&q=x%26y"),
            Self.response(
              Array(body.utf8), [HTTPField(name: "Content-Type", value: "application/json")])
          )
        ], userAgent: "paginator/1.0"
      ).first)
    let request = try #require(entry["request"])
    #expect(request["method"] == "GET")
    #expect(request["url"] == "https://api.example.com/a%20b?page=2&q=x%26y")
    #expect(
      request["queryString"] == [
        ["name": "page", "value": "2"], ["name": "q", "value": "x&y"],
      ])
    #expect(
      request["headers"] == [
        ["name": "Host", "value": "api.example.com"],
        ["name": "Accept", "value": "application/json, */*;q=0.5"],
        ["name": "User-Agent", "value": "paginator/1.0"],
      ])
    let response = try #require(entry["response"])
    #expect(response["status"] == 200 && response["statusText"] == "Fine")
    #expect(
      response["content"] == [
        "size": .integer(body.utf8.count), "mimeType": "application/json", "text": .string(body),
      ])
    #expect(entry["_attempt"] == 1)
    #expect(Self.number(entry["time"]) == 12.5)
    let timings = try #require(entry["timings"])
    let steps = ["blocked", "dns", "connect", "send", "wait", "receive"].compactMap {
      Self.number(timings[$0])
    }
    #expect(steps.reduce(0, +) == 12.5)
    #expect(timings["ssl"] == -1)
  }

  @Test func entryIsInTheFileBeforeTheResponseGoesOn() throws {
    let tape = HARWriter(path: folder.path("tape.har"), creatorVersion: "1.0", tell: { _ in })
    try tape.open()
    let recorder = Recorder(ScriptedSender([Self.response([])]), to: tape)
    let seen = Mutex<Int?>(nil)
    let folder = folder.url
    _ = recorder.send(try Self.request("http://h/")) { _ in
      let bytes = (try? Array(Data(contentsOf: folder.appending(path: "tape.har")))) ?? []
      let document = try? JSONDocument(bytes)
      let file = document.map { $0.value($0.root) }
      seen.withLock { $0 = file?["log"]?["entries"]?.arrayValue?.count }
    }
    tape.finish()
    #expect(seen.withLock(\.self) == 1)
  }

  @Test func exchangesAreInTheOrderInWhichTheyEnd() throws {
    let numbers = 0..<(3 * HARWriter.waitingMax)
    let urls = numbers.map { "http://h/\($0)" }
    let entries = try record(urls.map { (try Self.request($0), Self.response([])) })
    #expect(entries.map { $0["request"]?["url"]?.stringValue } == urls)
  }

  @Test func exchangeAfterTheEndIsNotRecorded() throws {
    let tape = HARWriter(path: folder.path("tape.har"), creatorVersion: "1.0", tell: { _ in })
    try tape.open()
    let recorder = Recorder(ScriptedSender([Self.response([]), Self.response([])]), to: tape)
    let completed = Mutex(0)
    _ = recorder.send(try Self.request("http://h/1")) { _ in completed.withLock { $0 += 1 } }
    tape.finish()
    _ = recorder.send(try Self.request("http://h/2")) { _ in completed.withLock { $0 += 1 } }
    #expect(completed.withLock(\.self) == 2)
    #expect(try folder.entries("tape.har").count == 1)
  }

  @Test func bodyThatIsNoTextIsBase64() throws {
    let content = try record([(try Self.request("http://h/"), Self.response([0xFF, 0x00, 0x61]))])
      .first?["response"]?["content"]
    #expect(content == ["size": 3, "mimeType": "", "text": "/wBh", "encoding": "base64"])
  }

  @Test func emptyBodyIsAnEmptyText() throws {
    let content = try record([(try Self.request("http://h/"), Self.response([]))])
      .first?["response"]?["content"]
    #expect(content == ["size": 0, "mimeType": "", "text": ""])
  }

  @Test(arguments: ["a\u{0}\u{1}\u{1F}\"\\/\n\r\t\u{8}\u{C}\u{2028}", "{\"a\":\"\\u0000\\n\"}"])
  func everyTextComesBackAsItWas(text: String) throws {
    let entry = try record([(try Self.request("http://h/"), Self.response(Array(text.utf8)))]).first
    #expect(entry?["response"]?["content"]?["text"] == .string(text))
  }

  @Test(
    arguments: [
      (HTTPBodyEnd.stated, nil), (.connection, "connection"), (.broken(.cut(.gzip)), "broken"),
    ] as [(HTTPBodyEnd, JSONValue?)])
  func bodyEndIsKeptWhereTheAPIDidNotSayIt(_ end: HTTPBodyEnd, _ word: JSONValue?) throws {
    let outcome = Self.response([]).map { response in
      var response = response
      response.bodyEnd = end
      return response
    }
    let response = try record([(try Self.request("http://h/"), outcome)]).first?["response"]
    #expect(response?["_bodyEnd"] == word)
  }

  @Test func failureHasItsKind() throws {
    let response = try record([
      (try Self.request("http://h/"), .failure(.networkFailed(detail: "connection refused")))
    ]).first?["response"]
    #expect(response?["status"] == 0)
    #expect(
      response?["_error"] == ["kind": "networkFailed", "detail": "connection refused"])
  }

  @Test func cancelledRequestIsNoEntry() throws {
    #expect(
      try record([
        (try Self.request("http://h/1"), .failure(.cancelled)),
        (try Self.request("http://h/2"), Self.response([])),
      ]).map { $0["request"]?["url"] } == ["http://h/2"])
  }

  @Test func retryHasItsNumber() throws {
    let first = try Self.request("http://h/")
    var second = first
    second.attempt = 2
    #expect(
      try record([(first, Self.response([], status: 503)), (second, Self.response([]))])
        .map { $0["_attempt"] } == [1, 2])
  }

  @Test func bodySentIsPostData() throws {
    let request = try Self.request(
      "http://h/", [HTTPField(name: "Content-Type", value: "application/json")], method: "POST",
      body: #"{"after": null}"#)
    let sent = try record([(request, Self.response([]))]).first?["request"]
    #expect(sent?["postData"] == ["mimeType": "application/json", "text": #"{"after": null}"#])
    #expect(sent?["bodySize"] == 15)
  }

  @Test func redirectSaysWhereTo() throws {
    let moved = Self.response(
      [], status: 302, [HTTPField(name: "Location", value: "/b?access_token=S3cret")])
    let entry = try record([(try Self.request("http://h/a"), moved)]).first
    #expect(entry?["response"]?["redirectURL"] == "/b?access_token=***")
  }
}
