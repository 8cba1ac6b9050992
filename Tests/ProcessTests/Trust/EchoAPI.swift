import Foundation
import Synchronization
import System
import TestSupport

/// An API on loopback that sends back what it was sent, in one way or another: requests hold the
/// secrets of the caller.
final class EchoAPI: Sendable {
  /// What it does with requests.
  enum Mood: String, CaseIterable, Sendable {
    case text, json, form, thrice, html, keys, messages, badNext, foreignRedirect, redirectLoop,
      unauthorized
    case echoedNext, echoedToken, tooMany, hangUp, silence, strictMapping, refusedToken
  }

  let mood: Mood
  private let server: LoopbackServer
  private let received = Atomic(0)

  init(_ mood: Mood) throws {
    self.mood = mood
    server = try LoopbackServer()
    try server.serve { [weak self] connection in
      while let request = connection.receiveRequest(), let response = self?.response(to: request),
        connection.send(Array(response.utf8)[...])
      {}
    }
  }

  var port: Int { server.port }

  var origin: String { "127.0.0.1:\(port)" }

  var requestCount: Int { received.load(ordering: .relaxed) }

  private func response(to request: String) -> String? {
    received.add(1, ordering: .relaxed)
    if request.contains("/token ") { return token(request) }
    let quoted = Self.jsonText(request)
    let encoded = request.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    switch mood {
    case .text: return Self.response("500 Oops", "you sent: \(request)", "Retry-After: 0\r\n")
    case .json, .refusedToken, .echoedToken:
      return Self.response("400 Bad", #"{"errors":[{"request":\#(quoted)}]}"#)
    case .form: return Self.response("422 No", "error=1&request=\(encoded)")
    case .thrice:
      let thrice = (1...3).reduce(request) { text, _ in
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      }
      return Self.response("422 No", #"{"error":"\#(thrice)"}"#)
    case .html: return Self.response("200 OK", "<html>\(request)</html>")
    case .keys: return Self.response("200 OK", #"{\#(quoted):1,"next":\#(quoted)}"#)
    case .messages: return Self.response("200 OK", #"{"oops":[\#(quoted)],"items":[]}"#)
    case .badNext: return Self.response("200 OK", #"{"items":[1],"next":"http://[\#(encoded)"}"#)
    case .echoedNext where request.contains("page=2"):
      return Self.response("200 OK", #"{"items":[{"n":2}],"next":null}"#)
    case .echoedNext:
      let alone = request.matches(of: /S3CRET-[a-z-]+-mark/).map { String($0.0) }.joined(
        separator: ",")
      let echo = (request + "\n" + alone).addingPercentEncoding(
        withAllowedCharacters: .alphanumerics)
      return Self.response(
        "200 OK", #"{"items":[{"n":1}],"next":"/a?page=2&\#(alone)&echo=\#(echo ?? "")"}"#)
    case .foreignRedirect:
      return Self.response("302 Found", "", "Location: http://127.0.0.2/?echo=\(encoded)\r\n")
    case .redirectLoop:
      return Self.response("307 Again", "", "Location: /again?echo=\(encoded.prefix(6_000))\r\n")
    case .unauthorized:
      let line = request.split(separator: "\r\n").joined(separator: " ")
      return Self.response("401 No", request, "WWW-Authenticate: Bearer realm=\"\(line)\"\r\n")
    case .tooMany: return Self.response("429 Later", request, "Retry-After: 9999\r\n")
    case .hangUp: return nil
    case .silence:
      Foundation.Thread.sleep(forTimeInterval: 2)
      return nil
    case .strictMapping:
      return Self.response("200 OK", #"{"items":[{"n":\#(quoted)}],"next":null}"#)
    }
  }

  private func token(_ request: String) -> String {
    let quoted = Self.jsonText(request)
    if mood == .refusedToken {
      return Self.response("400 Bad", #"{"error":"invalid_client","error_description":\#(quoted)}"#)
    }
    return Self.response(
      "200 OK", #"{"access_token":"\#(Self.accessToken)","token_type":"Bearer","x":\#(quoted)}"#)
  }

  /// What the token endpoint gives out.
  static let accessToken = "S3CRET-access-token"

  private static func response(_ status: String, _ body: String, _ headers: String = "") -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n\(headers)"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private static func jsonText(_ text: String) -> String {
    let data = try? JSONEncoder().encode(text)
    return String(decoding: data ?? Data("\"\"".utf8), as: UTF8.self)
  }
}
