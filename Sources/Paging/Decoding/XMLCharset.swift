import HTTP
import Text

extension HTTPResponse {
  /// Puts an XML document into UTF-8 (RFC 7303): its byte order mark counts, then the charset that the
  /// media type states, then the one that the document declares. False: libexpat is to find it out.
  /// `isConverted`: the charset of the media type was decoded already.
  mutating func decodeXMLText(isConverted: Bool) -> Bool {
    if isConverted || body.starts(with: [0xEF, 0xBB, 0xBF]) { return true }
    if BodyCharset.hasMark(body) { return convert(from: .utf16(isBigEndian: nil)) }
    let stated = MediaTypeParameter.value(of: "charset", in: headers["Content-Type"] ?? "")
    for name in [stated, declaredEncoding].compactMap(\.self) {
      if ["utf-8", "utf8"].contains(name) { return true }
      if let charset = BodyCharset(name: name), charset.hasBytes { return convert(from: charset) }
    }
    return false
  }

  private mutating func convert(from charset: BodyCharset) -> Bool {
    if let text = charset.utf8(body) { body = text }
    return true
  }

  /// The encoding that an XML declaration names, in lower case.
  private var declaredEncoding: String? {
    guard body.starts(with: "<?xml".utf8) else { return nil }
    let declaration = body.prefix(256).prefix { $0 != UInt8(ascii: ">") }
    let words = declaration.split { $0 <= ASCII.space || $0 == UInt8(ascii: "=") }
    guard let place = words.firstIndex(where: { $0.elementsEqual("encoding".utf8) }),
      let value = words[(place + 1)...].first, let quote = value.first
    else { return nil }
    let name = value.dropFirst().prefix { $0 != quote }
    return ASCII.lowercased(String(decoding: name, as: UTF8.self))
  }
}
