import JSON
import Text

/// The path and the parameters of a request target.
///
/// `/page?page=2&fault=500%403` has the path `/page` and two parameters; `with(["page": "3"])`
/// gives `page=3&fault=500%403`: what stays is kept byte for byte.
struct Query: Sendable {
  /// One `name=value`, decoded and as it was sent.
  private struct Parameter {
    let name: String
    let value: String
    /// `name=value` as it was sent.
    let raw: String
  }

  let path: String
  /// Scheme and authority of a target in absolute form (`http://host:port/...`), which goes before
  /// the Host field (RFC 9112 section 3.2.2).
  let authority: String?
  private let parameters: [Parameter]

  /// `target` is plain ASCII, as the parser lets through.
  init(target: ArraySlice<UInt8>) throws(Refusal) {
    var rest = target
    var authority: String?
    if rest.starts(with: "http://".utf8) {
      rest = rest.dropFirst(7)
      let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
      authority = String(decoding: rest[..<(end ?? rest.endIndex)], as: UTF8.self)
      guard let authority, !authority.isEmpty, authority.utf8.allSatisfy(ASCII.isHost) else {
        throw .malformedRequest
      }
      rest = rest[(end ?? rest.endIndex)...]
    }
    self.authority = authority
    let mark = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
    path = mark == rest.startIndex ? "/" : try Self.decode(rest[..<mark], plusIsSpace: false)
    var parameters: [Parameter] = []
    for pair in rest[mark...].dropFirst().split(separator: UInt8(ascii: "&")) {
      guard parameters.count < SampleLimits.parametersMax else {
        throw .invalidParameter(
          name: "The query", expected: "at most \(SampleLimits.parametersMax) parameters")
      }
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      parameters.append(
        Parameter(
          name: try Self.decode(pair[..<equals], plusIsSpace: true),
          value: try Self.decode(pair[equals...].dropFirst(), plusIsSpace: true),
          raw: String(decoding: pair, as: UTF8.self)))
    }
    self.parameters = parameters
  }

  /// The value of the last parameter with that name; "" when it has none, nil when it is not there.
  func value(_ name: String) -> String? {
    parameters.last { $0.name == name }?.value
  }

  /// The values of all parameters with that name.
  func values(_ name: String) -> [String] {
    parameters.filter { $0.name == name }.map(\.value)
  }

  /// The query with some parameters set again (in place, or at the end where they are new), and
  /// those with nil omitted.
  func with(_ changes: [(name: String, value: String?)]) -> String {
    var pieces: [String] = []
    var written: Set<String> = []
    for parameter in parameters {
      guard let change = changes.first(where: { $0.name == parameter.name }) else {
        pieces.append(Self.linkSafe(parameter.raw))
        continue
      }
      if let value = change.value, written.insert(change.name).inserted {
        pieces.append("\(change.name)=\(PercentCoding.encode(value))")
      }
    }
    for change in changes where !written.contains(change.name) {
      if let value = change.value { pieces.append("\(change.name)=\(PercentCoding.encode(value))") }
    }
    return pieces.joined(separator: "&")
  }

  /// Percent-encodes what may not be in a URL but is let through in a request line.
  static func linkSafe(_ raw: String) -> String {
    let unsafe = "\"<>\\^`{|}"
    return raw.contains(where: unsafe.contains)
      ? raw.map { unsafe.contains($0) ? PercentCoding.encode(String($0)) : String($0) }.joined()
      : raw
  }

  private static func decode(
    _ bytes: ArraySlice<UInt8>, plusIsSpace: Bool
  ) throws(Refusal) -> String {
    var decoded: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(ASCII.hexValue),
          let low = rest.popFirst().flatMap(ASCII.hexValue)
        else {
          throw .invalidParameter(name: "The target", expected: "percent-encoded by two digits")
        }
        decoded.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: decoded.append(ASCII.space)
      default: decoded.append(byte)
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}
