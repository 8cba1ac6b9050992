import JSON
import Text

/// One request as it arrived: the bytes of its head and ranges into them. Tests read of it what a
/// client really sent.
package struct SampleRequest: Sendable, Equatable {
  /// Where one header field's name and value are in `head`; blanks around the value are omitted.
  struct Field: Sendable, Equatable {
    let name: Range<Int>
    let value: Range<Int>
  }

  /// Request line and header fields, without the empty line that ends them.
  private(set) var head: [UInt8]
  private let methodRange: Range<Int>
  private(set) var targetRange: Range<Int>
  private var fields: [Field]
  package internal(set) var body: [UInt8] = []
  /// The client closes, or wants the connection closed, after the response.
  let closes: Bool
  /// Numbers the connections, from 1 up: equal for requests on one kept-alive connection.
  package internal(set) var connection = 0

  init(head: [UInt8], method: Range<Int>, target: Range<Int>, fields: [Field], closes: Bool) {
    self.head = head
    methodRange = method
    targetRange = target
    self.fields = fields
    self.closes = closes
  }

  package var method: String { text(methodRange) }

  /// As in the request line, percent-encoding and all.
  package var target: String { text(targetRange) }

  /// In order, spelled as they were sent, duplicates and credentials included.
  package var headers: [(name: String, value: String)] {
    fields.map { (text($0.name), text($0.value)) }
  }

  /// The value of the first header field with this name, in any case; nil when there is none.
  package func header(_ name: String) -> String? {
    headerBytes(name.lowercased()).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The same by a lower-case name.
  func headerBytes(_ lowercaseName: String) -> ArraySlice<UInt8>? {
    let wanted = lowercaseName.utf8
    for field in fields where field.name.count == wanted.count {
      if zip(head[field.name], wanted).allSatisfy({ ASCII.lowercased($0) == $1 }) {
        return head[field.value]
      }
    }
    return nil
  }

  /// The method is this one; methods are case-sensitive.
  func isMethod(_ name: String) -> Bool {
    head[methodRange].elementsEqual(name.utf8)
  }

  /// The request with at most `bytesMax` bytes of its head and of its body, and the header fields
  /// that lie in them.
  func cut(to bytesMax: Int) -> SampleRequest {
    guard head.count > bytesMax || body.count > bytesMax else { return self }
    var copy = self
    copy.body = Array(body.prefix(bytesMax))
    copy.head = Array(head.prefix(bytesMax))
    copy.targetRange = targetRange.clamped(to: 0..<copy.head.count)
    copy.fields = fields.filter { $0.value.upperBound <= copy.head.count }
    return copy
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: head[range], as: UTF8.self)
  }
}
