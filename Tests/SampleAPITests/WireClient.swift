import Foundation

@testable import SampleAPI
@testable import System

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The system's `send`, which the client's own hides.
private let systemSend = send

/// A client on a raw socket: sends any bytes, reads whole answers. Reads give up after ten seconds,
/// so that a test that waits for nothing fails instead of hanging.
final class WireClient {
  struct Broken: Error {
    let received: [UInt8]
  }

  private let descriptor: Int32
  private var received: [UInt8] = []
  private let port: Int
  /// The server, which runs for as long as a client of it; nil for a client of a port.
  let server: SampleServer?

  /// A client of a server of its own.
  convenience init(_ change: (inout SampleOptions) -> Void = { _ in }) throws {
    try self.init(SampleServer.started(change))
  }

  convenience init(_ server: SampleServer) throws { try self.init(port: server.port, server) }

  init(port: Int, _ server: SampleServer? = nil) throws {
    (self.port, self.server) = (port, server)
    descriptor = socket(AF_INET, Platform.streamSocketType, 0)
    var timeout = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    Platform.silenceSignals(descriptor)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = in_port_t(port).bigEndian
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Broken(received: []) }
  }

  deinit { close(descriptor) }

  /// Another connection to the server.
  func another() throws -> WireClient { try WireClient(port: port, server) }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        systemSend(descriptor, $0.baseAddress, $0.count, Platform.sendFlags)
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Says that nothing more will be sent.
  func finishSending() {
    shutdown(descriptor, Platform.sendingDirection)
  }

  /// All that comes until the server closes.
  func readToEnd() throws -> [UInt8] {
    while try readMore() {}
    defer { received = [] }
    return received
  }

  /// The next answer; throws with what came when the connection ends before it is whole.
  func read(withBody: Bool = true) throws -> Reply {
    let mark = Array("\r\n\r\n".utf8)
    while true {
      if let end = received.firstRange(of: mark) {
        let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        var reply = Reply(head: head)
        let size = withBody ? Int(reply.header("content-length") ?? "0") ?? 0 : 0
        while received.count < end.upperBound + size {
          guard try readMore() else { throw Broken(received: received) }
        }
        reply.body = Array(received[end.upperBound..<(end.upperBound + size)])
        received.removeSubrange(..<(end.upperBound + size))
        return reply
      }
      guard try readMore() else { throw Broken(received: received) }
    }
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
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { throw Broken(received: received) }
    guard count > 0 else { return false }
    received += buffer[..<count]
    return true
  }
}

/// An answer as it came over the wire.
struct Reply {
  let head: String
  let status: Int
  private let fields: [(name: String, value: String)]
  var body: [UInt8] = []

  init(head: String) {
    self.head = head
    let lines = head.components(separatedBy: "\r\n")
    status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
    fields = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return (parts[0].lowercased(), parts.count > 1 ? String(parts[1].dropFirst()) : "")
    }
  }

  func header(_ name: String) -> String? { fields.first { $0.name == name.lowercased() }?.value }

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as Foundation reads it; nil for what is no JSON.
  var json: Any? {
    try? JSONSerialization.jsonObject(with: Data(body), options: [.fragmentsAllowed])
  }

  /// What stands at a path of keys and indexes, "a.0.b"; nil for null too.
  func value(_ path: String) -> Any? {
    var value = json
    for key in path.split(separator: ".") {
      if let list = value as? [Any] {
        guard let index = Int(key), list.indices.contains(index) else { return nil }
        value = list[index]
      } else {
        value = (value as? [String: Any])?[String(key)]
      }
    }
    return value is NSNull ? nil : value
  }

  func string(_ path: String) -> String? { value(path) as? String }
  func integer(_ path: String) -> Int? { value(path) as? Int }
  func boolean(_ path: String) -> Bool? { value(path) as? Bool }

  /// The ids of the items in the list at a path ("" is the root), each at `inner`.
  func ids(_ path: String, inner: String = "id") -> [Int] {
    let list = (path.isEmpty ? json : value(path)) as? [Any] ?? []
    return list.compactMap { item in
      inner.split(separator: ".").reduce(item as Any?) { value, key in
        (value as? [String: Any])?[String(key)]
      } as? Int
    }
  }

  /// The target of a link relation; nil when there is none.
  func link(_ relation: String) -> String? {
    for link in (header("link") ?? "").components(separatedBy: ", ") {
      let parts = link.components(separatedBy: "; ")
      if parts.count == 2, parts[1] == "rel=\"\(relation)\"" {
        return String(parts[0].dropFirst().dropLast())
      }
    }
    return nil
  }
}

extension SampleServer {
  /// A server that runs until it is forgotten.
  static func started(_ change: (inout SampleOptions) -> Void = { _ in }) throws -> SampleServer {
    var options = SampleOptions()
    change(&options)
    let server = try SampleServer(options)
    server.start()
    return server
  }

  /// One request on a connection of its own.
  func ask(
    _ target: String, method: String = "GET", headers: [String] = [], body: String? = nil
  ) throws -> Reply {
    try WireClient(self).exchange(target, method: method, headers: headers, body: body)
  }
}

/// What follows scheme and authority in a URL.
func target(_ url: String) -> String {
  guard let scheme = url.range(of: "://") else { return url }
  let rest = url[scheme.upperBound...]
  return String(rest[(rest.firstIndex(of: "/") ?? rest.endIndex)...])
}
