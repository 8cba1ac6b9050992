package import HTTP
package import JSON
import Text

/// The part of a request that carries positions and page sizes.
package enum Carrier: String, Sendable, CaseIterable {
  case query, body, variables, header, path
}

/// A request under construction: a URL with its query, headers, and a body.
package struct RequestDraft: Sendable {
  /// A JSON tree that parameters can be put into, or a text that is sent as it is.
  package enum Body: Sendable {
    case none
    case json(JSONValue)
    case text(String)

    /// As it is sent; nil: nothing is.
    package var bytes: [UInt8]? {
      switch self {
      case .none: nil
      case .text(let text): Array(text.utf8)
      case .json(let value): value.bytes
      }
    }
  }

  package var method: String
  /// Absolute, with its query.
  package var url: String
  package var headers: [HTTPField]
  package var body: Body

  package init(method: String, url: String, headers: [HTTPField], body: Body) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// Puts a value, given as JSON text, under a name where the carrier says.
  package mutating func set(_ name: String, _ json: [UInt8], in carrier: Carrier) {
    switch carrier {
    case .query: setQuery(name, [RequestDraft.plainText(json)])
    case .header: setHeader(name, RequestDraft.plainText(json))
    case .body: setBody(name.split(separator: ".").map(String.init), json)
    case .variables: setBody(["variables"] + name.split(separator: ".").map(String.init), json)
    case .path: appendPathSegment(RequestDraft.plainText(json))
    }
  }

  /// Puts a token's members where the carrier says; other positions have nothing to put.
  mutating func set(_ position: Position, in carrier: Carrier) {
    guard case .token(let token) = position else { return }
    for member in token.members { set(member.name, member.value, in: carrier) }
  }

  package mutating func set(_ name: String, _ number: Int, in carrier: Carrier) {
    if carrier == .query { return setQuery(name, [String(number)]) }
    set(name, Array(String(number).utf8), in: carrier)
  }

  private static let memberBytesExpected = 48

  /// Replaces every query parameter of the name by the values, in the place of the first one.
  package mutating func setQuery(_ name: String, _ values: [String]) {
    let bytes = Array(url.utf8)
    let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    let mark = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) ?? end
    var made: [UInt8] = []
    made.reserveCapacity(bytes.count + RequestDraft.memberBytesExpected)
    made += bytes[..<mark]
    made.append(UInt8(ascii: "?"))
    QueryString.append(bytes[mark..<end].dropFirst(), replacing: name, by: values, to: &made)
    if made.count == mark + 1 { made.removeLast() }
    made += bytes[end...]
    url = String(decoding: made, as: UTF8.self)
  }

  /// Replaces the header of the name, in any case.
  package mutating func setHeader(_ name: String, _ value: String) {
    headers.removeAll { $0.name.lowercased() == name.lowercased() }
    headers.append(HTTPField(name: name, value: value))
  }

  /// A string's text without quotes and escapes; any other value as it is.
  package static func plainText(_ json: [UInt8]) -> String {
    let string = json.first == ASCII.quote ? JSONValue(json: json)?.stringValue : nil
    return string ?? String(decoding: json, as: UTF8.self)
  }

  private mutating func setBody(_ path: [String], _ json: [UInt8]) {
    var tree = JSONObject()
    switch body {
    case .json(let value): tree = value.objectValue ?? tree
    case .none: break
    case .text(let text):
      let (name, value) = (path.joined(separator: "."), RequestDraft.plainText(json))
      if let form = FormBody.setting(name, to: value, in: text) { body = .text(form) }
      return
    }
    guard let value = JSONValue(json: json) else { return }
    body = .json(.object(tree.setting(path[...], to: value)))
  }

  private mutating func appendPathSegment(_ text: String) {
    let end = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
    let base = url[..<end]
    url =
      base + (base.hasSuffix("/") ? "" : "/") + PercentCoding.encode(text) + url[end...]
  }
}
