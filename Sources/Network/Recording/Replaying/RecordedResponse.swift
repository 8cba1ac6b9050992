import HTTP
import JSON
import System
import Text

/// The result recorded in an entry: a response or a failure.
///
/// The text of a body is taken as the decoded body in UTF-8, regardless of `Content-Encoding`,
/// `Content-Length` and charset. Some browsers do not record the whole body: see
/// ``RecordedBodyFault``.
struct RecordedResponse {
  let entry: RecordedEntry
  /// The folder of the recording, with a slash at its end; "" for the present one.
  let folder: String

  /// The outcome of a request that matches the entry.
  func outcome(of request: HTTPRequest) -> Result<HTTPResponse, HTTPError> {
    Result { () throws(HTTPError) in try response(to: request) }
  }

  private func response(to request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    guard let status = entry.status else { throw failure(request.settings) }
    let code = status.code
    var response = HTTPResponse(status: status, headers: headers, url: request.url.text)
    response.isRecorded = true
    response.bodyEnd = HTTPBodyEnd(recorded: entry.text(.bodyEnd))
    response.receivedAtEpochSeconds = EntryTime.endEpochSeconds(entry)
    if response.status.isRedirect, response.headers["Location"] == nil,
      let target = entry.text(.redirectURL), !target.isEmpty
    {
      response.headers.add("Location", target)
    }
    let hasBody = request.method != "HEAD" && code >= 200 && code != 204 && code != 205
    if hasBody { response.body = try body(response, request.settings.responseBytesMax) }
    if code == 304 {
      let isConditional =
        request.headers["If-None-Match"] != nil || request.headers["If-Modified-Since"] != nil
      if !isConditional, !response.body.isEmpty {
        response.status = 200  // from the cache of a browser
      } else {
        response.body = []
      }
    }
    return response
  }

  private func failure(_ settings: HTTPSettings) -> HTTPError {
    let error = entry[.error]
    if error.kind == .object, let kind = entry.text("kind", of: error) {
      let isTransient =
        entry.document.member("isTransient", of: error).flatMap(entry.document.boolean) == true
      return RecordedFailure(
        kind: kind, detail: entry.text("detail", of: error) ?? kind, isTransient: isTransient
      ).error(settings: settings)
    }
    let text = [entry.document.string(error), entry.text(.failureText)].compactMap { $0 }
      .first { !$0.isEmpty }
    return .networkFailed(
      detail: text.map { String($0.prefix(RecordedResponse.detailCharactersMax)) }
        ?? "the recording has no response")
  }

  private static let detailCharactersMax = 1_024

  // MARK: Headers

  /// Without pseudo headers; a value with line feeds is several headers.
  private var headers: HTTPHeaders {
    var headers = HTTPHeaders()
    for field in entry.document.elements(of: entry[.headers]) {
      guard let name = entry.text("name", of: field), let value = entry.text("value", of: field),
        !name.isEmpty, !name.hasPrefix(":")
      else { continue }
      for line in value.split(whereSeparator: \.isNewline) {
        headers.add(name, String(line.drop { $0 == " " }))
      }
      if value.isEmpty { headers.add(name, "") }
    }
    return headers
  }

  // MARK: The body

  private func body(_ response: HTTPResponse, _ bytesMax: Int) throws(HTTPError) -> [UInt8] {
    let size = entry.document.integer(entry[.contentSize])
    guard var bytes = try heldBytes(bytesMax) else {
      guard response.status.isSuccess, size != 0 else { return [] }
      throw .recordedBodyUnusable(.missing(size: size.flatMap { $0 > 0 ? $0 : nil }))
    }
    if response.headers["Content-Encoding"] != nil, isChunkList(bytes) {
      throw .recordedBodyUnusable(.compressed)
    }
    if entry.text(.contentEncoding)?.lowercased() == "base64" {
      bytes.removeAll { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 }
      guard let decoded = Base64.decode(bytes) else { throw .recordedBodyUnusable(.notBase64) }
      bytes = decoded
    }
    guard bytes.count <= bytesMax else { throw .responseTooLarge(maximum: bytesMax) }
    // The size counts bytes in the charset of the response, which a whole body may fall below.
    if let size, bytes.count < size, (try? JSONDocument(bytes)) == nil {
      if bytes.isEmpty { throw .recordedBodyUnusable(.missing(size: size)) }
      throw .recordedBodyUnusable(.cut(bytes: bytes.count, size: size))
    }
    return bytes
  }

  /// The text, or the bytes of the file that replaces it; nil if there is neither.
  private func heldBytes(_ bytesMax: Int) throws(HTTPError) -> [UInt8]? {
    if let text = entry.utf8(.contentText) { return text }
    guard let name = entry.text(.contentFile) else { return nil }
    guard !name.isEmpty, name != ".", name != "..",
      name.utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") && $0 != 0 })
    else { throw .recordedBodyUnusable(.foreignFile(name: name)) }
    guard let descriptor = try? File.openRegular(folder + name, isLink: false) else {
      throw .recordedBodyUnusable(.noFile(name: name))
    }
    defer { Descriptor.close(descriptor) }
    guard let size = File.size(of: descriptor), size <= bytesMax else {
      throw .responseTooLarge(maximum: bytesMax)
    }
    guard let bytes = try? File.bytes(of: descriptor, at: 0, bytesMax: size) else {
      throw .recordedBodyUnusable(.noFile(name: name))
    }
    return bytes
  }

  /// True when there is a body that begins as a list or an object in JSON does.
  var isJSON: Bool {
    let slice = entry[.contentText]
    guard slice.kind == .string else { return entry[.contentFile].kind == .string }
    var bytes = Array(entry.document.bytes[slice.range].dropFirst().prefix(64))
    if entry.text(.contentEncoding)?.lowercased() == "base64" {
      bytes = Base64.decode(Array(bytes.prefix(32))) ?? []
    }
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    while let byte = rest.first {
      switch byte {
      case 0x09, 0x0A, 0x0D, 0x20: rest = rest.dropFirst()
      case UInt8(ascii: "\\"): rest = rest.dropFirst(2)  // the escape of a line end or a tab
      default: return byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
      }
    }
    return false
  }

  /// True when the text is a JSON list of chunks in hexadecimal or Base64:
  ///
  ///     ["1f8b0800000000000003558f4b6a04410c43f7730a51eb6cb29d1be4"]
  private func isChunkList(_ text: [UInt8]) -> Bool {
    guard text.starts(with: "[\"".utf8), let document = try? JSONDocument(text) else {
      return false
    }
    let chunks = document.elements(of: document.root)
    return chunks.allSatisfy { chunk in
      guard let bytes = document.utf8(chunk), bytes.count >= RecordedResponse.chunkBytesMin else {
        return false
      }
      return Hexadecimal.decode(bytes) != nil || Base64.decode(bytes) != nil
    }
  }

  /// No chunk is shorter, but many a word is.
  private static let chunkBytesMin = 20
}
