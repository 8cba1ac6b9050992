import Foundation
import System

extension Socket {
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
