import Text

/// Scans a text once for credentials by their places: finds the byte ranges that ``Redactor``
/// masks. Never fails; in malformed text it masks too much rather than too little.
struct CredentialScan {
  let bytes: [UInt8]
  private let positions: Set<String>

  /// `positions`: names of parameters that hold no credentials, even if they are named like one.
  init(_ bytes: some Sequence<UInt8>, positions: Set<String>) {
    self.bytes = Array(bytes)
    self.positions = positions
  }

  // MARK: A text that is one URL

  /// Userinfo and named values of a URL, URL pattern or relative reference.
  func placesInURL() -> [Range<Int>] {
    var places = credentialMembers()
    // Userinfo ends with an "@".
    guard bytes.contains(UInt8(ascii: "@")) else { return places }
    if let userinfo = userinfoInURL() { places.append(userinfo) }
    for index in bytes.indices where isDoubleSlash(at: index) {
      if let quoted = userinfo(from: index + 2, isText: true) { places.append(quoted) }
    }
    return places
  }

  /// The secrets of a URL in plain text; see ``Redactor/secrets(inURL:positions:)``.
  func secretsInURL() -> [String] {
    var secrets: [String] = []
    if let range = userinfoInURL() {
      let userinfo = bytes[range]
      if let colon = userinfo.firstIndex(of: UInt8(ascii: ":")), colon + 1 < userinfo.endIndex {
        let password = decoded(userinfo[(colon + 1)...])
        let user = decoded(userinfo[..<colon])
        secrets += [password, user + ":" + password, user]
      } else {
        let user = decoded(userinfo.prefix { $0 != UInt8(ascii: ":") })
        secrets += user.isEmpty ? [] : [user, user + ":"]  // the latter is what is sent in Base64
      }
    }
    secrets += credentialMembers().map { decoded(bytes[$0]) }
    return secrets.filter { !$0.isEmpty }
  }

  /// The userinfo of the URL itself. Without "//" only "user:pw@host" is taken for one, as a
  /// query string may hold an "@" as well.
  private func userinfoInURL() -> Range<Int>? {
    if let slashes = (0..<headEnd).first(where: { isDoubleSlash(at: $0) }) {
      return userinfo(from: slashes + 2, isText: false)
    }
    guard let place = userinfo(from: 0, isText: false) else { return nil }
    let isQuery = bytes[place].contains(UInt8(ascii: "="))
    return !isQuery && bytes[place].contains(UInt8(ascii: ":")) ? place : nil
  }

  /// The index at which the query or the fragment of a URL begins.
  private var headEnd: Int {
    bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.count
  }

