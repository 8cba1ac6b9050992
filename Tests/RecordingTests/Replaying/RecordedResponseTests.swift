import HTTP
import JSON
import TestSupport
import Testing

@testable import Recording

/// What the recordings of browsers and other programs answer.
struct RecordedResponseTests {
  static func outcome(
    _ entry: JSONValue, method: String = "GET", headers: [(String, String)] = [],
    settings: HTTPSettings = HTTPSettings(), files: [String: String] = [:]
  ) async throws -> Result<HTTPResponse, HTTPError> {
    let folder = try TemporaryFolder()
    for (name, text) in files { _ = try folder.write(Array(text.utf8), as: name) }
    let replayer = try Replayer(path: folder.write(HARText.file([entry])))
    return try await replayer.outcome(
      "https://h/a", method: method, headers: headers, settings: settings)
  }

  static let url = "https://h/a"

  @Test func bodyIsTheTextWhateverTheHeadersSay() async throws {
    let response = try await Self.outcome(
      HARText.entry(
        Self.url, body: "[\"é\"]",
        headers: [
          (":status", "200"), ("Content-Encoding", "br"), ("Content-Length", "3"),
          ("Content-Type", "application/json; charset=latin1"), ("Set-Cookie", "a=1\nb=2"),
        ], content: ["size": 7])
    ).get()
    #expect(response.body == Array("[\"é\"]".utf8))
    #expect(response.headers.values("set-cookie") == ["a=1", "b=2"])
    #expect(response.headers[":status"] == nil)
    #expect(response.durationMilliseconds == 0 && response.url == Self.url)
    #expect(response.receivedAtEpochSeconds == 1_795_253_400.5)
  }

  @Test func nullsAndAbsentMembersAreNothing() async throws {
    let entry: JSONValue = [
      "request": [
        "method": "GET", "url": .string(Self.url), "postData": .null, "headers": .null,
      ],
      "response": [
        "status": 200, "headers": .null, "redirectURL": .null, "content": ["text": "[]"],
      ],
      "startedDateTime": .null,
    ]
    let response = try await Self.outcome(entry).get()
    #expect(response.headers.isEmpty && response.receivedAtEpochSeconds == nil)
  }

  @Test(arguments: ["W10=", "W1\n0="])
  func base64IsDecoded(text: String) async throws {
    let response = try await Self.outcome(
      HARText.entry(Self.url, body: text, content: ["encoding": "base64", "size": 2])
    ).get()
    #expect(response.body == Array("[]".utf8))
  }

  @Test(
    arguments: [
      ("connection", HTTPBodyEnd.connection), ("broken", .broken(.recorded)), ("x", .stated),
    ] as [(JSONValue, HTTPBodyEnd)])
  func bodyEndComesBack(word: JSONValue, end: HTTPBodyEnd) async throws {
    let entry = HARText.entry(Self.url, response: ["_bodyEnd": word])
    #expect(try await Self.outcome(entry).get().bodyEnd == end)
  }

  @Test func redirectWithoutLocationFollowsRedirectURL() async throws {
    let response = try await Self.outcome(
      HARText.entry(
        Self.url, status: 302, body: nil, response: ["redirectURL": "https://h/b"],
        content: ["size": -1])
    ).get()
    #expect(response.headers["Location"] == "https://h/b" && response.body.isEmpty)
  }

  @Test(arguments: [(false, 200, 2), (true, 304, 0)])
  func unmodifiedResponseFromACacheIsWhole(
    isConditional: Bool, status: Int, bytes: Int
  ) async throws {
    let response = try await Self.outcome(
      HARText.entry(Self.url, status: 304), headers: isConditional ? [("If-None-Match", "x")] : []
    ).get()
    #expect(response.status.code == status && response.body.count == bytes)
  }

  static let failures: [(response: JSONObject, error: HTTPError)] = [
    (["_error": "net::ERR_FAILED"], .networkFailed(detail: "net::ERR_FAILED")),
    (["_failureText": "refused"], .networkFailed(detail: "refused")),
    (["_error": .null], .networkFailed(detail: "the recording has no response")),
    (["_error": ["kind": "timedOut", "detail": "after 5 s"]], .timedOut(seconds: 60)),
    (["_error": ["kind": "tlsFailed", "detail": "expired"]], .tlsFailed(detail: "expired")),
    (
      ["_error": ["kind": "invalidResponse", "detail": "cut", "isTransient": true]],
      .malformedResponse(detail: "cut", offset: 0, isTransient: true)
    ),
  ]

