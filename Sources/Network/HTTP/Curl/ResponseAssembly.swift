import Text

/// Puts a response together from the header lines and body pieces that libcurl hands over.
///
///     HTTP/1.1 103 Early Hints          a 1xx response: forgotten with the next status line
///     Link: </style.css>
///     (blank line)
///     HTTP/1.1 200 OK                   the final response
///     Content-Type: application/json
///     (blank line)                      its headers are complete
///     {"items": ...                     body, up to `bodyBytesMax`
///     Checksum: 1                       a trailer after a chunked body: counted and left out
struct ResponseAssembly {
  /// Status of the latest status line, 0 before the first.
  private(set) var status = 0
  /// `HTTP/1.1` of that line.
  private(set) var version = ""
  /// The words after its status code.
  private(set) var reason = ""
  private(set) var fields: [HTTPField] = []
  private(set) var body: [UInt8] = []
  /// True when the blank line after the final response's headers has come.
  private(set) var headersAreComplete = false
  /// The reason why no more bytes are taken; nil while all is well.
  private(set) var refusal: Refusal?
  /// Bytes of all header blocks so far, and of the trailers.
  private var headerBytes = 0
  private var trailerBytes = 0
  private let bodyBytesMax: Int
  private let zlib: ZlibLibrary?
  /// Undoes the codings of the body; nil before its first byte, and where it has none.
  private var decoder: BodyDecoder?
  /// The fault for which the rest of an error response's body is skipped: the body is not a page,
  /// and the status counts.
  private var passedOver: CodingFault?

  /// The reason why a response is rejected.
  enum Refusal: Equatable {
    case tooLarge(ResponsePart)
    /// Two different values of `Content-Length`: the end of the body is unknown (RFC 9112 section
    /// 6.3).
    case contentLengths
    /// The body has a transfer coding that no request asks for.
    case transferCoding
    /// The coded body cannot be had as it was before.
    case coding(CodingFault)
  }

  /// Most bytes of all header blocks of one response, 1xx included.
  static let headerBytesMax = 256 << 10
  private static let fieldsExpected = 16
  /// Most bytes of the trailers.
  static let trailerBytesMax = 64 << 10

  init(bodyBytesMax: Int, zlib: ZlibLibrary? = ZlibLibrary.load()) {
    self.bodyBytesMax = bodyBytesMax
    self.zlib = zlib
  }

  /// Takes one header line, its line break included; false, and nothing taken, where the response
  /// is refused.
  @discardableResult
  mutating func receive(headerLine line: some BidirectionalCollection<UInt8>) -> Bool {
    guard count(line.count) else { return false }
    take(line[...])
    return refusal == nil
  }

  /// Counts the bytes of a line; false where there are too many.
  private mutating func count(_ bytes: Int) -> Bool {
    if headersAreComplete {
      trailerBytes += bytes
      if trailerBytes > Self.trailerBytesMax { refusal = .tooLarge(.trailers) }
    } else {
      headerBytes += bytes
      if headerBytes > Self.headerBytesMax { refusal = .tooLarge(.headers) }
    }
    return refusal == nil
  }