  /// The values of the members of the path (`;token=S`), the query and the fragment that are named
  /// like a credential.
  private func credentialMembers() -> [Range<Int>] {
    let path = bytes[..<headEnd]
    var members: [Range<Int>] = []
    if path.contains(UInt8(ascii: "/")), path.contains(UInt8(ascii: ";")) {
      let parts = path.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      members = parts.dropFirst().compactMap { part in
        value(ofMember: part.prefix { $0 != UInt8(ascii: "/") }, plusIsSpace: false)
      }
    }
    let query = path.endIndex < bytes.count ? bytes[(path.endIndex + 1)...] : bytes[...]
    return members
      + query.split { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#") }
      .compactMap { value(ofMember: $0, plusIsSpace: true) }
  }

  private func value(ofMember member: ArraySlice<UInt8>, plusIsSpace: Bool) -> Range<Int>? {
    guard let equals = member.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let name = String(decoding: member[..<equals], as: UTF8.self)
    guard isCredential(PercentCoding.decode(name, plusIsSpace: plusIsSpace)) else { return nil }
    return (equals + 1)..<member.endIndex
  }

  // MARK: A body

  /// The values of form fields and of JSON members that are named like a credential, decoded, and
  /// the secrets of URLs in it.
  func secretsInBody() -> [String] {
    var secrets: [String] = []
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "="), let value = namedValue(behind: index) {
        secrets.append(
          PercentCoding.decode(String(decoding: bytes[value], as: UTF8.self), plusIsSpace: true))
      } else if bytes[index] == UInt8(ascii: ":"), let name = memberName(before: index),
        isCredential(name)
      {
        secrets += memberValues(behind: index)
      } else if isDoubleSlash(at: index), let userinfo = userinfo(from: index + 2, isText: true) {
        let pair = decoded(bytes[userinfo])
        secrets.append(pair)
        secrets += pair.split(separator: ":", maxSplits: 1).map(String.init)
      }
    }
    return secrets.filter { !$0.isEmpty }
  }

  /// The name of the JSON member whose colon is there: `"name" :`, or `\"name\":` within a string;
  /// nil for any other colon.
  private func memberName(before colon: Int) -> String? {
    guard let quote = skipBlanksBackward(from: colon), bytes[quote] == UInt8(ascii: "\"") else {
      return nil
    }
    var end = quote
    while end > 0, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    guard let start = bytes[max(0, end - Self.nameBytesMax)..<end].lastIndex(of: UInt8(ascii: "\""))
    else { return nil }
    return String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
  }

  /// The string, the number or the strings of the list after a colon, with their escapes undone.
  private func memberValues(behind colon: Int) -> [String] {
    var values: [String] = []
    var index = colon + 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"),
        UInt8(ascii: "["), UInt8(ascii: ","):
        index += 1
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        let (value, end) = string(at: index)
        values.append(value)
        index = end
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        let number = bytes[index...].prefix { isNameByte($0) || $0 == UInt8(ascii: ".") }
        values.append(String(decoding: number, as: UTF8.self))
        index += max(1, number.count)
      default: return values
      }
      // Without a list, one value is all there is.
      let between = bytes[(colon + 1)..<min(index, bytes.count)]
      if !values.isEmpty, !between.contains(UInt8(ascii: "[")) { return values }
    }
    return values
  }

  /// The JSON string that starts at a quote, which may be escaped itself, and where it ends.
  private func string(at start: Int) -> (String, end: Int) {
    var slashes = 0
    while start + slashes < bytes.count, bytes[start + slashes] == UInt8(ascii: "\\") {
      slashes += 1
    }
    var index = start + slashes + 1
    var value: [UInt8] = []
    while index < bytes.count {
      var run = 0
      while index + run < bytes.count, bytes[index + run] == UInt8(ascii: "\\") { run += 1 }
      let next = index + run < bytes.count ? bytes[index + run] : 0
      if next == UInt8(ascii: "\""), run <= slashes { return (text(value), index + run + 1) }
      if run == 0 {
        value.append(next)
        index += 1
      } else if next == UInt8(ascii: "u"), let byte = escapedByte(at: index + run) {
        value.append(byte)
        index += run + 5
      } else {
        value.append(next)
        index += run + 1
      }
    }
    return (text(value), index)
  }

  /// The byte of `u0026`; nil for a character that takes more than one.
  private func escapedByte(at index: Int) -> UInt8? {
    guard index + 4 < bytes.count, bytes[(index + 1)...].starts(with: "00".utf8) else { return nil }
    return Hexadecimal.byte(bytes[index + 3], bytes[index + 4])
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  // MARK: A text that may quote URLs and headers

  /// Userinfo, named values and header values wherever they are in a text.
  func placesInText() -> [Range<Int>] {
    var places: [Range<Int>] = []
    var index = 0
    while let hit = bytes.span.firstOffset(of: Self.textMarks, from: index) {
      index = hit
      var place: Range<Int>?
      switch bytes[index] {
      case UInt8(ascii: "/"):
        if isDoubleSlash(at: index) {
          place = userinfo(from: index + 2, isText: true)
        } else if isEscapedDoubleSlash(at: index) {
          place = userinfo(from: index + 3, isText: true)
        }
      case UInt8(ascii: "="): place = namedValue(behind: index).map(withoutPunctuation)
      case UInt8(ascii: "z"), UInt8(ascii: "Z"): place = headerValue(of: Self.authorization, index)
      case UInt8(ascii: "k"), UInt8(ascii: "K"): place = headerValue(of: Self.cookie, index)
      default: break
      }
      if let place { places.append(place) }
      index = max(index + 1, place?.upperBound ?? 0)
    }
    return places
  }

  /// True when the text has a JSON member that is named like a credential and has a value.
  func hasCredentialMember() -> Bool {
    bytes.indices.contains { index in
      bytes[index] == UInt8(ascii: ":") && memberName(before: index).map(isCredential) == true
    }
  }

  /// The value after a "=" whose name, after "?", "&", "#", ";" or the start, is a credential's.
  private func namedValue(behind equals: Int) -> Range<Int>? {
    var start = equals
    while start > 0, isNameByte(bytes[start - 1]), equals - start < Self.nameBytesMax {
      start -= 1
    }
    if start > 0, bytes[start - 1] == UInt8(ascii: "\\"),
      bytes[start..<equals].starts(with: Self.escapedAmpersand)
    {
      start += Self.escapedAmpersand.count
    } else if start > 0, !Self.memberStarts.contains(bytes[start - 1]) {
      return nil
    }
    let name = String(decoding: bytes[start..<equals], as: UTF8.self)
    guard isCredential(PercentCoding.decode(name, plusIsSpace: true)) else { return nil }
    let end = bytes[(equals + 1)...].firstIndex { endsTextValue($0) } ?? bytes.count
    return (equals + 1)..<end
  }

  /// The end of a credential header's name, and the place of its rarest letter, by which it is
  /// found: most colons of JSON are after other members.
  private struct HeaderName {
    let text: [UInt8]
    let letterIndex: Int
  }

  /// The value after a header's name, of which one letter is at `letter`, and a colon: up to the
  /// end of the line or, in quotes, of the string.
  private func headerValue(of name: HeaderName, _ letter: Int) -> Range<Int>? {
    let first = letter - name.letterIndex
    guard first >= 0, bytes.count - first > name.text.count else { return nil }
    var colon = first + name.text.count
    guard bytes[first..<colon].elementsEqual(name.text, by: { ASCII.lowercased($0) == $1 }) else {
      return nil
    }
    while colon < bytes.count, isQuoting(bytes[colon]) { colon += 1 }
    while colon < bytes.count, ASCII.isSpaceOrTab(bytes[colon]) { colon += 1 }
    guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else { return nil }
    var start = colon + 1
    while start < bytes.count, ASCII.isSpaceOrTab(bytes[start]) || bytes[start] == UInt8(ascii: "[")
    {
      start += 1
    }
    var close: UInt8?
    while start < bytes.count, isQuoting(bytes[start]) {
      close = close ?? bytes[start]
      start += 1
    }
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r"),
      bytes[end] != close
    {
      let isEscape = close == UInt8(ascii: "\"") && bytes[end] == UInt8(ascii: "\\")
      end = min(end + (isEscape ? 2 : 1), bytes.count)
    }
    return start..<end
  }

  // MARK: Both

  /// The userinfo of the authority that starts at `start`, without its "@".
  ///
  /// A "/" or "?" inside a password ends the authority too early. An invalid port reveals this; the
  /// userinfo then extends to the last "@" nearby.
  private func userinfo(from start: Int, isText: Bool) -> Range<Int>? {
    let reach = bytes[start..<min(bytes.count, start + Self.userinfoBytesMax)]
    let end =
      reach.firstIndex { endsAuthority($0) || (isText && endsTextURL($0)) } ?? reach.endIndex
    let mark = reach[..<end].lastIndex(of: UInt8(ascii: "@"))
    if hasPort(reach[(mark.map { $0 + 1 } ?? start)..<end]) {
      return mark.map { start..<$0 }
    }
    let near = reach.prefix(Self.brokenUserinfoBytesMax)
    let limit = isText ? near.firstIndex { endsTextURL($0) } ?? near.endIndex : near.endIndex
    return near[..<limit].lastIndex(of: UInt8(ascii: "@")).map { start..<$0 }
  }

  /// True when the port of "host:port" consists of digits or is absent. A backslash after it
  /// belongs to an escape of the text around it.
  private func hasPort(_ host: ArraySlice<UInt8>) -> Bool {
    guard let colon = host.lastIndex(of: UInt8(ascii: ":")), host.first != UInt8(ascii: "[")
    else { return true }
    let digits = host[(colon + 1)...].prefix { $0 != UInt8(ascii: "\\") }
    return digits.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  }

  private func isCredential(_ name: String) -> Bool {
    CredentialNames.isCredential(name) && !positions.contains(name)
  }

  private func decoded(_ part: ArraySlice<UInt8>) -> String {
    PercentCoding.decode(String(decoding: part, as: UTF8.self))
  }

  private func isDoubleSlash(at index: Int) -> Bool {
    index + 1 < bytes.count && bytes[index] == UInt8(ascii: "/")
      && bytes[index + 1] == UInt8(ascii: "/")
  }

  /// `/\/`, the second half of a JSON-escaped `\/\/`.
  private func isEscapedDoubleSlash(at index: Int) -> Bool {
    index + 2 < bytes.count && bytes[index] == UInt8(ascii: "/")
      && bytes[index + 1] == UInt8(ascii: "\\") && bytes[index + 2] == UInt8(ascii: "/")
  }

  private func skipBlanksBackward(from index: Int) -> Int? {
    var index = index - 1
    while index >= 0, ASCII.isSpaceOrTab(bytes[index]) { index -= 1 }
    return index >= 0 ? index : nil
  }

  private func isQuoting(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\")
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    ASCII.isUnreserved(byte) || Self.nameBytes.contains(byte) || byte >= 0x80
  }

  private func endsAuthority(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  private func endsTextURL(_ byte: UInt8) -> Bool {
    byte <= UInt8(ascii: " ") || Self.textURLEnds.contains(byte)
  }

  private func endsTextValue(_ byte: UInt8) -> Bool {
    endsTextURL(byte) || Self.textValueEnds.contains(byte)
  }

  private static let nameBytesMax = 256
  private static let userinfoBytesMax = 4_096
  private static let brokenUserinfoBytesMax = 512
  private static let textMarks = ByteMarks("/", "=", "k", "z")
  private static let authorization = HeaderName(text: Array("authorization".utf8), letterIndex: 7)
  private static let cookie = HeaderName(text: Array("cookie".utf8), letterIndex: 3)
  private static let escapedAmpersand = Array("u0026".utf8)
  private static let memberStarts = Array("?&#;".utf8)
  private static let nameBytes = Array("%+[]$".utf8)
  private static let textURLEnds = Array("\"<>`".utf8)
  private static let textValueEnds = Array("&#\\".utf8)
}
