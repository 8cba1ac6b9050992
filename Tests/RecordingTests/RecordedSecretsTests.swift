import Foundation
import HTTP
import JSON
import Secrets
import TestSupport
import Testing
import Text

@testable import Recording

/// No secret reaches a recording, wherever it stands.
struct RecordedSecretsTests {
  static let secret = "S3cret/Val+ue"

  /// A request that holds the secret somewhere.
  struct Plant: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let request: @Sendable () throws -> HTTPRequest

    init(_ name: String, _ request: @escaping @Sendable () throws -> HTTPRequest) {
      testDescription = name
      self.request = request
    }

    static func header(_ name: String, _ value: String) -> Plant {
      Plant(name) { try RecorderTests.request("http://h/", [HTTPField(name: name, value: value)]) }
    }
  }

  static let encoded = "S3cret%2FVal%2Bue"

  static let plants: [Plant] = [
    Plant("userinfo") { try RecorderTests.request("http://me:\(encoded)@h/") },
    Plant("query") { try RecorderTests.request("http://h/?api_key=\(encoded)&page=2") },
    Plant("path") { try RecorderTests.request("http://h/a;token=\(encoded)/b") },
    Plant("query, every byte encoded, twice") {
      let bytes = secret.utf8.map { "%25" + String($0, radix: 16, uppercase: true) }.joined()
      var request = try RecorderTests.request("http://h/?cursor=\(bytes)")
      request.redactor = Redactor(secrets: [secret])
      return request
    },
    .header("Authorization", "Bearer \(secret)"),
    .header("X-Api-Key", secret),
    .header("Cookie", "a=1; sid=\(secret)"),
    .header("Proxy-Authorization", "Basic \(Base64.padded(Array("me:\(secret)".utf8)))"),
    Plant("member of a JSON body") {
      try RecorderTests.request(
        "http://h/", method: "POST", body: #"{"auth": {"client_secret": "\#(secret)"}, "n": 1}"#)
    },
    Plant("field of a form") {
      try RecorderTests.request("http://h/", method: "POST", body: "n=1&password=\(encoded)")
    },
    Plant("credentials that are not sent as they are") {
      var request = try RecorderTests.request("http://h/")
      request.credentials = .bearer(token: secret)
      return request
    },
    Plant("what only the paginator knows") {
      var request = try RecorderTests.request("http://h/?team=\(encoded)")
      request.redactor = Redactor(secrets: [secret])
      return request
    },
  ]

  /// The ways in which an API may echo it.
  static var echoes: [HTTPField] {
    [
      HTTPField(name: "Location", value: "http://h/next?q=\(encoded)"),
      HTTPField(name: "Set-Cookie", value: "sid=\(secret); Path=/"),
      HTTPField(name: "X-Echo", value: secret),
      HTTPField(name: "Content-Type", value: "text/html; x=\"\(secret)\""),
      HTTPField(name: "Link", value: "<http://h/?x=\(encoded)>; rel=next"),
    ]
  }

  @Test(arguments: plants)
  func secretIsNeitherInTheRequestNorInTheResponse(plant: Plant) throws {
    let folder = try TemporaryFolder()
    let tape = HARWriter(path: folder.path("tape.har"), creatorVersion: "1.0", tell: { _ in })
    try tape.open()
    let escaped = Self.secret.replacing("/", with: "\\/")
    let body = #"{"echo": "\#(escaped)", "next": "http://h/?x=\#(Self.encoded)", "n": 1}"#
    let results: [Result<HTTPResponse, HTTPError>] = [
      RecorderTests.response(Array(body.utf8), status: 302, Self.echoes),
      RecorderTests.response([0xFF] + Array(Self.secret.utf8)),
      .failure(.networkFailed(detail: "no route to \(Self.secret)")),
    ]
    let recorder = Recorder(ScriptedSender(results), to: tape)
    for _ in results { _ = recorder.send(try plant.request()) { _ in } }
    tape.finish()
    let entries = try folder.entries("tape.har")
    #expect(entries.count == results.count)
    #expect(entries.first?["response"]?["content"]?["text"]?.stringValue?.hasSuffix("1}") == true)
    let text = String(decoding: try folder.bytes("tape.har"), as: UTF8.self)
    for entry in entries {
      let sealed = entry["response"]?["content"]?["encoding"] == "base64"
      guard sealed, let text = entry["response"]?["content"]?["text"]?.stringValue else { continue }
      let body = try #require(Data(base64Encoded: text))
      #expect(!body.contains(Data(Self.secret.utf8)))
    }
    let padded = Base64.padded(Array("me:\(Self.secret)".utf8))
    for form in [Self.secret, escaped, Self.encoded, padded] {
      #expect(!text.contains(form), "\(form) stands in \(text)")
    }
  }

  static let tokenHeaders = [HTTPField(name: "X-Session-Token", value: "T0ken-9")]

  static let answers: [(String, String)] = [
    (
      #"{"access_token":"T0ken-1","refresh_token":"T0ken-2","id_token":"T0ken-3","expires_in":60}"#,
      #"{"access_token":"***","refresh_token":"***","id_token":"***","expires_in":60}"#
    ),
    (#"{"user": {"access_token": "T0ken-1"}}"#, #"{"user":"***"}"#),
    ("access_token=T0ken-1&refresh_token=T0ken-2&scope=read", "***"),
    (#"{"error": "invalid_grant"}"#, #"{"error":"invalid_grant"}"#),
    (
      #"{"access_token": 12345678, "expires_in": "60"}"#,
      #"{"access_token":"***","expires_in":"60"}"#
    ),
    (#"{"refreshToken": "T0ken-1", "T0ken-2": 1}"#, #"{"***0":"***","***1":"***"}"#),
    (#"{"access_token": "T0ken-1", "#, "***"), (#""{\"access_token\": \"T0ken-1\"}""#, "***"),
    (#"["T0ken-1"]"#, "***"), ("", ""),
  ]

  @Test(arguments: answers)
  func tokensOfATokenAnswerAreMasked(answer: String, recorded: String) throws {
    let folder = try TemporaryFolder()
    let tape = HARWriter(path: folder.path("tape.har"), creatorVersion: "1.0", tell: { _ in })
    try tape.open()
    var request = try RecorderTests.request(
      "http://h/token", method: "POST", body: "grant_type=refresh_token&refresh_token=R3fresh-1")
    request.isForToken = true
    request.redactor = Redactor(secrets: ["R3fresh-1"])
    let recorder = Recorder(
      ScriptedSender([RecorderTests.response(Array(answer.utf8), status: 200, Self.tokenHeaders)]),
      to: tape)
    _ = recorder.send(request) { _ in }
    tape.finish()
    let entry = try #require(try folder.entries("tape.har").first)
    #expect(entry["response"]?["content"]?["text"] == .string(recorded))
    #expect(!String(decoding: try folder.bytes("tape.har"), as: UTF8.self).contains("T0ken"))
    #expect(
      entry["request"]?["postData"]?["text"]
        == "grant_type=refresh_token&refresh_token=***")
  }

  @Test func positionsStay() throws {
    let folder = try TemporaryFolder()
    let tape = HARWriter(path: folder.path("tape.har"), creatorVersion: "1.0", tell: { _ in })
    try tape.open()
    var request = try RecorderTests.request("http://h/?token=page-two")
    request.redactor = Redactor(positions: ["token"])
    let body = #"{"next": "http://h/?token=page-three"}"#
    let recorder = Recorder(ScriptedSender([RecorderTests.response(Array(body.utf8))]), to: tape)
    _ = recorder.send(request) { _ in }
    tape.finish()
    let entry = try #require(try folder.entries("tape.har").first)
    #expect(entry["request"]?["url"] == "http://h/?token=page-two")
    #expect(entry["response"]?["content"]?["text"] == .string(body))
  }
}