  private mutating func take(_ line: some BidirectionalCollection<UInt8>) {
    var line = line[...]
    while let last = line.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
      line = line.dropLast()
    }
    if headersAreComplete { return }  // A trailer after a chunked body.
    if let (version, status, reason) = Self.status(line) {
      // What was counted stays counted.
      let counted = headerBytes
      self = ResponseAssembly(bodyBytesMax: bodyBytesMax, zlib: zlib)
      headerBytes = counted
      fields.reserveCapacity(Self.fieldsExpected)
      self.status = status
      self.version = version
      self.reason = reason
    } else if line.isEmpty {
      headersAreComplete = status >= 200
      if hasTwoContentLengths { refusal = .contentLengths }
      if !transferCodings.allSatisfy({ $0 == "chunked" || $0 == "identity" }) {
        refusal = .transferCoding
      }
    } else {
      receive(field: line)
    }
  }

  /// Takes a piece of the body, as it came; false where it is refused, as it grows too large or
  /// cannot be decoded.
  ///
  /// A `Content-Length` beyond the maximum is refused with the first piece, unless a content
  /// coding makes it the length of something else.
  mutating func receive(body piece: some Collection<UInt8>) -> Bool {
    guard passedOver == nil else { return true }
    if body.isEmpty, decoder == nil, !piece.isEmpty, !begin() { return refusal == nil }
    if decoder != nil { return decode(piece) }
    guard piece.count <= bodyBytesMax - body.count else {
      refusal = .tooLarge(.body)
      return false
    }
    body.append(contentsOf: piece)
    return true
  }

  /// Gets ready for the first piece of the body; false where none is taken.
  private mutating func begin() -> Bool {
    let headers = headers
    do throws(CodingFault) {
      if headers["Content-Encoding"] != nil,
        case let codings = try ContentCoding.list(headers), !codings.isEmpty
      {
        decoder = try BodyDecoder(codings, bytesMax: bodyBytesMax, zlib)
        return true
      }
    } catch {
      refuse(error)
      return false
    }
    if let length = contentLength {
      guard length <= bodyBytesMax else {
        refusal = .tooLarge(.body)
        return false
      }
      body.reserveCapacity(length)
    }
    return true
  }

  private mutating func decode(_ piece: some Collection<UInt8>) -> Bool {
    let fault = piece.withContiguousStorageIfAvailable { bytes in
      decode(UnsafeRawBufferPointer(bytes))
    }
    if let fault = fault ?? Array(piece).withUnsafeBytes({ decode($0) }) { refuse(fault) }
    return refusal == nil
  }

  private mutating func decode(_ piece: UnsafeRawBufferPointer) -> CodingFault? {
    do throws(CodingFault) {
      try decoder?.take(piece, addingTo: &body)
      return nil
    } catch {
      return error
    }
  }

  /// A page that cannot be decoded is refused; the body of another status only is passed over.
  private mutating func refuse(_ fault: CodingFault) {
    if fault == .tooLarge {
      refusal = .tooLarge(.body)
    } else if HTTPStatus(status).isSuccess {
      refusal = .coding(fault)
    } else {
      passedOver = fault
    }
  }

  /// Says how the body ended, once nothing more comes. `isExpected`: true when the response to such
  /// a request may have a body.
  func end(isExpected: Bool) -> HTTPBodyEnd {
    guard isExpected, status != 204, status != 205, status != 304 else { return .stated }
    if let fault = passedOver ?? decoder?.fault ?? absenceFault { return .broken(fault) }
    // Where the API says how long the body is, libcurl has compared it with what came.
    let isStated =
      contentLength != nil || transferCodings.contains("chunked")
      || !(version.hasPrefix("HTTP/1") || version.hasPrefix("HTTP/0"))
    return isStated ? .stated : .connection
  }

  /// The fault of a coded body without a single byte, regardless of the stated length: a coding
  /// makes bytes even of empty content.
  private var absenceFault: CodingFault? {
    guard decoder == nil, body.isEmpty, HTTPStatus(status).isSuccess else { return nil }
    do throws(CodingFault) {
      return try ContentCoding.list(headers).last.map(CodingFault.cut)
    } catch {
      return error
    }
  }

  /// The final response's headers.
  var headers: HTTPHeaders { HTTPHeaders(fields) }

  /// The body without much unused room, as it may be held for long.
  mutating func takeBody() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &body)
    guard taken.capacity - taken.count > taken.count / 4 + Self.slackBytesMax else {
      return taken
    }
    var exact: [UInt8] = []
    exact.reserveCapacity(taken.count)
    exact.append(contentsOf: taken)
    return exact
  }

  private static let slackBytesMax = 4_096

  /// True when the headers give two different lengths, in two lines or in a list.
  private var hasTwoContentLengths: Bool {
    let values = headers.values("Content-Length")
    guard values.count > 1 || values.first?.utf8.contains(ASCII.comma) == true else { return false }
    var first: Substring?
    for value in values {
      for part in value.split(separator: ",") {
        let length = part.drop { $0 == " " }.prefix { $0 != " " }
        if let first, first != length { return true }
        first = length
      }
    }
    return false
  }

  /// The transfer codings that the headers name; few responses have any.
  private var transferCodings: [String] {
    headers["Transfer-Encoding"] == nil ? [] : headers.words("Transfer-Encoding")
  }

  private var contentLength: Int? {
    guard let text = headers["Content-Length"], text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 })
    else { return nil }
    return Int(text)
  }

  private mutating func receive(field line: some BidirectionalCollection<UInt8>) {
    if let first = line.first, ASCII.isSpaceOrTab(first) {
      guard var last = fields.popLast() else { return }
      last.value += " " + String(decoding: (line).trimmed(), as: UTF8.self)
      fields.append(last)
      return
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
    fields.append(
      HTTPField(
        name: String(decoding: (line[..<colon]).trimmed(), as: UTF8.self),
        value: String(decoding: (line[line.index(after: colon)...]).trimmed(), as: UTF8.self)))
  }

  /// The parts of "HTTP/1.1 200 OK" or "HTTP/2 200"; nil for every other line.
  private static func status(
    _ line: some Collection<UInt8>
  ) -> (version: String, status: Int, reason: String)? {
    guard line.first == UInt8(ascii: "H"), line.starts(with: "HTTP/".utf8),
      let blank = line.firstIndex(of: UInt8(ascii: " "))
    else { return nil }
    let version = line[line.index(line.startIndex, offsetBy: 5)..<blank]
    guard version.allSatisfy({ ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }) else { return nil }
    let rest = line[line.index(after: blank)...]
    let digits = rest.prefix(3)
    guard digits.count == 3, digits.allSatisfy({ ASCII.isDigit($0) }),
      rest.dropFirst(3).first.map({ $0 == UInt8(ascii: " ") }) ?? true
    else { return nil }
    return (
      version: String(decoding: line[..<blank], as: UTF8.self),
      status: digits.reduce(0) { $0 * 10 + Int($1) - 48 },
      reason: String(decoding: rest.dropFirst(4), as: UTF8.self)
    )
  }
}
