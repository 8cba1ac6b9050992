/// Puts a response together from the header lines and body pieces that libcurl hands over.
///
///     HTTP/1.1 103 Early Hints          a 1xx response: forgotten with the next status line
///     Link: </style.css>
///     (blank line)
///     HTTP/1.1 200 OK                   the final response
///     Content-Type: application/json
///     (blank line)                      its headers are complete
///     {"items": ...                     body, up to `bodyBytesMax`
///     Checksum: 1                       a trailer behind a chunked body: counted and left out
struct ResponseAssembly {
  /// Status of the latest status line, 0 before the first.
  private(set) var status = 0
  /// `HTTP/1.1` of that line.
  private(set) var version = ""
  /// The words behind its status code.
  private(set) var reason = ""
  private(set) var fields: [HTTPField] = []
  private(set) var body: [UInt8] = []
  /// Whether the blank line behind the final response's headers has come.
  private(set) var headersAreComplete = false
  /// Why nothing more is taken; nil while all is well.
  private(set) var refusal: Refusal?
  /// Bytes of all header blocks so far, and of the trailers.
  private var headerBytes = 0
  private var trailerBytes = 0
  private let bodyBytesMax: Int

  /// Why a response is not taken.
  enum Refusal: Equatable {
    case tooLarge(ResponsePart)
    /// Two values of `Content-Length` that differ: nobody can tell where the body ends
    /// (RFC 9112 section 6.3).
    case contentLengths
  }

  /// Most bytes of all header blocks of one response, 1xx included.
  static let headerBytesMax = 256 << 10
  /// Most bytes of the trailers.
  static let trailerBytesMax = 64 << 10

  init(bodyBytesMax: Int) {
    self.bodyBytesMax = bodyBytesMax
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
    if headersAreComplete { return }  // A trailer behind a chunked body.
    if let (version, status, reason) = Self.status(line) {
      // What was counted stays counted.
      let counted = headerBytes
      self = ResponseAssembly(bodyBytesMax: bodyBytesMax)
      headerBytes = counted
      self.status = status
      self.version = version
      self.reason = reason
    } else if line.isEmpty {
      headersAreComplete = status >= 200
      if hasTwoContentLengths { refusal = .contentLengths }
    } else {
      receive(field: line)
    }
  }

  /// Takes a piece of the decoded body; false, and nothing taken, where it grows too large.
  ///
  /// A `Content-Length` beyond the maximum is refused with the first piece, unless a content
  /// coding makes it the length of something else.
  mutating func receive(body piece: some Collection<UInt8>) -> Bool {
    if body.isEmpty, let length = contentLength {
      if length > bodyBytesMax, headers["Content-Encoding"] == nil {
        refusal = .tooLarge(.body)
        return false
      }
      body.reserveCapacity(min(length, bodyBytesMax))
    }
    guard piece.count <= bodyBytesMax - body.count else {
      refusal = .tooLarge(.body)
      return false
    }
    body.append(contentsOf: piece)
    return true
  }

  /// The final answer's headers.
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

  /// Whether the headers give two lengths that differ, in two lines or in a list.
  private var hasTwoContentLengths: Bool {
    var first: Substring?
    for value in headers.values("Content-Length") {
      for part in value.split(separator: ",") {
        let length = part.drop { $0 == " " }.prefix { $0 != " " }
        if let first, first != length { return true }
        first = length
      }
    }
    return false
  }

  private var contentLength: Int? {
    guard let text = headers["Content-Length"], text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 })
    else { return nil }
    return Int(text)
  }

  private mutating func receive(field line: some BidirectionalCollection<UInt8>) {
    if let first = line.first, isBlank(first) {
      guard var last = fields.popLast() else { return }
      last.value += " " + text(line)
      fields.append(last)
      return
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
    fields.append(
      HTTPField(name: text(line[..<colon]), value: text(line[line.index(after: colon)...])))
  }

  /// The parts of "HTTP/1.1 200 OK" or "HTTP/2 200"; nil for every other line.
  private static func status(
    _ line: some Collection<UInt8>
  ) -> (version: String, status: Int, reason: String)? {
    guard line.starts(with: "HTTP/".utf8), let blank = line.firstIndex(of: UInt8(ascii: " "))
    else { return nil }
    let version = line[line.index(line.startIndex, offsetBy: 5)..<blank]
    guard version.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }) else { return nil }
    let rest = line[line.index(after: blank)...]
    let digits = rest.prefix(3)
    guard digits.count == 3, digits.allSatisfy({ isDigit($0) }),
      rest.dropFirst(3).first.map({ $0 == UInt8(ascii: " ") }) ?? true
    else { return nil }
    return (
      version: String(decoding: line[..<blank], as: UTF8.self),
      status: digits.reduce(0) { $0 * 10 + Int($1) - 48 },
      reason: String(decoding: rest.dropFirst(4), as: UTF8.self)
    )
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private func text(_ part: some BidirectionalCollection<UInt8>) -> String {
    var part = part[...]
    while let first = part.first, isBlank(first) { part = part.dropFirst() }
    while let last = part.last, isBlank(last) { part = part.dropLast() }
    return String(decoding: part, as: UTF8.self)
  }
}
