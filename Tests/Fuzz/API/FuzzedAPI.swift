import Synchronization
import System
import TestInput

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
      let port: Int
      (listener, port) = try Socket.loopback()
      url = "http://127.0.0.1:\(port)"
      try listener.serve { [weak self] in self?.serve($0) }
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

  private func serve(_ connection: Socket) {
    var unread: [UInt8] = []
    while connection.receiveHead(&unread) != nil {
      requests.add(1, ordering: .relaxed)
      let response = responses.withLock { $0.isEmpty ? Self.last : $0.removeFirst() }
      guard connection.send(response.bytes[...]), !response.closes else { return }
    }
  }
}
