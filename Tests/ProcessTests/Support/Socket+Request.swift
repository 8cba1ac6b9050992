import Foundation
import System

extension Socket {
  /// A listener on loopback, and its port.
  static func loopback() throws -> (Socket, port: Int) {
    let listener = try Socket.listening(on: .v4(0x7F00_0001), port: 0)
    return (listener, try listener.boundPort())
  }

  /// Serves each connection on a thread of its own, until the listener is shut down.
  func serve(_ body: @escaping @Sendable (Socket) -> Void) throws {
    _ = try System.Thread {
      while let connection = accepted(idleSecondsMax: 20) {
        _ = try? System.Thread {
          body(connection)
          connection.close()
        }
      }
    }
  }

  /// The next request as it came, with its body; nil at the end. Requests come one after the other.
  func receiveRequest() -> String? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n") {
        let length = text.firstMatch(of: /(?i)content-length: *([0-9]+)/).flatMap { Int($0.1) } ?? 0
        if text[end.upperBound...].utf8.count >= length { return text }
      }
      guard case .bytes(let count) = receive(into: &buffer), count > 0 else { return nil }
      bytes += buffer[..<count]
    }
  }
}
