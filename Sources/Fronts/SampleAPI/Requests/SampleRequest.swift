import Text

/// One request as it arrived: the bytes of its head and ranges into them. Tests read of it what a
/// client really sent.
package struct SampleRequest: Sendable, Equatable {
  /// The places of one header field's name and value in `head`; blanks around the value are
  /// omitted.
  struct Field: Sendable, Equatable {
    let name: Range<Int>
    let value: Range<Int>
  }

  /// Request line and header fields, without the empty line that ends them.
  private(set) var head: [UInt8]
  private let methodRange: Range<Int>
  private(set) var targetRange: Range<Int>
  private var fields: [Field] = []
  package internal(set) var body: [UInt8] = []
  /// The body's size as the head states it; nil where it states none.
  private(set) var bodyCount: Int?
  /// The client waits for permission to send the body.
  var expectsContinue = false
  /// The client closes, or wants the connection closed, after the response.
  private(set) var closes: Bool
  /// Numbers the connections, from 1 up: equal for requests on one kept-alive connection.
  package internal(set) var connection = 0

  /// Takes the head of a request apart, which reaches to the end of its last line, without the line
  /// feed.
  init(head: [UInt8]) throws(Refusal) {
    let lines = head.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
      .map { $0.last == ASCII.carriageReturn ? $0.dropLast() : $0 }
    // `METHOD target HTTP/1.1`, single spaces between.
    let parts = lines[0].split(separator: ASCII.space, omittingEmptySubsequences: false)
    guard parts.count == 3, (1...32).contains(parts[0].count),
      parts[0].allSatisfy(ASCII.isToken), !parts[1].isEmpty,
      parts[1].allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .malformedRequest }
    let isOld = parts[2].elementsEqual("HTTP/1.0".utf8)
    guard isOld || parts[2].elementsEqual("HTTP/1.1".utf8) else {
      throw parts[2].starts(with: "HTTP/".utf8) ? .unsupportedVersion : .malformedRequest
    }
    self.head = head
    (methodRange, targetRange, closes) = (parts[0].indices, parts[1].indices, isOld)
    for line in lines.dropFirst() { try take(line) }
    // RFC 9112 section 3.2: exactly one Host in HTTP/1.1.
    let hostCount = fields.count { isNamed("host", $0) }
    guard hostCount == 1 || (hostCount == 0 && isOld) else { throw .malformedRequest }
  }

  /// Takes in a header field, and acts on those that say how the request is framed.
  private mutating func take(_ line: ArraySlice<UInt8>) throws(Refusal) {
    guard let colon = line.firstIndex(of: ASCII.colon), colon > line.startIndex,
      line[..<colon].allSatisfy(ASCII.isToken)
    else { throw .malformedRequest }
    let value = line[(colon + 1)...].trimmed()
    guard value.allSatisfy(ASCII.isFieldValue) else { throw .malformedRequest }
    fields.append(Field(name: line.startIndex..<colon, value: value.indices))
    switch String(decoding: line[..<colon].map(ASCII.lowercased), as: UTF8.self) {
    case "host":
      guard value.allSatisfy(ASCII.isHost) else { throw .malformedRequest }
    case "content-length":
      guard !value.isEmpty, value.allSatisfy(ASCII.isDigit) else { throw .malformedRequest }
      guard let count = ASCII.number(value), count <= SampleLimits.bodyBytesMax else {
        throw .bodyTooLarge
      }
      guard bodyCount == nil || bodyCount == count else { throw .malformedRequest }
      bodyCount = count
    case "transfer-encoding":
      throw .unsupportedTransferCoding
    case "connection":
      let options = String(decoding: value, as: UTF8.self).lowercased().split(separator: ",")
      if options.contains(where: { $0.filter { $0 != " " && $0 != "\t" } == "close" }) {
        closes = true
      }
    case "expect":
      expectsContinue = String(decoding: value, as: UTF8.self).lowercased() == "100-continue"
    default: break
    }
  }

  package var method: String { text(methodRange) }

  /// As in the request line, percent-encoding and all.
  package var target: String { text(targetRange) }

  /// In order, spelled as they were sent, duplicates and credentials included.
  package var headers: [(name: String, value: String)] {
    fields.map { (text($0.name), text($0.value)) }
  }

  /// The value of the first header field with this name, in any case; nil if there is none.
  package func header(_ name: String) -> String? {
    headerBytes(name.lowercased()).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The same by a lower-case name.
  func headerBytes(_ lowercaseName: String) -> ArraySlice<UInt8>? {
    fields.first { isNamed(lowercaseName, $0) }.map { head[$0.value] }
  }

  private func isNamed(_ lowercaseName: String, _ field: Field) -> Bool {
    field.name.count == lowercaseName.utf8.count
      && zip(head[field.name], lowercaseName.utf8).allSatisfy { ASCII.lowercased($0) == $1 }
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
