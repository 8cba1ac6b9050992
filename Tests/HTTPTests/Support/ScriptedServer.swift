import Foundation

#if canImport(Darwin)
private let streamSocket = SOCK_STREAM
/// Shutting a listener down ends a waiting `accept`; elsewhere only closing it does.
private let shutdownEndsAccept = false
#else
private let streamSocket = Int32(SOCK_STREAM.rawValue)
private let shutdownEndsAccept = true
#endif

/// A loopback server that runs one closure per connection, each on its own thread.
///
/// Every read ends after `patienceSeconds`, so that a test that fails does not hang.
final class ScriptedServer: Sendable {
  typealias Script = @Sendable (Connection) -> Void

  /// Where it listens: 0 on a Unix domain socket.
  let port: Int
  /// The requests that came, in their order.
  let received: Inbox<ReceivedRequest>
  private let listener: Int32
  private let connections = Locked<[Connection]>([])
  private let threads = DispatchGroup()
  private let acceptor = DispatchGroup()

  static let patienceSeconds = 20

  /// Listens on 127.0.0.1, or at a path in the file system.
  init(at path: String? = nil, script: @escaping Script) throws {
    signal(SIGPIPE, SIG_IGN)
    let listener = socket(path == nil ? AF_INET : AF_UNIX, streamSocket, 0)
    guard listener >= 0 else { throw ServerFailure(call: "socket") }
    let bound = path.map { Self.bindUnix(listener, $0) } ?? Self.bindLoopback(listener)
    guard bound, listen(listener, 128) == 0 else { throw ServerFailure(call: "bind") }
    port = path == nil ? Self.port(of: listener) : 0
    self.listener = listener
    let received = Inbox<ReceivedRequest>()
    self.received = received
    let (connections, threads, acceptor) = (connections, threads, acceptor)
    acceptor.enter()
    Thread.detachNewThread {
      defer { acceptor.leave() }
      var index = 0
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { return }
        let connection = Connection(descriptor, index: index, received)
        connections.change { $0.append(connection) }
        index += 1
        threads.enter()
        Thread.detachNewThread {
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
  var connectionCount: Int { connections.value.count }

  /// Closes everything and waits for every script.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    // A closed descriptor may be another server's at once, whose connections are not for here.
    if shutdownEndsAccept { acceptor.wait() }
    close(listener)
    acceptor.wait()
    for connection in connections.value { connection.hangUp() }
    threads.wait()
  }

  /// A port on which nothing listens.
  static func closedPort() throws -> Int {
    let descriptor = socket(AF_INET, streamSocket, 0)
    defer { close(descriptor) }
    guard bindLoopback(descriptor) else { throw ServerFailure(call: "bind") }
    return port(of: descriptor)
  }

  private static func bindLoopback(_ descriptor: Int32) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func bindUnix(_ descriptor: Int32, _ path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  private static func port(of descriptor: Int32) -> Int {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}

/// The servers of one test, which are stopped after it.
final class Network: Sendable {
  private let servers = Locked<[ScriptedServer]>([])

  deinit {
    for server in servers.value { server.stop() }
  }

  /// A server with a script; without one, it answers each request with `[]`.
  func server(
    at path: String? = nil,
    script: @escaping ScriptedServer.Script = {
      while $0.readRequest() != nil { $0.answer("[]") }
    }
  ) throws -> ScriptedServer {
    let server = try ScriptedServer(at: path, script: script)
    servers.change { $0.append(server) }
    return server
  }
}

/// A system call that failed while a server was set up.
struct ServerFailure: Error {
  let call: String
}

/// One accepted connection; used by its script's thread, hung up by any.
final class Connection: @unchecked Sendable {
  /// 0 for the server's first connection.
  let index: Int
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private let isOpen = Locked(true)
  private let received: Inbox<ReceivedRequest>

  init(_ descriptor: Int32, index: Int, _ received: Inbox<ReceivedRequest>) {
    self.received = received
    self.descriptor = descriptor
    self.index = index
    var patience = timeval(tv_sec: ScriptedServer.patienceSeconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
  }

  /// The next request with its body by `Content-Length`; nil when the client has hung up.
  func readRequest() -> ReceivedRequest? {
    while true {
      if let request = ReceivedRequest(takingFrom: &buffer) {
        received.deliver(request)
        return request
      }
      guard let piece = read() else { return nil }
      buffer += piece
    }
  }

  /// Sends the bytes; false once the client has hung up.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// Answers 200 with a body of stated length.
  func answer(_ body: String, headers: String = "") {
    write("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)")
  }

  /// Reads until the client has hung up; false if it does not in time.
  func waitForHangUp() -> Bool {
    while read() != nil {}
    return errno != EAGAIN
  }

  /// Ends reads and writes of every thread.
  func hangUp() {
    isOpen.change { if $0 { shutdown(descriptor, Int32(SHUT_RDWR)) } }
  }

  fileprivate func close() {
    isOpen.change {
      $0 = false
      _ = Foundation.close(descriptor)
    }
  }

  private func read() -> [UInt8]? {
    var piece = [UInt8](repeating: 0, count: 65_536)
    errno = 0
    let count = recv(descriptor, &piece, piece.count, 0)
    return count > 0 ? Array(piece[..<count]) : nil
  }
}

/// A request as it arrived.
struct ReceivedRequest: Sendable {
  let line: String
  let headerLines: [String]
  let body: [UInt8]

  /// The value of a header (any case); nil without it.
  func header(_ name: String) -> String? {
    let prefix = name.lowercased() + ":"
    return headerLines.first { $0.lowercased().hasPrefix(prefix) }
      .map { $0.dropFirst(prefix.count).trimmingCharacters(in: .whitespaces) }
  }

  /// Takes a whole request from the front of the bytes; nil while it is incomplete.
  init?(takingFrom bytes: inout [UInt8]) {
    guard let end = Data(bytes).range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    line = lines[0]
    headerLines = Array(lines.dropFirst())
    let stated = headerLines.first { $0.lowercased().hasPrefix("content-length:") }
    let length = stated.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
    guard bytes.count >= end.upperBound + length else { return nil }
    body = Array(bytes[end.upperBound..<(end.upperBound + length)])
    bytes.removeFirst(end.upperBound + length)
  }
}
