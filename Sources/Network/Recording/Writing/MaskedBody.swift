import HTTP
import JSON
import Secrets
import Text

/// A body as it is recorded: decoded, with its secrets masked.
struct MaskedBody {
  let bytes: [UInt8]

  /// A request's: members and form fields that are named like a credential are masked, too.
  init(_ body: [UInt8], of request: HTTPRequest, _ redactor: Redactor) {
    let masked = Self.masked(body, isForm: request.isForToken) { redactor.isCredential($0) }
    bytes = Self.masked(masked ?? body, redactor)
  }

  /// A response's: of one that brings a token, only what is understood and no secret is kept.
  init(_ body: [UInt8], of response: HTTPResponse, to request: HTTPRequest, _ redactor: Redactor) {
    bytes = request.isForToken ? TokenBody.masked(body, redactor) : Self.masked(body, redactor)
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The body as a ``RequestLog`` shows it: of one that was cut, not the end, in which there may be a
  /// part of a secret.
  func shown(isCut: Bool) -> MaskedBody {
    guard isCut else { return self }
    return MaskedBody(Self.wholeCharacters(bytes.dropLast(RequestLog.bodyBytesMax / 2)))
  }

  /// The text without a character at its end that may be cut.
  static func wholeCharacters(_ bytes: some BidirectionalCollection<UInt8>) -> [UInt8] {
    let end = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? bytes.startIndex
    return Array(end < bytes.endIndex && bytes[end] >= 0xC0 ? bytes[..<end] : bytes[...])
  }

  /// Writes the member `text`, and one that says so where that is Base64.
  func write(encoding: StaticString, to writer: inout JSONWriter) {
    writer.key("text")
    if writer.string(ifUTF8: bytes) { return }
    writer.string(Base64.padded(bytes))
    writer.member(encoding, "base64")
  }

  private static func masked(_ bytes: [UInt8], _ redactor: Redactor) -> [UInt8] {
    redactor.mask(bytes: bytes) ?? bytes
  }

  /// Masks the values of secret names in a JSON text or a form; nil if there are none.
  private static func masked(
    _ bytes: [UInt8], isForm: Bool, _ isSecret: (String) -> Bool
  ) -> [UInt8]? {
    if let value = JSONValue(json: bytes) {
      let masked = value.masking(isSecret)
      guard masked != value else { return nil }
      return masked.bytes
    }
    guard isForm else { return nil }
    let members = QueryString.parse(String(decoding: bytes, as: UTF8.self)).map { member in
      isSecret(member.name)
        ? QueryString.Member(rawName: member.rawName, rawValue: Redactor.mask) : member
    }
    return Array(QueryString.join(members).utf8)
  }
}

extension JSONValue {
  /// The same value with the strings masked that stand, alone or in lists, under such names.
  fileprivate func masking(_ isSecret: (String) -> Bool, isBelow: Bool = false) -> JSONValue {
    switch self {
    case .null, .boolean, .number: self
    case .string: isBelow ? .string(Redactor.mask) : self
    case .array(let elements): .array(elements.map { $0.masking(isSecret, isBelow: isBelow) })
    case .object: mapParts { key, part in part.masking(isSecret, isBelow: isSecret(key)) }
    }
  }
}