  @Test(arguments: failures)
  func recordedFailureFailsAgain(response: JSONObject, error: HTTPError) async throws {
    let outcome = try await Self.outcome(
      HARText.entry(Self.url, status: 0, body: nil, response: response))
    guard case .failure(let failure) = outcome else {
      Issue.record("no failure")
      return
    }
    #expect(failure == error)
  }

  static let gzip = [("Content-Encoding", "gzip")]
  static let hexadecimal = #"["1f8b0800000000000003558f4b6a04410c43f7730a51eb"]"#

  static let faults: [(entry: JSONValue, fault: RecordedBodyFault)] = [
    (HARText.entry(url, body: nil), .missing(size: nil)),
    (HARText.entry(url, body: nil, content: ["size": 408]), .missing(size: 408)),
    (HARText.entry(url, body: "", content: ["size": 408]), .missing(size: 408)),
    (HARText.entry(url, body: "[{\"a", content: ["size": 9]), .cut(bytes: 4, size: 9)),
    (HARText.entry(url, body: "*", content: ["encoding": "base64"]), .notBase64),
    (HARText.entry(url, body: hexadecimal, headers: gzip), .compressed),
    (
      HARText.entry(url, body: nil, content: ["_file": "../secret.json"]),
      .foreignFile(name: "../secret.json")
    ),
    (
      HARText.entry(url, body: nil, content: ["_file": "/etc/passwd"]),
      .foreignFile(name: "/etc/passwd")
    ),
    (HARText.entry(url, body: nil, content: ["_file": ".."]), .foreignFile(name: "..")),
    (HARText.entry(url, body: nil, content: ["_file": "none.json"]), .noFile(name: "none.json")),
  ]

  @Test(arguments: faults)
  func bodyThatCannotBeUsedSaysWhy(entry: JSONValue, fault: RecordedBodyFault) async throws {
    guard case .failure(let error) = try await Self.outcome(entry) else {
      Issue.record("no failure")
      return
    }
    #expect(error == .recordedBodyUnusable(fault))
  }

  @Test(arguments: [204, 304, 404, 500])
  func missingBodyIsNoFaultWhereNoneIsNeeded(status: Int) async throws {
    let outcome = try await Self.outcome(
      HARText.entry(Self.url, status: status, body: nil, content: ["size": 3]))
    #expect(try outcome.get().body.isEmpty)
  }

  @Test func attachedFileBesideTheRecordingIsTheBody() async throws {
    let response = try await Self.outcome(
      HARText.entry(Self.url, body: nil, content: ["_file": "body.json", "size": 3]),
      files: ["body.json": "[1]"]
    ).get()
    #expect(response.body == Array("[1]".utf8))
  }

  @Test(arguments: [nil, "big.json"])
  func bodyAboveTheRequestsMaximumIsRefused(file: String?) async throws {
    var settings = HTTPSettings()
    settings.responseBytesMax = 4
    let entry = HARText.entry(
      Self.url, body: file == nil ? "[1,2]" : nil,
      content: file.map { ["_file": .string($0)] } ?? [:])
    let outcome = try await Self.outcome(entry, settings: settings, files: ["big.json": "[1,2]"])
    guard case .failure(.responseTooLarge(.body, maximum: 4)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  static let times: [(text: String, seconds: Double?)] = [
    ("1970-01-01T00:00:00Z", 0), ("2026-11-21T10:30:00.250+01:00", 1_795_253_400.25),
    ("2026-11-21T09:30:00", 1_795_253_400), ("2026-11-21T06:00:00-0330", 1_795_253_400),
    ("2026-13-21T09:30:00Z", nil), ("yesterday", nil), ("", nil), ("2026-11-21T09:30:00Zx", nil),
  ]

  @Test(arguments: times)
  func timeOfAnEntryIsRead(text: String, seconds: Double?) {
    #expect(EntryTime.epochSeconds(text) == seconds)
  }
}
