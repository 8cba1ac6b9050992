import CCurl
import System

/// The kept connections of a client; touched by the engine's thread alone.
///
/// A server may send unrequested bytes on a kept connection, such as a second response. Over HTTP/1
/// they would be taken for the response to the next request, even another caller's, so such a
/// connection is not used again. HTTP/2 numbers its responses.
final class CurlConnections {
  private let library: CurlLibrary
  /// Lets new handles resume the TLS sessions of earlier ones; nil where libcurl cannot.
  private let sessions: OpaquePointer?
  /// Reports from libcurl about its sockets; a pointer, because libcurl keeps it.
  private let watch: UnsafeMutablePointer<ccurl_socket_watch>
  /// The sockets that are open, by a number that is never given twice.
  private var sockets: [Int: Int32] = [:]
  private var lastNumber = 0
  /// Their numbers by their ports on this side, as far as these have been looked up.
  private var numbers: [Int: Int] = [:]
  /// The number of transfers that each connection carries now. Only HTTP/2 carries several.
  private var transfers: [Int: Int] = [:]
  /// Those whose latest response came over HTTP/2.
  private var multiplexed: Set<Int> = []

  init(_ library: CurlLibrary) {
    self.library = library
    sessions = ccurl_share_new(library.table)
    watch = .allocate(capacity: 1)
    CurlMemory.initialize(watch, of: self)
  }

  deinit {
    if let sessions { _ = library.functions.share_cleanup(sessions) }
    watch.deallocate()
  }

  /// Lets a handle resume TLS sessions, and follows its sockets; libcurl's code. `isPublicOnly`:
  /// other addresses than those of the public internet are refused.
  func attach(to easy: OpaquePointer, isPublicOnly: Bool) -> Int32 {
    if let sessions { _ = ccurl_set_share(library.table, easy, sessions) }
    return ccurl_set_socket_watch(library.table, easy, watch, isPublicOnly ? 1 : 0)
  }

  /// Takes note of a new socket.
  func opened(_ socket: Int32) {
    closed(socket)
    lastNumber += 1
    sockets[lastNumber] = socket
  }

  /// Forgets a socket.
  func closed(_ socket: Int32) {
    guard let number = sockets.first(where: { $0.value == socket })?.key else { return }
    sockets[number] = nil
    transfers[number] = nil
    if let port = numbers.first(where: { $0.value == number })?.key { numbers[port] = nil }
    multiplexed.remove(number)
  }

  /// The number of the connection with that port on this side; nil for a Unix domain socket, which
  /// has none.
  func number(localPort: Int) -> Int? {
    guard localPort > 0 else { return nil }
    if let number = numbers[localPort] { return number }
    let number = sockets.first { (try? Socket(descriptor: $0.value).boundPort()) == localPort }?.key
    numbers[localPort] = number
    return number
  }

  /// True when a kept connection holds bytes, or its end, before anything is sent.
  func hasUnreadBytes(_ number: Int) -> Bool {
    guard transfers[number] == nil, !multiplexed.contains(number), let socket = sockets[number]
    else { return false }
    return Poll.wait(socket, for: .reading, seconds: 0)
  }

  /// Takes note that a request is about to be sent.
  func enter(_ number: Int) {
    transfers[number, default: 0] += 1
  }

  /// Takes note that a transfer is over, or has changed to another connection. `isHTTP1`: over
  /// which protocol its response came; nil for none.
  func leave(_ number: Int, isHTTP1: Bool? = nil) {
    guard sockets[number] != nil else { return }
    let count = transfers[number, default: 1] - 1
    transfers[number] = count > 0 ? count : nil
    switch isHTTP1 {
    case true: multiplexed.remove(number)
    case false: multiplexed.insert(number)
    case nil: break
    }
  }
}
