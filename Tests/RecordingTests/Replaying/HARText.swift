import Foundation
import HTTP
import JSON
import TestSupport
import Testing

@testable import Recording

/// HAR files for tests, written by hand.
enum HARText {
  /// An entry with what matters; `more` are further members of the response's object.
  static func entry(
    _ url: String, method: String = "GET", post: JSONValue? = nil, status: Int = 200,
    body: String? = "[]", headers: [(String, String)] = [], response more: JSONObject = [:],
    content: JSONObject = [:], entry: JSONObject = [:]
  ) -> JSONValue {
    var request: JSONObject = ["method": .string(method), "url": .string(url)]
    if let post { request["postData"] = post }
    var content = content
    if let body { content["text"] = .string(body) }
    var response: JSONObject = [
      "status": .integer(status), "content": .object(content),
      "headers": .array(
        headers.map { ["name": .string($0.0), "value": .string($0.1)] }),
    ]
    for (name, value) in more.members { response[name] = value }
    var whole: JSONObject = [
      "startedDateTime": "2026-11-21T10:30:00.250+01:00", "time": 250,
      "request": .object(request), "response": .object(response),
    ]
    for (name, value) in entry.members { whole[name] = value }
    return .object(whole)
  }

  static func file(
    _ entries: [JSONValue], creator: String = "Firefox", log more: JSONObject = [:]
  ) -> [UInt8] {
    var log: JSONObject = ["version": "1.2", "creator": ["name": .string(creator)]]
    log["entries"] = .array(entries)
    for (name, value) in more.members { log[name] = value }
    return (["log": .object(log)] as JSONValue).bytes
  }
}

extension TemporaryFolder {
  func write(_ bytes: [UInt8]) throws -> String { try write(bytes, as: "tape.har") }
}

extension Replayer {
  /// The outcome of one request.
  func outcome(
    _ url: String, method: String = "GET", body: String? = nil,
    headers: [(String, String)] = [], settings: HTTPSettings = HTTPSettings()
  ) async throws -> Result<HTTPResponse, HTTPError> {
    let request = HTTPRequest(
      method: HTTPMethod(method), url: try HTTPURL.parse(url),
      headers: HTTPHeaders(headers.map { HTTPField(name: $0.0, value: $0.1) }),
      body: body.map { Array($0.utf8) }, settings: settings)
    return await withCheckedContinuation { continuation in
      _ = send(request) { continuation.resume(returning: $0) }
    }
  }

  /// The body of the response as text.
  func text(_ url: String, method: String = "GET", body: String? = nil) async throws -> String {
    String(decoding: try await outcome(url, method: method, body: body).get().body, as: UTF8.self)
  }
}

/// A file that another program is changing.
struct FileHandleForWriting {
  private let handle: FileHandle

  init(_ path: String) throws {
    handle = try #require(FileHandle(forWritingAtPath: path))
  }

  func truncate() throws {
    try handle.truncate(atOffset: 10)
    try handle.close()
  }
}
