#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A TCP socket: the only code of the module that handles raw memory and system calls. What differs
/// between systems is in `System+Glibc.swift` and `System+Darwin.swift`.
struct Socket: Sendable {
  /// What a read brought.
  enum Received: Equatable {
    case bytes(Int)
    /// The other side closed, the connection broke, or it was shut down from here.
    case end
    /// Nothing came in time.
    case idle
  }

  let descriptor: Int32

  /// A listening socket on a loopback address; port 0 takes any free one.
  static func listening(on address: LoopbackAddress, port: Int) throws(SampleError) -> Socket {
    let family = address.isV6 ? AF_INET6 : AF_INET
    let descriptor = socket(family, System.streamSocketType, 0)
    guard descriptor >= 0 else { throw .systemCallFailed(name: "socket", errno: errno) }
    keepFromChildren(descriptor)
    let socket = Socket(descriptor: descriptor)
    socket.set(SOL_SOCKET, SO_REUSEADDR, Int32(1))
    let bound = bind(descriptor, to: address, port: in_port_t(truncatingIfNeeded: port))
    guard bound == 0, listen(descriptor, 512) == 0 else {
      let reason = errno
      socket.close()
      throw .couldNotBind(port: port, errno: reason)
    }
    return socket
  }

  private static func bind(
    _ descriptor: Int32, to address: LoopbackAddress, port: in_port_t
  ) -> Int32 {
    switch address {
    case .v4(let number):
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      name.sin_port = port.bigEndian
      name.sin_addr.s_addr = number.bigEndian
      return bind(descriptor, &name)
    case .v6:
      var name = sockaddr_in6()
      name.sin6_family = sa_family_t(AF_INET6)
      name.sin6_port = port.bigEndian
      name.sin6_addr = in6addr_loopback
      return bind(descriptor, &name)
    }
  }

  private static func bind<Name>(
    _ descriptor: Int32, _ name: inout Name
  ) -> Int32 {
    withUnsafeMutablePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        System.bindDescriptor(descriptor, $0, socklen_t(MemoryLayout<Name>.size))
      }
    }
  }

  /// The port that the socket is bound to.
  func boundPort() throws(SampleError) -> Int {
    var storage = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
    }
    guard result == 0 else { throw .systemCallFailed(name: "getsockname", errno: errno) }
    // The port stands at the same place in both families.
    return Int(UInt16(bigEndian: storage.sin6_port))
  }

  /// The next connection, ready for use; nil when none could be taken.
  func accepted() -> Socket? {
    let descriptor = accept(self.descriptor, nil, nil)
    guard descriptor >= 0 else { return nil }
    keepFromChildren(descriptor)
    System.silenceSignals(descriptor)
    let socket = Socket(descriptor: descriptor)
    socket.set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
    socket.limitReceiving(seconds: SampleLimits.idleSecondsMax)
    socket.set(
      SOL_SOCKET, SO_SNDTIMEO, timeval(tv_sec: SampleLimits.idleSecondsMax, tv_usec: 0))
    return socket
  }

  /// Lets `receive` wait that long at most.
  func limitReceiving(seconds: Int) {
    set(SOL_SOCKET, SO_RCVTIMEO, timeval(tv_sec: seconds, tv_usec: 0))
  }

  /// Reads what is there, at most as much as the buffer holds; waits for the first byte.
  func receive(into buffer: inout [UInt8]) -> Received {
    while true {
      let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .idle : .end
    }
  }

  /// Sends both in one go where the system takes them; false when the other side is gone.
  func send(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8> = []) -> Bool {
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

  private func sendBoth(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
  ) -> Int {
    var pieces = (
      iovec(iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: first.count),
      iovec(iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: second.count)
    )
    return withUnsafeMutableBytes(of: &pieces) { bytes in
      var message = msghdr()
      message.msg_iov = bytes.baseAddress?.assumingMemoryBound(to: iovec.self)
      message.msg_iovlen = 2
      return sendmsg(descriptor, &message, System.sendFlags)
    }
  }

  /// Waits that long; false when the connection ended in both directions first.
  func wait(milliseconds: Int) -> Bool {
    var entry = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&entry, 1, Int32(clamping: milliseconds)) == 0
  }

  /// Ends both directions: a thread that waits in a call on this socket returns from it.
  func shutDown() {
    _ = shutdown(descriptor, System.bothDirections)
  }

  /// Says that nothing more will be sent.
  func finishSending() {
    _ = shutdown(descriptor, System.sendingDirection)
  }

  /// Frees the descriptor.
  func close() {
    System.closeDescriptor(descriptor)
  }

  private func set<Value: BitwiseCopyable>(_ level: Int32, _ name: Int32, _ value: Value) {
    var value = value
    _ = setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Value>.size))
  }
}

/// A pipe by which one thread wakes another out of `poll`.
struct WakePipe: Sendable {
  private let reading: Int32
  private let writing: Int32

  init() throws(SampleError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .systemCallFailed(name: "pipe", errno: errno) }
    for end in ends { keepFromChildren(end) }
    (reading, writing) = (ends[0], ends[1])
  }

  /// Waits for a signal and takes it.
  func waitForSignal() {
    var byte: UInt8 = 0
    while read(reading, &byte, 1) < 0, errno == EINTR {}
  }

  /// Waits that long, or until there is a signal.
  func wait(milliseconds: Int) {
    var entry = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    _ = poll(&entry, 1, Int32(clamping: milliseconds))
  }

  /// Wakes the waiting thread.
  func signal() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  /// Waits until the socket has a connection: true; or until there is a signal, which stays: false.
  func waitForConnection(on socket: Socket) -> Bool {
    var entries = [
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&entries, nfds_t(entries.count), -1) < 0, errno == EINTR {}
    return entries[0].revents == 0
  }

  func close() {
    System.closeDescriptor(reading)
    System.closeDescriptor(writing)
  }
}

/// A thread with a small stack.
struct ServerThread: @unchecked Sendable {
  // A plain handle, which Darwin spells as a pointer; it is only given to pthread_join, once.
  private let handle: pthread_t

  /// Carries the closure to the new thread.
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that runs `run` and ends.
  init(_ run: @escaping @Sendable () -> Void) throws(SampleError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 512 << 10)
    let work = Unmanaged.passRetained(Work(run))
    let (handle, result) = System.startedThread(&attributes, work.toOpaque())
    guard result == 0, let handle else {
      work.release()
      throw .systemCallFailed(name: "pthread_create", errno: result)
    }
    self.handle = handle
  }

  /// Does the work that `init` retained, once, on the new thread.
  static func run(_ work: UnsafeMutableRawPointer) {
    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run()
  }

  /// Waits for its end and frees it; to be called once.
  func join() {
    pthread_join(handle, nil)
  }
}

/// Closes a descriptor in child processes: an inherited one would keep a connection open.
private func keepFromChildren(_ descriptor: Int32) {
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
}

/// Seconds since 1970.
func wallClockSeconds() -> Int {
  time(nil)
}
