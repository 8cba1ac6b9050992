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
  private let server: LoopbackServer
  private let responses = Mutex<[Response]>([])
  private let requests = Atomic(0)

  /// Behind the prepared ones.
  private static let last = Response(
    bytes: Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]".utf8), closes: true)

  init() throws(FuzzFailure) {
    do throws(SystemError) {
      server = try LoopbackServer()
      url = "http://127.0.0.1:\(server.port)"
      try server.serve { [weak self] connection in
        var unread: [UInt8] = []
        while connection.receiveHead(&unread) != nil, let response = self?.nextResponse(),
          connection.send(response.bytes[...]), !response.closes
        {}
      }
    } catch {
      throw FuzzFailure("no API: \(error.reason)")
    }
  }

  /// How many requests have come so far.
  var requestCount: Int { requests.load(ordering: .relaxed) }

  func prepare(_ responses: [Response]) {
    self.responses.withLock { $0 = responses }
  }

  private func nextResponse() -> Response {
    requests.add(1, ordering: .relaxed)
    return responses.withLock { $0.isEmpty ? Self.last : $0.removeFirst() }
  }
}
