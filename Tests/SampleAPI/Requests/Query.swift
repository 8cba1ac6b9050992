import Text

/// The path and the parameters of a request target.
///
/// `/page?page=2&fault=500%403` has the path `/page` and two parameters; `with(["page": "3"])`
/// gives `page=3&fault=500%403`: what stays is kept byte for byte.
struct Query: Sendable {
  /// One `name=value`, decoded; `member` as it was sent.
  private typealias Parameter = (name: String, value: String, member: QueryString.Member)

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
    for index in rest.indices where rest[index] == ASCII.percent {
      guard rest[(index + 1)...].prefix(2).count(where: { ASCII.hexValue($0) != nil }) == 2 else {
        throw .invalidParameter(name: "The target", expected: "percent-encoded by two digits")
      }
    }
    let mark = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
    path =
      mark == rest.startIndex
      ? "/" : PercentCoding.decode(String(decoding: rest[..<mark], as: UTF8.self))
    let members = QueryString.parse(String(decoding: rest[mark...], as: UTF8.self))
    guard members.count <= SampleLimits.parametersMax else {
      throw .invalidParameter(
        name: "The query", expected: "at most \(SampleLimits.parametersMax) parameters")
    }
    parameters = members.map { member in
      (member.name, PercentCoding.decode(member.rawValue ?? "", plusIsSpace: true), member)
    }
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
    var members: [QueryString.Member] = []
    var pending = changes
    for parameter in parameters {
      guard let place = pending.firstIndex(where: { $0.name == parameter.name }) else {
        members.append(parameter.member)
        continue
      }
      if let value = pending[place].value {
        members.append(.init(name: parameter.name, value: value))
      }
      pending[place].value = nil
    }
    for change in pending {
      if let value = change.value { members.append(.init(name: change.name, value: value)) }
    }
    return Query.linkSafe(QueryString.join(members))
  }

  /// Percent-encodes what may not be in a URL but is let through in a request line.
  static func linkSafe(_ raw: String) -> String {
    raw.replacingScalars(where: "\"<>\\^`{|}".unicodeScalars.contains) {
      PercentCoding.encode(String($0))
    }
  }
}
