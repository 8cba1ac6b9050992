import Text

/// Cuts the bytes of a connection into HTTP/1.1 requests (RFC 9112): a value that is fed pieces of
/// any size and continues where it stopped.
///
/// `GET /page?page=2 HTTP/1.1⏎ Host: 127.0.0.1:8080⏎ ⏎` gives one request whose target is
/// `/page?page=2`. Several requests in one piece (pipelining) come out one after the other.
/// Bodies are announced by `Content-Length`; a transfer coding is refused. A bare LF counts as the
/// end of a line, empty lines before a request are skipped, folded lines are refused.
struct RequestParser: Sendable {
  private var bytes: [UInt8] = []
  /// The offset in `bytes` at which the next request begins.
  private var start = 0
  /// No end of the head lies before this offset.
  private var searched = 0
  /// A request whose head is there and whose body is not.
  private var incomplete: SampleRequest?

  /// Takes what arrived.
  mutating func append(_ piece: ArraySlice<UInt8>) {
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      (start, searched) = (0, 0)
    } else if start > SampleLimits.headBytesMax {
      bytes.removeSubrange(..<start)
      (start, searched) = (0, max(0, searched - start))
    }
    bytes += piece
  }

  /// The next whole request; nil when more bytes are needed. After an error the connection has no
  /// further request: where the next one would begin is unknown.
  mutating func next() throws(Refusal) -> SampleRequest? {
    if incomplete == nil { try parseHead() }
    guard var request = incomplete else { return nil }
    let bodyCount = request.bodyCount ?? 0
    guard bytes.count - start >= bodyCount else { return nil }
    request.body = Array(bytes[start..<(start + bodyCount)])
    start += bodyCount
    searched = start
    incomplete = nil
    return request
  }

  /// True once for a request that waits for "100 Continue" before it sends its body.
  mutating func takeExpectedContinue() -> Bool {
    defer { incomplete?.expectsContinue = false }
    return incomplete?.expectsContinue == true && incomplete?.bodyCount ?? 0 > 0
  }

  /// Moves a complete head from `bytes` into `incomplete`.
  private mutating func parseHead() throws(Refusal) {
    skipEmptyLines()
    guard let end = headEnd() else {
      guard bytes.count - start <= SampleLimits.headBytesMax else { throw .headTooLarge }
      return
    }
    guard end.next - start <= SampleLimits.headBytesMax else { throw .headTooLarge }
    incomplete = try SampleRequest(head: Array(bytes[start..<end.head]))
    start = end.next
  }

  private mutating func skipEmptyLines() {
    while start < bytes.count,
      bytes[start] == ASCII.lineFeed || bytes[start] == ASCII.carriageReturn
    {
      start += 1
    }
    searched = max(searched, start)
  }

  /// The end of the head's last line and the first byte after the empty line.
  private mutating func headEnd() -> (head: Int, next: Int)? {
    while let end = bytes[searched...].firstIndex(of: ASCII.lineFeed) {
      searched = end
      var next = end + 1
      if next < bytes.count, bytes[next] == ASCII.carriageReturn { next += 1 }
      guard next < bytes.count else { return nil }
      if bytes[next] == ASCII.lineFeed { return (end, next + 1) }
      searched = end + 1
    }
    searched = bytes.count
    return nil
  }
}
