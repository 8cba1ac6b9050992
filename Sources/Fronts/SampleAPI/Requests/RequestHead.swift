import JSON
import Text

/// Takes the head of one request apart: request line, header fields, what they say about the body.
struct RequestHead {
  private let bytes: [UInt8]
  private var fields: [SampleRequest.Field] = []
  private var bodyCount: Int?
  private var hostCount = 0
  private var wantsClose = false
  private var expectsContinue = false

  /// `bytes` reach to the end of the last line, without its line feed.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The request without its body, the body's size, and whether the client waits for permission to
  /// send it.
  mutating func parse() throws(Refusal) -> (
    request: SampleRequest, bodyCount: Int, expectsContinue: Bool
  ) {
    let lineEnd = endOfLine(from: 0)
    let line = try requestLine(upTo: contentEnd(0..<lineEnd))
    var offset = lineEnd + 1
    while offset < bytes.count {
      let end = endOfLine(from: offset)
      try header(offset..<contentEnd(offset..<end))
      offset = end + 1
    }
    // RFC 9112 section 3.2: exactly one Host in HTTP/1.1.
    guard hostCount == 1 || (hostCount == 0 && line.isOld) else { throw .malformedRequest }
    let request = SampleRequest(
      head: bytes, method: line.method, target: line.target, fields: fields,
      closes: wantsClose || line.isOld)
    return (request, bodyCount ?? 0, expectsContinue && (bodyCount ?? 0) > 0)
  }

  private func endOfLine(from start: Int) -> Int {
    bytes[start...].firstIndex(of: ASCII.lineFeed) ?? bytes.count
  }

  /// The end of a line without its carriage return.
  private func contentEnd(_ line: Range<Int>) -> Int {
    !line.isEmpty && bytes[line.upperBound - 1] == ASCII.carriageReturn
      ? line.upperBound - 1 : line.upperBound
  }

  /// `METHOD target HTTP/1.1`, single spaces between.
  private func requestLine(
    upTo end: Int
  ) throws(Refusal) -> (method: Range<Int>, target: Range<Int>, isOld: Bool) {
    guard let first = bytes[..<end].firstIndex(of: ASCII.space),
      let last = bytes[..<end].lastIndex(of: ASCII.space), first < last
    else { throw .malformedRequest }
    let (method, target) = (0..<first, (first + 1)..<last)
    guard !method.isEmpty, method.count <= 32, bytes[method].allSatisfy(ASCII.isToken),
      !target.isEmpty, bytes[target].allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .malformedRequest }
    let version = bytes[(last + 1)..<end]
    if version.elementsEqual("HTTP/1.1".utf8) { return (method, target, false) }
    if version.elementsEqual("HTTP/1.0".utf8) { return (method, target, true) }
    throw version.starts(with: "HTTP/".utf8) ? .unsupportedVersion : .malformedRequest
  }

  private mutating func header(_ line: Range<Int>) throws(Refusal) {
    guard let colon = bytes[line].firstIndex(of: ASCII.colon), colon > line.lowerBound,
      bytes[line.lowerBound..<colon].allSatisfy(ASCII.isToken)
    else { throw .malformedRequest }
    var value = (colon + 1)..<line.upperBound
    let isBlank = { (byte: UInt8) in byte == ASCII.space || byte == ASCII.tab }
    while let first = bytes[value].first, isBlank(first) { value = value.dropFirst() }
    while let last = bytes[value].last, isBlank(last) { value = value.dropLast() }
    guard bytes[value].allSatisfy(ASCII.isFieldValue) else { throw .malformedRequest }
    fields.append(.init(name: line.lowerBound..<colon, value: value))
    try read(line.lowerBound..<colon, bytes[value])
  }

  /// Acts on the fields that say how the request is framed.
  private mutating func read(_ name: Range<Int>, _ value: ArraySlice<UInt8>) throws(Refusal) {
    switch String(decoding: bytes[name].map(ASCII.lowercased), as: UTF8.self) {
    case "host":
      guard value.allSatisfy(ASCII.isHost) else { throw .malformedRequest }
      hostCount += 1
    case "content-length":
      guard !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) else {
        throw .malformedRequest
      }
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
        wantsClose = true
      }
    case "expect":
      expectsContinue = String(decoding: value, as: UTF8.self).lowercased() == "100-continue"
    default: break
    }
  }
}
