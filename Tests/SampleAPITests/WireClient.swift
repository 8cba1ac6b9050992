import JSON
import SampleAPI
import System
import TestSupport

/// A client on a raw socket: sends any bytes, reads whole answers. Reads give up after ten seconds,
/// so that a test that waits for nothing fails instead of hanging.
final class WireClient {
  struct Broken: Error {
    let received: [UInt8]
  }

  private let socket: Socket
  private var received: [UInt8] = []
  private let url: String
  /// The server, which runs for as long as a client of it; nil for a client of a URL.
  let server: SampleServer?

  /// A client of a server of its own.
  convenience init(_ change: (inout SampleOptions) -> Void = { _ in }) throws {
    var options = SampleOptions()
    change(&options)
    let server = try SampleServer(options)
    try self.init(server.url, server)
  }

  init(_ url: String, _ server: SampleServer? = nil) throws {
    (self.url, self.server) = (url, server)
    let port = url.split(separator: ":").last.flatMap { Int($0) } ?? 0
    guard let socket = Socket.connected(to: port, secondsMax: 10) else {
      throw Broken(received: [])
    }
    self.socket = socket
  }

  deinit { socket.close() }

  /// Another connection to the server.
  func another() throws -> WireClient { try WireClient(url, server) }

  func send(_ text: String) { _ = socket.send(Array(text.utf8)[...]) }

  /// Says that nothing more will be sent.
  func finishSending() { socket.finishSending() }

  /// All that comes until the server closes.
  func readToEnd() throws -> [UInt8] {
    while try readMore() {}
    defer { received = [] }
    return received
  }

  /// The next answer; throws with what came when the connection ends before it is whole.
  func read(withBody: Bool = true) throws -> Reply {
    guard let head = socket.receiveHead(&received) else { throw Broken(received: received) }
    var reply = Reply(head: head)
    let size = withBody ? reply.header("content-length").flatMap { Int($0) } ?? 0 : 0
    while received.count < size {
      guard try readMore() else { throw Broken(received: received) }
    }
    reply.body = Array(received[..<size])
    received.removeSubrange(..<size)
    return reply
  }

  /// Sends one request and reads its answer.
  func exchange(
    _ target: String, method: String = "GET", headers: [String] = [], body: String? = nil
  ) throws -> Reply {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:1234"] + headers
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    send((lines + ["", body ?? ""]).joined(separator: "\r\n"))
    return try read(withBody: method != "HEAD")
  }

  private func readMore() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    switch socket.receive(into: &buffer) {
    case .bytes(let count): received += buffer[..<count]
    case .end: return false
    case .idle: throw Broken(received: received)
    }
    return true
  }
}

/// An answer as it came over the wire.
struct Reply {
  let head: String
  var body: [UInt8] = []

  init(head: String) { self.head = head }

  var status: Int { Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0 }

  func header(_ name: String) -> String? {
    head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
      .map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
  }

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The body; nil for what is no JSON.
  var json: JSONValue? { (try? JSONDocument(body)).map { $0.value($0.root) } }

  /// What is at a place: `header:etag`, `link:next`, `text`, `bytes`, `isJSON`, or a path of the JSON;
  /// nil: nothing, or null.
  func at(_ source: String) -> JSONValue? {
    let parts = source.split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first, parts.last) {
    case ("header", let name?): return header(name).map { .string($0) }
    case ("link", let relation?): return link(relation).map { .string($0) }
    case ("text", _): return .string(text)
    case ("bytes", _): return .integer(body.count)
    case ("isJSON", _): return .boolean(json != nil)
    default:
      let value = json?.at(source)
      return value?.isNull == true ? nil : value
    }
  }

  /// The ids of the items in the list at a path ("" is the root).
  func ids(_ path: String) -> [Int] {
    json?.at(path)?.arrayValue?.compactMap { $0["id"]?.integerValue } ?? []
  }

  /// The target of a link relation; nil when there is none.
  func link(_ relation: String) -> String? {
    (header("link") ?? "").matches(of: /<([^>]*)>; rel="([a-z]+)"/)
      .first { $0.2 == relation }.map { String($0.1) }
  }
}

/// What follows scheme and authority in a URL.
func target(_ url: String) -> String {
  url.firstMatch(of: /^https?:\/\/[^\/]*(.*)$/).map { String($0.1) } ?? url
}
