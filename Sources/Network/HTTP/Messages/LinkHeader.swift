import Text

/// Web links in `Link` header fields (RFC 8288).
///
///     Link: <https://api.example.com/a?page=2>; rel="next", </a?page=9>; rel=last; title="a, b"
///
/// gives two links: target `https://api.example.com/a?page=2` with relation `next`, and target
/// `/a?page=9` with relation `last`.
package enum LinkHeader {
  /// One link whose context is the page itself.
  package struct Link: Sendable, Hashable {
    /// The URI reference between "<" and ">", not resolved.
    package let target: String
    /// The relation types of the first `rel` parameter, in lower case; empty without one.
    package let relations: [String]
    /// Every parameter in order, names in lower case, values without quotes, "" without a value.
    package let parameters: [HTTPField]

    /// The first parameter of that name (lower case); nil if it does not exist.
    package subscript(parameter name: String) -> String? {
      parameters.first { $0.name == name }?.value
    }
  }

  /// The links of all `Link` header values in order.
  ///
  /// Links with an `anchor` are about another resource and are omitted. Malformed parts are skipped
  /// and cost only themselves.
  package static func parse(_ values: [String]) -> [Link] {
    var links: [Link] = []
    for value in values {
      var scanner = LinkScanner(value)
      while let link = scanner.next() {
        if link[parameter: "anchor"].map(\.isEmpty) ?? true { links.append(link) }
      }
    }
    return links
  }

  /// The target of the first link that has the relation (any case); nil if there is none. A link
  /// that states that nothing follows it (`results="false"`) does not count.
  package static func target(relation: String, in links: [Link]) -> String? {
    let relation = ASCII.lowercased(relation)
    return links.first {
      $0.relations.contains(relation) && $0[parameter: "results"] != "false"
    }?.target
  }
}

/// Reads one header value from left to right, each byte once.
private struct LinkScanner {
  private let bytes: [UInt8]
  private var index = 0
  /// Set once a quoted string has no end: from there on quotes are ordinary characters.
  private var quotesAreBroken = false

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The next well-formed link; nil at the end.
  mutating func next() -> LinkHeader.Link? {
    while index < bytes.count {
      skipBlanks()
      guard peek() == UInt8(ascii: "<"), let target = target() else {
        skipPart()
        continue
      }
      let parameters = parameters()
      let rel = parameters.first { $0.name == "rel" }?.value ?? ""
      let relations = ASCII.lowercased(rel).utf8.split(whereSeparator: ASCII.isSpaceOrTab)
        .map { String(Substring($0)) }
      return LinkHeader.Link(target: target, relations: relations, parameters: parameters)
    }
    return nil
  }

  /// The text between "<" and ">". Nil where a "<" or the end comes first; the scanner then is
  /// there.
  private mutating func target() -> String? {
    let start = index + 1
    index = start
    while let byte = peek(), byte != UInt8(ascii: ">") {
      guard byte != UInt8(ascii: "<") else { return nil }
      index += 1
    }
    guard index < bytes.count else { return nil }
    let end = index
    index += 1
    return String(decoding: bytes[start..<end].trimmed(), as: UTF8.self)
  }

  /// Every parameter up to the comma that ends the link, which is consumed.
  private mutating func parameters() -> [HTTPField] {
    var parameters: [HTTPField] = []
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: ","):
        index += 1
        return parameters
      case UInt8(ascii: "<"):
        return parameters
      case UInt8(ascii: ";"), UInt8(ascii: " "), UInt8(ascii: "\t"):
        index += 1
      default:
        let (name, value) = parameter()
        guard !name.isEmpty else { continue }
        parameters.append(HTTPField(name: ASCII.lowercased(name), value: value))
      }
    }
    return parameters
  }

  /// `name`, `name=value` or `name="value"`, blanks around the "=" allowed.
  private mutating func parameter() -> (name: String, value: String) {
    let start = index
    while let byte = peek(), byte != UInt8(ascii: "="), !endsParameter(byte) { index += 1 }
    let name = String(decoding: bytes[start..<index].trimmed(), as: UTF8.self)
    guard peek() == UInt8(ascii: "=") else { return (name, "") }
    index += 1
    skipBlanks()
    if peek() == UInt8(ascii: "\""), let value = quotedString() { return (name, value) }
    let valueStart = index
    while let byte = peek(), !endsParameter(byte) { index += 1 }
    return (name, String(decoding: bytes[valueStart..<index].trimmed(), as: UTF8.self))
  }

  /// A quoted string with its quoted-pairs resolved; nil where it has no end.
  private mutating func quotedString() -> String? {
    guard !quotesAreBroken else { return nil }
    var value: [UInt8] = []
    var position = index + 1
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        index = position + 1
        return String(decoding: value, as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
      value.append(bytes[position])
      position += 1
    }
    quotesAreBroken = true
    return nil
  }

  /// Skips what is not a link: up to the next comma outside quotes, or the next "<".
  private mutating func skipPart() {
    while let byte = peek(), byte != UInt8(ascii: "<") {
      if byte == UInt8(ascii: "\""), quotedString() != nil { continue }
      index += 1
      if byte == UInt8(ascii: ",") { return }
    }
  }

  private mutating func skipBlanks() {
    while let byte = peek(), byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
      index += 1
    }
  }

  private func peek() -> UInt8? {
    index < bytes.count ? bytes[index] : nil
  }

  private func endsParameter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",")
  }
}
