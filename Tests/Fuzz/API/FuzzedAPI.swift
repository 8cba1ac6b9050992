import Synchronization
import System

/// An API on loopback that answers with prepared bytes, one after the other, whatever it is asked.
final class FuzzedAPI: Sendable {
  /// What one request gets.
  struct Response: Sendable {
    var bytes: [UInt8]
    /// The connection ends behind it.
    var closes: Bool
  }

  let url: String
  private let listener: Socket
  private let responses = Mutex<[Response]>([])
  private let requests = Atomic(0)

  /// Behind the prepared ones.
  private static let last = Response(
    bytes: Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]".utf8), closes: true)

  init() throws(FuzzFailure) {
    do throws(SystemError) {
      listener = try Socket.listening(on: .v4(0x7F00_0001), port: 0)
      url = "http://127.0.0.1:\(try listener.boundPort())"
      let listener = listener
      _ = try Thread { [weak self] in
        while let connection = listener.accepted(idleSecondsMax: 30) {
          guard let self else { return connection.close() }
          self.serve(connection)
        }
      }
    } catch {
      throw FuzzFailure("no API: \(error.reason)")
    }
  }

  deinit { listener.shutDown() }

  /// How many requests have come so far.
  var requestCount: Int { requests.load(ordering: .relaxed) }

  func prepare(_ responses: [Response]) {
    self.responses.withLock { $0 = responses }
  }

  /// Answers the requests of one connection, on a thread of its own.
  private func serve(_ connection: Socket) {
    let thread = try? Thread { [self] in
      while hasRequest(connection) {
        requests.add(1, ordering: .relaxed)
        let response = responses.withLock { $0.isEmpty ? Self.last : $0.removeFirst() }
        guard connection.send(response.bytes[...]), !response.closes else { break }
      }
      connection.close()
    }
    if thread == nil { connection.close() }
  }

  /// Reads up to the end of a request's headers.
  private func hasRequest(_ connection: Socket) -> Bool {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while !received.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard case .bytes(let count) = connection.receive(into: &buffer) else { return false }
      received += buffer[..<count]
    }
    return true
  }
}
