import Foundation
import Synchronization
import System
import TestSupport

/// A forward proxy on loopback: whole URLs over plain HTTP, and tunnels (CONNECT), for those who
/// sign in. Whatever host is named, it connects to that port on loopback.
final class ForwardProxy: Sendable {
  /// `NAME:PASSWORD` that it wants, and whether its 407 says how to sign in.
  private let credential: String
  private let announcesScheme: Bool
  private let server: LoopbackServer
  private let refused = Atomic(0)
  private let passed = Atomic(0)
  private let tunnels = Atomic(0)

  init(credential: String, announcesScheme: Bool) throws {
    self.credential = credential
    self.announcesScheme = announcesScheme
    server = try LoopbackServer()
    try server.serve { [weak self] in self?.serve($0) }
  }

  var port: Int { server.port }

  /// How many requests it refused, passed on and made tunnels for.
  var counts: [Int] {
    [
      refused.load(ordering: .relaxed), passed.load(ordering: .relaxed),
      tunnels.load(ordering: .relaxed),
    ]
  }

  private func serve(_ client: Socket) {
    var bytes: [UInt8] = []
    while let head = client.receiveHead(&bytes) {
      let lines = head.split(separator: "\r\n").map(String.init)
      let words = (lines.first ?? "").split(separator: " ").map(String.init)
      guard words.count == 3 else { return }
      let wanted = "Basic " + Data(credential.utf8).base64EncodedString()
      let given = lines.first { $0.lowercased().hasPrefix("proxy-authorization:") }
      guard given?.hasSuffix(" " + wanted) == true else {
        refused.add(1, ordering: .relaxed)
        let scheme = announcesScheme ? "Proxy-Authenticate: Basic realm=\"proxy\"\r\n" : ""
        let body = "Sign in first."
        let text =
          "HTTP/1.1 407 Proxy Authentication Required\r\n\(scheme)"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        guard client.send(Array(text.utf8)[...]) else { return }
        continue
      }
      let isTunnel = words[0] == "CONNECT"
      let url = URL(string: isTunnel ? "tunnel://" + words[1] : words[1])
      guard let url, let server = Socket.connected(to: url.port ?? 80) else { return }
      let isSent = DispatchSemaphore(value: 0)
      defer {
        if isTunnel { isSent.wait() }
        server.close()
      }
      if isTunnel {
        tunnels.add(1, ordering: .relaxed)
        _ = client.send(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)[...])
        // What follows the head belongs to the tunnel.
        _ = bytes.isEmpty || server.send(bytes[...])
        Foundation.Thread.detachNewThread {
          Self.copy(from: client, to: server)
          isSent.signal()
        }
      } else {
        passed.add(1, ordering: .relaxed)
        let path = words[1].split(separator: "/", maxSplits: 2).dropFirst().last ?? ""
        let others = lines.dropFirst().filter { !$0.lowercased().hasPrefix("proxy-") }
        let request =
          (["\(words[0]) /\(path) HTTP/1.1"] + others + ["Connection: close"])
          .joined(separator: "\r\n") + "\r\n\r\n"
        guard server.send(Array(request.utf8)[...]) else { return }
      }
      return Self.copy(from: server, to: client)
    }
  }

  private static func copy(from source: Socket, to target: Socket) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case .bytes(let count) = source.receive(into: &buffer), count > 0 {
      guard target.send(buffer[..<count]) else { break }
    }
    source.shutDown()
    target.shutDown()
  }
}
