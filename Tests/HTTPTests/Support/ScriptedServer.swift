import Foundation
import System
import TestSupport

/// A loopback server that runs one closure per connection, each on its own thread.
///
/// Every read ends after `patienceSeconds`, so that a test that fails does not hang.
final class ScriptedServer: Sendable {
  typealias Script = @Sendable (Connection) -> Void

  /// Where it listens: 0 on a Unix domain socket.
  let port: Int
  /// The requests that came, in their order.
  let received = Inbox<ReceivedRequest>()
  private let listener: Socket
  private let connections = Guarded<[Connection]>([])
  private let threads = DispatchGroup()
  private let acceptor: System.Thread

  static let patienceSeconds = 20

  /// Listens on 127.0.0.1, or at a path in the file system.
  init(at path: String? = nil, script: @escaping Script) throws {
    Signals.ignoreBrokenPipes()
    (listener, port) = try path.map { (try Socket.listening(at: $0), 0) } ?? Socket.loopback()
    let (listener, received, connections, threads) = (listener, received, connections, threads)
    acceptor = try System.Thread {
      var index = 0
      while let socket = listener.accepted(idleSecondsMax: Self.patienceSeconds) {
        let connection = Connection(socket, index: index, received)
        connections.withLock { $0.append(connection) }
        index += 1
        threads.enter()
        Foundation.Thread.detachNewThread {
          script(connection)
          connection.close()
          threads.leave()
        }
      }
    }
  }

  /// An absolute URL on this server.
  func url(_ path: String = "/", userinfo: String = "", scheme: String = "http") -> String {
    "\(scheme)://\(userinfo)127.0.0.1:\(port)\(path)"
  }

  /// How many connections were made so far.
  var connectionCount: Int { connections.withLock { $0.count } }

  /// Closes everything and waits for every script.
  func stop() {
    listener.shutDown()
    #if canImport(Darwin)
    // There only closing ends a waiting `accept`.
    listener.close()
    acceptor.join()
    #else
    acceptor.join()
    listener.close()
    #endif
    for connection in connections.withLock({ $0 }) { connection.hangUp() }
    threads.wait()
  }

  /// A port on which nothing listens.
  static func closedPort() throws -> Int {
    let (listener, port) = try Socket.loopback()
    listener.close()
    return port
  }
}

/// The servers of one test, which are stopped after it.
final class Network: Sendable {
  private let servers = Guarded<[ScriptedServer]>([])

  deinit {
    for server in servers.withLock({ $0 }) { server.stop() }
  }

  /// A server with a script; without one, it answers each request with `[]`.
  func server(
    at path: String? = nil,
    script: @escaping ScriptedServer.Script = {
      while $0.readRequest() != nil { $0.answer("[]") }
    }
  ) throws -> ScriptedServer {
    let server = try ScriptedServer(at: path, script: script)
    servers.withLock { $0.append(server) }
    return server
  }
}

/// One accepted connection; used by its script's thread, hung up by any.
final class Connection: @unchecked Sendable {
  /// 0 for the server's first connection.
  let index: Int
  private let socket: Socket
  private var unread: [UInt8] = []
  private let isOpen = Guarded(true)
  private let received: Inbox<ReceivedRequest>

  init(_ socket: Socket, index: Int, _ received: Inbox<ReceivedRequest>) {
    (self.socket, self.index, self.received) = (socket, index, received)
  }

  /// The next request with its body by `Content-Length`; nil when the client has hung up.
  func readRequest() -> ReceivedRequest? {
    guard let head = socket.receiveHead(&unread) else { return nil }
    var request = ReceivedRequest(head: head)
    let count = request.header("content-length").flatMap { Int($0) } ?? 0
    while unread.count < count {
      guard case .bytes = receive() else { return nil }
    }
    request.body = Array(unread[..<count])
    unread.removeFirst(count)
    received.deliver(request)
    return request
  }

  /// Sends the bytes; false once the client has hung up.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool { socket.send(bytes[...]) }

  @discardableResult
  func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// Answers 200 with a body of stated length.
  func answer(_ body: String, headers: String = "") {
    write("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)")
  }

  /// Reads until the client has hung up; false if it does not in time.
  func waitForHangUp() -> Bool {
    while true {
      switch receive() {
      case .bytes: continue
      case .end: return true
      case .idle: return false
      }
    }
  }

  /// Ends reads and writes of every thread.
  func hangUp() {
    isOpen.withLock { if $0 { socket.shutDown() } }
  }

  fileprivate func close() {
    isOpen.withLock {
      $0 = false
      socket.close()
    }
  }

  private func receive() -> Socket.Received {
    var piece = [UInt8](repeating: 0, count: 65_536)
    let received = socket.receive(into: &piece)
    if case .bytes(let count) = received { unread += piece[..<count] }
    return received
  }
}

/// A request as it arrived.
struct ReceivedRequest: Sendable {
  let line: String
  let headerLines: [String]
  var body: [UInt8] = []

  init(head: String) {
    let lines = head.components(separatedBy: "\r\n")
    (line, headerLines) = (lines[0], Array(lines.dropFirst()))
  }

  /// The value of a header (any case); nil without it.
  func header(_ name: String) -> String? {
    let prefix = name.lowercased() + ":"
    return headerLines.first { $0.lowercased().hasPrefix(prefix) }
      .map { $0.dropFirst(prefix.count).trimmingCharacters(in: .whitespaces) }
  }
}
