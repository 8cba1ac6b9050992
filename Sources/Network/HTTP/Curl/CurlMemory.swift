import CCurl

/// The only place where memory that libcurl owns or writes to is touched.
enum CurlMemory {
  /// The buffer into which libcurl writes what went wrong.
  final class Message {
    fileprivate let buffer: UnsafeMutablePointer<CChar>

    init() {
      buffer = .allocate(capacity: Int(CCURL_ERROR_SIZE))
      buffer.initialize(repeating: 0, count: Int(CCURL_ERROR_SIZE))
    }

    deinit {
      buffer.deallocate()
    }

    /// The text that libcurl wrote; "" for nothing.
    var text: String { CurlMemory.text(buffer) }
  }

  /// A text of libcurl's that stays its own; "" for none.
  static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }

  /// A part of a parsed URL; nil where it has none.
  static func text(
    of url: OpaquePointer, _ part: ccurl_url_part, _ flags: UInt32, _ library: CurlLibrary
  ) -> String? {
    var copy: UnsafeMutablePointer<CChar>?
    guard library.functions.url_get(url, part, &copy, flags) == 0, let text = copy else {
      return nil
    }
    defer { library.functions.free(text) }
    return String(cString: text)
  }

  /// Gives libcurl a copy of a body.
  static func setBody(_ body: [UInt8], of easy: OpaquePointer, _ library: CurlLibrary) -> Int32 {
    // An empty array may have no address, which libcurl would take for no body at all.
    let bytes = body.isEmpty ? [0] : body
    return ccurl_set_body(library.table, easy, bytes, Int64(body.count))
  }

  /// Lets libcurl write messages, header lines and body pieces into the handle, which has to
  /// outlive the transfer: the driver keeps it in its tables. `isAsked`: libcurl asks the handle
  /// before it sends the request.
  static func setReceivers(
    of handle: CurlHandle, _ message: Message, _ library: CurlLibrary, _ isAsked: inout Bool
  ) -> Int32 {
    let code = ccurl_set_error_buffer(library.table, handle.easy, message.buffer)
    guard code == 0 else { return code }
    let context = Unmanaged.passUnretained(handle).toOpaque()
    isAsked = ccurl_set_before_request(library.table, handle.easy, beforeRequest, context) == 0
    return ccurl_set_receivers(library.table, handle.easy, receiveBody, receiveHeader, context)
  }

  /// Lets libcurl tell of the sockets that it opens and closes. The watch lives until it is freed,
  /// which has to be after the multi handle.
  static func initialize(
    _ watch: UnsafeMutablePointer<ccurl_socket_watch>, of connections: CurlConnections
  ) {
    let context = Unmanaged.passUnretained(connections).toOpaque()
    watch.initialize(
      to: ccurl_socket_watch(note: noteSocket, context: context, accept: acceptAddress))
  }

  private static let noteSocket: ccurl_note_socket = { context, socket, isOpen in
    guard let context else { return }
    let connections = Unmanaged<CurlConnections>.fromOpaque(context).takeUnretainedValue()
    isOpen != 0 ? connections.opened(socket) : connections.closed(socket)
  }

  private static let acceptAddress: ccurl_accept_address = { bytes, count in
    IPAddress(Array(UnsafeBufferPointer(start: bytes, count: count)))?.isPublic == true ? 1 : 0
  }

  /// The handle that was given to libcurl as this context.
  static func handle(_ context: UnsafeMutableRawPointer) -> CurlHandle {
    Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
  }

  // libcurl promises that `size` is 1 and that `bytes` holds `size * count` bytes.

  private static let receiveBody: ccurl_receive = { bytes, size, count, context in
    guard let context else { return 0 }
    let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return handle(context).assembly.receive(body: piece) ? piece.count : 0
  }

  private static let receiveHeader: ccurl_receive = { bytes, size, count, context in
    guard let context else { return 0 }
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return handle(context).assembly.receive(headerLine: line) ? line.count : 0
  }

  private static let beforeRequest: ccurl_before_request = { context, _, _, _, localPort in
    guard let context else { return 1 }
    return handle(context).maySend(localPort: Int(localPort)) ? 0 : 1
  }
}
