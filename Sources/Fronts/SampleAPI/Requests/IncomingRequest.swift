import JSON
import Text

/// One parsed HTTP/1.1 request: the bytes of its head and ranges into them.
struct IncomingRequest: Sendable {
  /// Where one header field's name and value are in `head`; blanks around the value are omitted.
  struct Header: Sendable {
    let name: Range<Int>
    let value: Range<Int>
  }

  /// Request line and header fields, without the empty line that ends them.
  private(set) var head: [UInt8]
  let method: Range<Int>
  private(set) var target: Range<Int>
  private(set) var headers: [Header]
  var body: [UInt8] = []
  /// The client closes, or wants the connection closed, after the response.
  let closes: Bool

  init(
    head: [UInt8], method: Range<Int>, target: Range<Int>, headers: [Header], closes: Bool
  ) {
    self.head = head
    self.method = method
    self.target = target
    self.headers = headers
    self.closes = closes
  }

  /// The bytes of a range of the head as text.
  func text(_ range: Range<Int>) -> String {
    String(decoding: head[range], as: UTF8.self)
  }

  /// The method is this one; methods are case-sensitive.
  func isMethod(_ name: String) -> Bool {
    head[method].elementsEqual(name.utf8)
  }

  /// The value of the first field with this lower-case name; nil when there is none.
  func header(_ lowercaseName: String) -> ArraySlice<UInt8>? {
    let wanted = lowercaseName.utf8
    for field in headers where field.name.count == wanted.count {
      if zip(head[field.name], wanted).allSatisfy({ $0 == $1 || ASCII.lowercased($0) == $1 }) {
        return head[field.value]
      }
    }
    return nil
  }

  /// The same as text; nil when there is no such field.
  func headerText(_ lowercaseName: String) -> String? {
    header(lowercaseName).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The request with at most `bytesMax` bytes of its head and of its body, and the header fields
  /// that lie in them.
  func cut(to bytesMax: Int) -> IncomingRequest {
    guard head.count > bytesMax || body.count > bytesMax else { return self }
    var copy = self
    copy.body = Array(body.prefix(bytesMax))
    copy.head = Array(head.prefix(bytesMax))
    copy.target = target.clamped(to: 0..<copy.head.count)
    copy.headers = headers.filter { $0.value.upperBound <= copy.head.count }
    return copy
  }
}
