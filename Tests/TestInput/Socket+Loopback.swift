package import System

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Socket {
  /// A listener on loopback, and its port.
  package static func loopback() throws(SystemError) -> (Socket, port: Int) {
    let listener = try Socket.listening(on: .v4(0x7F00_0001), port: 0)
    return (listener, try listener.boundPort())
  }

  /// A listener at a path in the file system.
  package static func listening(at path: String) throws(SystemError) -> Socket {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let places = MemoryLayout.size(ofValue: address.sun_path)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: path.utf8.prefix(places - 1))
    }
    let listener = stream(AF_UNIX)
    guard with(&address, { bind(listener.descriptor, $0, $1) }) == 0,
      listen(listener.descriptor, 128) == 0
    else { throw SystemError(call: "bind", number: errno) }
    return listener
  }

  /// A connection to a port on loopback; nil where nobody listens. It waits no longer than this.
  package static func connected(to port: Int, secondsMax: Int = 300) -> Socket? {
    let socket = stream(AF_INET)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(clamping: port).bigEndian)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    guard with(&address, { connect(socket.descriptor, $0, $1) }) == 0 else {
      socket.close()
      return nil
    }
    socket.limitReceiving(seconds: secondsMax)
    return socket
  }

  private static func stream(_ family: Int32) -> Socket {
    #if canImport(Glibc)
    Socket(descriptor: socket(family, Int32(SOCK_STREAM.rawValue), 0))
    #else
    Socket(descriptor: socket(family, SOCK_STREAM, 0))
    #endif
  }

  private static func with<Address>(
    _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }

  /// The bytes up to the next empty line of HTTP, without it; what came after them stays in `unread`.
  /// Nil at the end.
  package func receiveHead(_ unread: inout [UInt8]) -> String? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      if let end = unread.firstRange(of: "\r\n\r\n".utf8) {
        defer { unread.removeFirst(end.upperBound) }
        return String(decoding: unread[..<end.lowerBound], as: UTF8.self)
      }
      guard case .bytes(let count) = receive(into: &buffer) else { return nil }
      unread += buffer[..<count]
    }
  }
}
