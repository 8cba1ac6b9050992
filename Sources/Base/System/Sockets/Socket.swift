import CLibrary

/// A TCP socket of a server that only this machine can reach.
package struct Socket: Sendable {
  /// The outcome of a read.
  package enum Received: Equatable, Sendable {
    case bytes(Int)
    /// The other side closed, the connection broke, or it was shut down from here.
    case end
    /// Nothing came in time.
    case idle
  }

  package let descriptor: Int32

  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Connections that may wait to be accepted.
  private static let waitingMax: Int32 = 512

  /// A listening socket on a loopback address; port 0 takes any free one.
  package static func listening(on address: LoopbackAddress, port: Int) throws(SystemError)
    -> Socket
  {
    let family = address == .v6 ? AF_INET6 : AF_INET
    let descriptor = socket(family, Platform.streamSocketType, 0)
    guard descriptor >= 0 else { throw .last("socket") }
    Descriptor.keepFromChildren(descriptor)
    let socket = Socket(descriptor: descriptor)
    socket.set(SOL_SOCKET, SO_REUSEADDR, Int32(1))
    let bound = name(descriptor, address, port: in_port_t(truncatingIfNeeded: port))
    guard bound == 0, listen(descriptor, waitingMax) == 0 else {
      let reason = errno
      socket.close()
      throw SystemError(call: "bind", number: reason)
    }
    return socket
  }

  private static func name(
    _ descriptor: Int32, _ address: LoopbackAddress, port: in_port_t
  ) -> Int32 {
    switch address {
    case .v4(let number):
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      name.sin_port = port.bigEndian
      name.sin_addr.s_addr = number.bigEndian
      return self.name(descriptor, &name)
    case .v6:
      var name = sockaddr_in6()
      name.sin6_family = sa_family_t(AF_INET6)
      name.sin6_port = port.bigEndian
      name.sin6_addr = in6addr_loopback
      return self.name(descriptor, &name)
    }
  }

  private static func name<Name>(_ descriptor: Int32, _ name: inout Name) -> Int32 {
    withUnsafeMutablePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<Name>.size))
      }
    }
  }

  /// The port that the socket is bound to.
  package func boundPort() throws(SystemError) -> Int {
    var storage = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
    }
    guard result == 0 else { throw .last("getsockname") }
    // Both address families keep the port at the same offset.
    return Int(UInt16(bigEndian: storage.sin6_port))
  }

  /// The next connection, ready for use; nil when none could be taken. It gives up after this many
  /// seconds without a byte.
  package func accepted(idleSecondsMax: Int) -> Socket? {
    let descriptor = accept(self.descriptor, nil, nil)
    guard descriptor >= 0 else { return nil }
    Descriptor.keepFromChildren(descriptor)
    Platform.silenceSignals(descriptor)
    let socket = Socket(descriptor: descriptor)
    socket.set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
    socket.limitReceiving(seconds: idleSecondsMax)
    socket.set(SOL_SOCKET, SO_SNDTIMEO, timeval(tv_sec: idleSecondsMax, tv_usec: 0))
    return socket
  }

  /// Lets `receive` wait that long at most.
  package func limitReceiving(seconds: Int) {
    set(SOL_SOCKET, SO_RCVTIMEO, timeval(tv_sec: seconds, tv_usec: 0))
  }

  /// Reads what is there, at most as much as the buffer holds; waits for the first byte.
  package func receive(into buffer: inout [UInt8]) -> Received {
    while true {
      let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .idle : .end
    }
  }

  /// Sends both in one go where the system takes them; false when the other side is gone.
  package func send(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8> = []) -> Bool {
    first.withUnsafeBytes { first in
      second.withUnsafeBytes { second in
        var sent = 0
        while sent < first.count + second.count {
          let rest = UnsafeRawBufferPointer(rebasing: first.dropFirst(sent))
          let more = UnsafeRawBufferPointer(rebasing: second.dropFirst(max(0, sent - first.count)))
          let count = sendBoth(rest, more)
          if count >= 0 {
            sent += count
          } else if errno != EINTR {
            return false
          }
        }
        return true
      }
    }
  }

  private func sendBoth(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Int {
    var pieces = (
      iovec(iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: first.count),
      iovec(iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: second.count)
    )
    return withUnsafeMutableBytes(of: &pieces) { bytes in
      var message = msghdr()
      message.msg_iov = bytes.baseAddress?.assumingMemoryBound(to: iovec.self)
      message.msg_iovlen = 2
      return sendmsg(descriptor, &message, Platform.sendFlags)
    }
  }

  /// Waits that long; false when the connection ended in both directions first.
  package func wait(milliseconds: Int) -> Bool {
    var entry = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&entry, 1, Int32(clamping: milliseconds)) == 0
  }

  /// Ends both directions: a thread that waits in a call on this socket returns from it.
  package func shutDown() {
    _ = shutdown(descriptor, Platform.bothDirections)
  }

  /// Says that nothing more will be sent.
  package func finishSending() {
    _ = shutdown(descriptor, Platform.sendingDirection)
  }

  /// Frees the descriptor.
  package func close() {
    Descriptor.close(descriptor)
  }

  private func set<Value: BitwiseCopyable>(_ level: Int32, _ name: Int32, _ value: Value) {
    var value = value
    _ = setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Value>.size))
  }
}
