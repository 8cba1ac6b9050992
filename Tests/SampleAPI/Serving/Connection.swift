import System
import Text

/// One connection: reads requests and answers each, until the client disconnects, the server stops
/// or something comes that is no request. Runs on its own thread.
struct Connection {
  private let socket: Socket
  private let service: Service
  private var unread: [UInt8] = []
  private var dateField: (seconds: Int, bytes: [UInt8]) = (-1, [])

  init(_ socket: Socket, _ service: Service) {
    (self.socket, self.service) = (socket, service)
  }

  /// Serves the connection to its end; the socket stays to be closed.
  mutating func run() {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while case .bytes(let count) = socket.receive(into: &buffer) {
      unread += buffer[..<count]
      while let end = unread.firstRange(of: "\r\n\r\n".utf8) {
        guard var request = SampleRequest(head: unread[..<end.lowerBound]) else { return }
        let bodyEnd = end.upperBound + (request.header("content-length").flatMap { Int($0) } ?? 0)
        guard unread.count >= bodyEnd else { break }
        request.body = Array(unread[end.upperBound..<bodyEnd])
        unread.removeSubrange(..<bodyEnd)
        guard respond(request) else { return }
      }
    }
  }

  /// False when nothing may follow.
  private mutating func respond(_ request: SampleRequest) -> Bool {
    let response = service.respond(request)
    if response.latencyMilliseconds > 0, !socket.wait(milliseconds: response.latencyMilliseconds) {
      return false
    }
    let head = response.head(date: date())
    let body = request.method == "HEAD" ? [] : response.body[...]
    switch response.delivery {
    case .whole:
      return socket.send(head[...], body) && request.header("connection")?.lowercased() != "close"
    case .cutBody: _ = socket.send(head[...], body.prefix(body.count / 2))
    case .silent:
      var buffer = [UInt8](repeating: 0, count: 4096)
      while socket.receive(into: &buffer) != .end {}
    }
    return false
  }

  /// The Date field, made again once a second.
  private mutating func date() -> [UInt8] {
    let seconds = Int(SystemClock.epochSeconds)
    if seconds != dateField.seconds {
      dateField = (seconds, Array("Date: \(CalendarTime(epochSeconds: seconds).httpDate)\r\n".utf8))
    }
    return dateField.bytes
  }
}
