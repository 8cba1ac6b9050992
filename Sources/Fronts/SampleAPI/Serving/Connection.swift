import System
import Text

/// One connection: reads requests and answers each, until the client disconnects, the server stops
/// or a request cannot be understood. Runs on its own thread.
struct Connection {
  private let socket: Socket
  private let id: Int
  private let service: Service
  private let traffic: Traffic
  private var parser = RequestParser()
  private var dateField: (seconds: Int, bytes: [UInt8]) = (-1, [])

  init(_ socket: Socket, id: Int, service: Service, traffic: Traffic) {
    self.socket = socket
    self.id = id
    self.service = service
    self.traffic = traffic
  }

  /// Serves the connection to its end; the socket stays to be closed.
  mutating func run() {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while case .bytes(let count) = socket.receive(into: &buffer) {
      parser.append(buffer[..<count])
      guard respondToAll() else { return }
      if parser.takeExpectedContinue() {
        guard socket.send(ArraySlice("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { return }
      }
    }
  }

  /// Responds with 503 to any request.
  mutating func refuse() {
    socket.limitReceiving(seconds: SampleLimits.lingerSecondsMax)
    var buffer = [UInt8](repeating: 0, count: 16_384)
    guard socket.receive(into: &buffer) != .end else { return }
    _ = send(Refusal.tooManyConnections.response, withBody: true)
    linger()
  }

  /// Answers every request that is complete; false when the connection shall end.
  private mutating func respondToAll() -> Bool {
    do {
      while let request = try parser.next() {
        guard respond(request) else { return false }
      }
      return true
    } catch {
      _ = send(error.response, withBody: true)
      linger()
      return false
    }
  }

  private mutating func respond(_ request: SampleRequest) -> Bool {
    traffic.begin()
    var response = service.respond(request, connection: id)
    if request.closes { response.closes = true }
    if response.latencyMilliseconds > 0,
      !socket.wait(milliseconds: response.latencyMilliseconds)
    {
      traffic.end()
      return false
    }
    traffic.end()
    guard send(response, withBody: !request.isMethod("HEAD")) else { return false }
    if response.closes { linger() }
    return !response.closes
  }

  /// Sends a response as far as its delivery goes; false when nothing may follow.
  private mutating func send(_ response: Response, withBody: Bool) -> Bool {
    if response.delivery == .silent {
      drain()
      return false
    }
    if response.delivery == .bare {
      _ = socket.send(response.body[...])
      return false
    }
    let head = response.head(date: date())
    let body = withBody && !response.isBodyless ? response.body[...] : []
    switch response.delivery {
    case .cutHead:
      _ = socket.send(head.prefix(head.count / 2))
      return false
    case .cutBody:
      _ = socket.send(head[...], body.prefix(body.count / 2))
      return false
    case .stalledBody:
      if socket.send(head[...], body.prefix(body.count / 2)) { drain() }
      return false
    default:
      guard withBody, response.blankCount > 0 else { return socket.send(head[...], body) }
      return socket.send(head[...]) && sendBlanks(response.blankCount) && socket.send(body)
    }
  }

  private func sendBlanks(_ count: Int) -> Bool {
    let block = [UInt8](repeating: ASCII.space, count: 65_536)
    var rest = count
    while rest > 0 {
      guard socket.send(block.prefix(rest)) else { return false }
      rest -= min(rest, block.count)
    }
    return true
  }

  /// Reads and forgets until the client goes or the server stops.
  private func drain() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while socket.receive(into: &buffer) != .end {}
  }

  /// Lets the client read the last response: closing with unread input would reset the connection.
  private func linger() {
    socket.finishSending()
    socket.limitReceiving(seconds: SampleLimits.lingerSecondsMax)
    var buffer = [UInt8](repeating: 0, count: 16_384)
    var rest = SampleLimits.bodyBytesMax
    while rest > 0, case .bytes(let count) = socket.receive(into: &buffer) { rest -= count }
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
