/// A content coding that is undone here (RFC 9110 section 8.4.1).
///
///     Content-Encoding: deflate, gzip      applied in this order, undone in the other
package enum ContentCoding: String, Sendable, CaseIterable {
  case gzip
  /// The zlib format, or, as many servers have it, the bare deflate stream within it.
  case deflate

  /// Most codings of one body.
  static let codingsMax = 4

  /// The value of `Accept-Encoding` for what can be undone.
  static func accepted(isZlibLoaded: Bool) -> String {
    isZlibLoaded ? allCases.map(\.rawValue).joined(separator: ", ") : "identity"
  }

  /// The codings that the headers name, in the order in which they were applied.
  static func list(_ headers: HTTPHeaders) throws(CodingFault) -> [ContentCoding] {
    var codings: [ContentCoding] = []
    for name in headers.words("Content-Encoding") {
      switch name {
      case "", "identity", "none": continue
      case "gzip", "x-gzip": codings.append(.gzip)
      case "deflate": codings.append(.deflate)
      default: throw .unknown(name: String(name.prefix(nameCharactersMax)))
      }
      guard codings.count <= codingsMax else { throw .tooManyCodings }
    }
    return codings
  }

  private static let nameCharactersMax = 40
}

/// The reason why a coded body cannot be decoded.
package enum CodingFault: Error, Sendable, Hashable {
  /// A coding that is not undone here.
  case unknown(name: String)
  /// More than ``ContentCoding/codingsMax``.
  case tooManyCodings
  /// The system's zlib is missing, or out of memory.
  case noZlib
  /// The data breaks the rules of its format, or its checksum is wrong. `detail`: zlib's words.
  case damaged(ContentCoding, detail: String)
  /// More bytes follow the end of the compressed data.
  case trailingBytes
  /// The data ends before its end.
  case cut(ContentCoding)
  /// There is data, but no byte comes of it.
  case empty(ContentCoding)
  /// A recording says that the body was broken.
  case recorded
  /// The decoded data has more bytes than a body may have.
  case tooLarge

  /// True when the data may have been damaged on the way, so that a retry may succeed.
  var isTransient: Bool {
    switch self {
    case .damaged, .cut, .empty, .recorded: true
    case .unknown, .tooManyCodings, .noZlib, .trailingBytes, .tooLarge: false
    }
  }

  /// The fault in words.
  var words: String {
    switch self {
    case .unknown(let name): "its content coding \"\(name)\" was not requested"
    case .tooManyCodings: "it has more than \(ContentCoding.codingsMax) content codings"
    case .noZlib: "its content coding cannot be undone, as zlib is missing or out of memory"
    case .damaged(let coding, let detail): "its \(coding) data is damaged: \(detail)"
    case .trailingBytes: "more bytes follow the end of the compressed data"
    case .cut(let coding): "its \(coding) data is cut short"
    case .empty(let coding): "its \(coding) data holds no bytes"
    case .recorded: "its body was broken when it was recorded"
    case .tooLarge: "its body is too large"
    }
  }
}
