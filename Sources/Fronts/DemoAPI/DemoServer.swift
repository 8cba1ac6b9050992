import Synchronization
package import System
import Text

/// A plain HTTP/1.1 server on the loopback address of this machine: the lists of articles of
/// `paginator demo` and `paginator sample-api`. A thread takes connections until the process ends;
/// each connection has one of its own.
package final class DemoServer: Sendable {
  /// Articles of a list.
  package static let itemsMax = 1_000_000
  /// Longest wait before a response.
  package static let latencyMillisecondsMax = 60_000
  /// Connections at once; one more is closed without a response.
  private static let connectionsMax = 64
  /// Bytes of a request up to its empty line; with more the connection is closed.
  private static let headBytesMax = 65_536
  /// Sessions whose requests are counted; with more all begin anew.
  private static let sessionsMax = 1_000
  private static let idleSecondsMax = 300
  private static let stackBytes = 512 << 10

  /// `http://127.0.0.1:8080`, without a slash at the end.
  package let url: String
  private let itemCount: Int
  private let latencyMilliseconds: Int
  private let connectionCount = Atomic<Int>(0)
  private let requestCounts = Mutex<[String: Int]>([:])

  /// Serves from now on; port 0 takes any free one.
  package init(
    port: Int = 0, itemCount: Int = 250, latencyMilliseconds: Int = 0
  ) throws(SystemError) {
    let socket = try Socket.listening(on: .v4(0x7F00_0001), port: port)
    let boundPort = try socket.boundPort()
    url = "http://127.0.0.1:\(boundPort)"
    self.itemCount = itemCount
    self.latencyMilliseconds = latencyMilliseconds
    _ = try Thread(stackBytes: Self.stackBytes) { self.accept(from: socket) }
  }

  private func accept(from listener: Socket) {
    while true {
      guard let socket = listener.accepted(idleSecondsMax: Self.idleSecondsMax) else {
        // Out of descriptors, or the client went: another try when something may have changed.
        _ = Poll.wait([], seconds: 0.02)
        continue
      }
      let isFree = connectionCount.add(1, ordering: .relaxed).newValue <= Self.connectionsMax
      let serve = { @Sendable in
        if isFree { self.serve(socket) }
        socket.close()
        self.connectionCount.subtract(1, ordering: .relaxed)
      }
      guard isFree, (try? Thread(stackBytes: Self.stackBytes, serve)) != nil else {
        serve()
        continue
      }
    }
  }

  /// Responds to each request of a connection until one is the last.
  private func serve(_ socket: Socket) {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    var unread: [UInt8] = []
    while unread.count <= Self.headBytesMax, case .bytes(let count) = socket.receive(into: &buffer)
    {
      unread += buffer[..<count]
      while let end = unread.firstRange(of: "\r\n\r\n".utf8) {
        guard respond(to: unread[..<end.lowerBound], on: socket) else {
          // Closing with unread input would reset the connection before the response is read.
          socket.finishSending()
          socket.limitReceiving(seconds: 1)
          _ = socket.receive(into: &buffer)
          return
        }
        unread.removeSubrange(..<end.upperBound)
      }
    }
  }

  /// False when no other request can follow.
  private func respond(to head: ArraySlice<UInt8>, on socket: Socket) -> Bool {
    guard let request = DemoRequest(head: head) else {
      let refusal = DemoResponse.error(400, "This is not an HTTP/1.1 request.")
      _ = socket.send(refusal.bytes(withBody: true, closes: true)[...])
      return false
    }
    var response: DemoResponse
    var milliseconds = latencyMilliseconds
    do throws(DemoResponse) {
      milliseconds += try request.number("latency", upTo: Self.latencyMillisecondsMax) ?? 0
      response = try self.response(to: request)
    } catch {
      response = error
    }
    if milliseconds > 0, !socket.wait(milliseconds: milliseconds) { return false }
    let bytes = response.bytes(withBody: request.method != "HEAD", closes: request.closes)
    return socket.send(bytes[...]) && !request.closes
  }

  private func response(to request: DemoRequest) throws(DemoResponse) -> DemoResponse {
    if request.path == "/" {
      return DemoResponse(
        contentType: "text/plain; charset=utf-8", body: Array(DemoList.contents.utf8))
    }
    guard let list = DemoList.all.first(where: { $0.path == request.path }) else {
      throw .error(404, "There is nothing at \(request.path); / lists the endpoints.")
    }
    guard ["GET", "HEAD"].contains(request.method) else { throw .error(405, "Use GET, HEAD.") }
    let itemsMax = try request.number("items", upTo: Self.itemsMax)
    if let status = try fault(request) {
      throw .error(status, "The fault \(status) was requested.")
    }
    return try list.respond(request, min(itemCount, itemsMax ?? .max))
  }

  /// The status that the parameter `fault` asks for at this request; nil: none.
  private func fault(_ request: DemoRequest) throws(DemoResponse) -> Int? {
    let session = request.value("session") ?? ""
    let number = requestCounts.withLock { counts in
      if counts.count >= Self.sessionsMax { counts = [:] }
      counts[session, default: 0] += 1
      return counts[session, default: 0]
    }
    guard let text = request.value("fault") else { return nil }
    let parts = text.split(separator: "@", maxSplits: 1).map { ASCII.number($0.utf8) }
    guard let status = parts.first ?? nil, (400...599).contains(status),
      let place = parts.count > 1 ? parts[1] : number
    else { throw .invalid("fault", "a status from 400 to 599, as in 503 or 503@4") }
    return place == number ? status : nil
  }
}
