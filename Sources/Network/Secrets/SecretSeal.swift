import Text

/// Puts a mark in the place of each secret that a text echoes, and the secret back into the place
/// of each mark.
///
///     /a?page=2&api_key=S3CRET   becomes   /a?page=2&api_key={sealed:auth.0:p0}
///
/// A secret is known in every spelling in which ``Redactor`` masks it; the mark says which it was,
/// so that the text comes back byte for byte, or with the same meaning where escapes are mixed.
package struct SecretSeal: Sendable {
  /// A form of a secret: as it is, with its percent-encoding undone or done, in lower case, or in
  /// Base64.
  private enum Form: Character, CaseIterable {
    case plain = "p"
    case decoded = "d"
    case encoded = "q"
    case encodedLowercase = "r"
    case lowercase = "l"
    case base64 = "b"
    case base64URL = "u"
    case decodedBase64 = "e"
    case decodedBase64URL = "v"

    func bytes(of secret: String) -> [UInt8] {
      let plain = Array(secret.utf8)
      let decoded = Array(PercentCoding.decode(secret).utf8)
      switch self {
      case .plain: return plain
      case .decoded: return decoded
      case .encoded: return SecretEscape.percent.escaped(plain)
      case .encodedLowercase: return SecretEscape.lowercasePercent.escaped(plain)
      case .lowercase: return plain.map(ASCII.lowercased)
      case .base64: return Base64.encode(plain, alphabet: .standard)
      case .base64URL: return Base64.encode(plain, alphabet: .urlSafe)
      case .decodedBase64: return Base64.encode(decoded, alphabet: .standard)
      case .decodedBase64URL: return Base64.encode(decoded, alphabet: .urlSafe)
      }
    }
  }

  private let entries: [SecretList.Entry]
  /// The byte strings that are sealed, longest first, each with the number of its entry and its
  /// form.
  private let sealed: [(bytes: [UInt8], entry: Int, form: Form)]
  /// Knows these secrets, and those that no mark can restore.
  private let all: Redactor
  /// Parameters of a URL that hold a secret, besides those that are named so.
  private let names: Set<String>

  /// `all`: knows other secrets, too; a text with one of them cannot be sealed. `names`: parameters
  /// that hold a secret although their names do not say so.
  package init(_ secrets: SecretList, all: Redactor, names: Set<String> = []) {
    entries = secrets.entries
    self.all = all
    self.names = names
    var known: Set<[UInt8]> = []
    var sealed: [(bytes: [UInt8], entry: Int, form: Form)] = []
    for (number, entry) in entries.enumerated() {
      for form in Form.allCases {
        let bytes = form.bytes(of: entry.value)
        guard bytes.count >= Redactor.echoedSecretBytesMin, known.insert(bytes).inserted else {
          continue
        }
        sealed.append((bytes, number, form))
      }
    }
    self.sealed = sealed.sorted { $0.bytes.count > $1.bytes.count }
  }

  /// The text with a mark for each secret; nil where it holds one that no mark could stand for.
  package func seal(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    var output = ""
    var start = 0
    for match in EchoSearch(bytes: bytes, needles: sealed.map(\.bytes)).matches() {
      guard let between = self.between(bytes[start..<match.place.lowerBound]) else { return nil }
      let (needle, entry, form) = sealed[match.needle]
      guard let escape = SecretEscape(of: needle, as: bytes[match.place]) else { return nil }
      output += between
      output += Self.mark("\(entries[entry].place):\(form.rawValue)\(escape.rawValue)")
      start = match.place.upperBound
    }
    guard let rest = between(bytes[start...]) else { return nil }
    return output + rest
  }

  /// The URL with a mark for each secret: one that is too short to be looked for is in a parameter
  /// of its own.
  package func seal(url: String) -> String? {
    let short = entries.filter { $0.value.utf8.count < Redactor.echoedSecretBytesMin }
    guard !short.isEmpty, let mark = url.firstIndex(of: "?") else { return seal(url) }
    let query = url[url.index(after: mark)...]
    let fragment = query.firstIndex(of: "#") ?? query.endIndex
    var members: [String] = []
    for part in query[..<fragment].split(separator: "&", omittingEmptySubsequences: false) {
      let member = QueryString.parse(String(part)).first
      let entry = short.first { $0.value == member?.value }
      var sealed = seal(String(part))
      if let member, let entry, isSecret(member.name),
        let escape = SecretEscape(
          of: Array(entry.value.utf8), as: Array((member.rawValue ?? "").utf8)[...])
      {
        let value = Self.mark("\(entry.place):\(Form.plain.rawValue)\(escape.rawValue)")
        sealed = seal(member.rawName).map { "\($0)=\(value)" }
      }
      guard let sealed else { return nil }
      members.append(sealed)
    }
    guard let front = seal(String(url[...mark])), let rest = seal(String(query[fragment...]))
    else { return nil }
    return front + members.joined(separator: "&") + rest
  }

  /// The text with the secrets back in their places; nil where it has a mark of none of them.
  package func open(_ text: String) -> String? {
    var output = ""
    var rest = Array(text.utf8)[...]
    while let start = rest.firstRange(of: Self.markStart.utf8) {
      output += String(decoding: rest[..<start.lowerBound], as: UTF8.self)
      rest = rest[start.upperBound...]
      guard let end = rest.firstIndex(of: UInt8(ascii: "}")),
        let part = opened(String(decoding: rest[..<end], as: UTF8.self))
      else { return nil }
      output += part
      rest = rest[(end + 1)...]
    }
    return output + String(decoding: rest, as: UTF8.self)
  }

  /// Returns the text that a mark stands for.
  private func opened(_ mark: String) -> String? {
    if mark == Self.literal { return Self.markStart }
    let parts = mark.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count == 2, let form = parts[1].first.flatMap(Form.init),
      let escape = parts[1].last.flatMap(SecretEscape.init),
      let entry = entries.first(where: { $0.place == parts[0] })
    else { return nil }
    return String(decoding: escape.escaped(form.bytes(of: entry.value)), as: UTF8.self)
  }

  /// A text between two secrets; nil where it holds another one.
  private func between(_ bytes: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    if all.holdsSecret(text) { return nil }
    return text.replacing(Self.markStart, with: Self.mark(Self.literal))
  }

  private func isSecret(_ name: String) -> Bool {
    all.isCredential(name) || names.contains(name)
  }

  /// The beginning of each mark.
  package static let markStart = "{sealed:"
  /// The inside the mark for the beginning of a mark that was in the text itself.
  private static let literal = ":"

  private static func mark(_ inside: String) -> String { "\(markStart)\(inside)}" }
}
